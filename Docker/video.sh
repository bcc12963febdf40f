#!/bin/sh
# Adds Debian's ffmpeg to the root file systems that runtime.sh has made: the program, and what it links against beside that. Needs root
# on Debian 12, after runtime.sh. Usage:
#
#   video.sh OUT
#
# OUT/video has what is not in OUT/base: the program, its libraries and their licenses.
set -eu

out=$1
base=$out/base video=$out/video

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -qq -y --no-install-recommends ffmpeg

# Licenses, and what a scanner looks for to know what is inside.
note() {
    name=${1%%:*}
    [ ! -e "$base/var/lib/dpkg/status.d/$name" ] || return 0
    mkdir -p "$video/var/lib/dpkg/status.d"
    dpkg-query -s "$1" >"$video/var/lib/dpkg/status.d/$name"
    # Some packages have those of another one.
    [ ! -e "/usr/share/doc/$name/copyright" ] ||
        install -D -m 644 "/usr/share/doc/$name/copyright" "$video/usr/share/doc/$name/copyright"
}

# All that the loader loads, by the names that it asks for. Debian's /lib is /usr/lib; packages may have a file by either name.
libraries=$(ldd /usr/bin/ffmpeg)
case $libraries in *"not found"*)
    echo "video.sh: libraries are missing: $libraries" >&2
    exit 1
    ;;
esac
for file in $(echo "$libraries" | grep -o '/[^ ]*'); do
    file=${file#/usr}
    [ -e "$base/usr$file" ] || install -D -m 755 "$file" "$video/usr$file"
    # Some are behind a link of update-alternatives.
    for package in $(dpkg-query -S "$file" "/usr$file" "$(readlink -f "$file")" 2>/dev/null | sed 's/: .*//'); do note "$package"; done
done
install -D -m 755 /usr/bin/ffmpeg "$video/usr/bin/ffmpeg"
note ffmpeg
find "$video" -exec touch -h -d @1700000000 {} +
