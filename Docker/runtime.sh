#!/bin/sh
# Makes the root file systems of the image, file by file: what the program links against, letters, and nothing that could run beside it.
# Needs root on Debian 12, as in the Dockerfile's second stage. Usage:
#
#   runtime.sh path/to/hanabi OUT [font package…]
#
# OUT/base has the C libraries, fonts for letters and a user; OUT/fonts what the packages add to that.
# There are no certificates, since it never calls anybody, and no locales and time zones, since neither plays a part.
set -eu

binary=$1 out=$2
shift 2

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# The base image is as old as its tag.
apt-get upgrade -qq -y
apt-get install -qq -y --no-install-recommends \
    fontconfig fonts-dejavu-core fonts-dosis fonts-lobster libpangoft2-1.0-0 libpng16-16 zlib1g "$@"

# Licenses, and what a scanner looks for to know what is inside: note ROOT PACKAGE.
note() {
    name=${2%%:*}
    mkdir -p "$1/var/lib/dpkg/status.d"
    dpkg-query -s "$2" >"$1/var/lib/dpkg/status.d/$name"
    install -D -m 644 "/usr/share/doc/$name/copyright" "$1/usr/share/doc/$name/copyright"
}

# copy_fonts ROOT PACKAGE…
copy_fonts() {
    root=$1
    shift
    for package in "$@"; do
        note "$root" "$package"
        for file in $(dpkg-query -L "$package" | grep '^/usr/share/fonts/.*\.\(ttf\|ttc\|otf\)$'); do
            install -D -m 644 "$file" "$root$file"
        done
    done
}

# Fontconfig believes its cache only where directories are as old as they were, and layers keep whole seconds. Beside that, what is
# as old as it was makes the same layer.
settle() {
    find "$1" -exec touch -h -d @1700000000 {} +
    FONTCONFIG_SYSROOT=$1 fc-cache -f
    find "$1/var/cache" -exec touch -h -d @1700000000 {} +
}

base=$out/base
# dev, proc, sys and tmp are where a container's runtime mounts things, also where it may not make the place first.
for folder in dev etc/fonts proc sys tmp usr/lib usr/lib64 usr/local/share/fonts var/cache/fontconfig; do
    mkdir -p "$base/$folder"
done
ln -s usr/lib "$base/lib"
ln -s usr/lib64 "$base/lib64"
printf 'root:x:0:0:root:/:/sbin/nologin\nhanabi:x:65532:65532:hanabi:/:/sbin/nologin\n' >"$base/etc/passwd"
printf 'root:x:0:\nhanabi:x:65532:\n' >"$base/etc/group"
cat >"$base/etc/fonts/fonts.conf" <<'XML'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>/usr/share/fonts</dir>
<dir>/usr/local/share/fonts</dir>
<cachedir>/var/cache/fontconfig</cachedir>
</fontconfig>
XML

# All that the loader loads, by the names that it asks for. Debian's /lib is /usr/lib; packages may have a file by either name.
libraries=$(ldd "$binary")
case $libraries in *"not found"*)
    echo "runtime.sh: libraries are missing: $libraries" >&2
    exit 1
    ;;
esac
for file in $(echo "$libraries" | grep -o '/[^ ]*'); do
    file=${file#/usr}
    install -D -m 755 "$file" "$base/usr$file"
    for package in $(dpkg-query -S "$file" "/usr$file" 2>/dev/null | sed 's/: .*//'); do note "$base" "$package"; done
done
copy_fonts "$base" fonts-dejavu-core fonts-dosis fonts-lobster
settle "$base"

if [ $# -eq 0 ]; then
    mkdir "$out/fonts"
    exit 0
fi
# With all fonts, for the cache's sake; what is in the base already is not in the layer.
cp -a "$base" "$out/fonts"
copy_fonts "$out/fonts" "$@"
settle "$out/fonts"
(cd "$base" && find . ! -type d) | while read -r file; do
    if [ -h "$base/$file" ] || cmp -s "$base/$file" "$out/fonts/$file"; then rm "$out/fonts/$file"; fi
done
find "$out/fonts" -mindepth 1 -type d -empty -delete
find "$out/fonts" -exec touch -h -d @1700000000 {} +
