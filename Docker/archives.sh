#!/bin/sh
# Gathers archives of C and C++ libraries, so that the program has what it calls of them, and the image no shared ones beside it. All their
# licenses allow that; libraries under the LGPL stay shared. Needs Debian 12 with the packages below, and Swift's clang. Usage:
#
#   archives.sh OUT
#
# OUT/lib has the archives; OUT/ld.lld is the linker, which looks there first; OUT/root has the licenses, and what a scanner looks for to
# know what is inside the program.
set -eu

out=$1
mkdir -p "$out/lib" "$out/root/var/lib/dpkg/status.d"

# note PACKAGE
note() {
    dpkg-query -s "$1" >"$out/root/var/lib/dpkg/status.d/$1"
    install -D -m 644 "/usr/share/doc/$1/copyright" "$out/root/usr/share/doc/$1/copyright"
}

# A linker of its own, since SwiftPM's flags put Debian's folder, with the shared libraries, before any other.
printf '#!/bin/sh\nexec ld.lld -L%s "$@"\n' "$out/lib" >"$out/ld.lld"
chmod +x "$out/ld.lld"

# NAME=PACKAGE, for -lNAME.
for each in aom=libaom-dev gif=libgif-dev sodium=libsodium-dev stdc++=libstdc++-12-dev turbojpeg=libturbojpeg0-dev webp=libwebp-dev; do
    name=lib${each%%=*}.a package=${each#*=}
    file=$(dpkg-query -L "$package" | grep "/$name\$")
    install -m 644 "$file" "$out/lib/$name"
    note "$package"
done

# Debian has no archive of Box2D: it is compiled from the source of Debian's package. The lists of packages are those of this folder, so
# that the system's own stay as they are.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/source"
mirror=$(apt-cache policy | grep -o 'https\?://[^ ]*/debian ' | head -1)
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror:-http://deb.debian.org/debian} bookworm main" >"$work/sources.list"
get() {
    apt-get -qq -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$work/lists" \
        -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User= "$@"
}
version=$(dpkg-query -W -f '${source:Version}' libbox2d-dev)
cd "$work"
get update
get source --download-only "box2d=$version"
tar -xzf box2d_*.orig.tar.gz --strip-components=1 -C source
mkdir objects
cd objects
clang++ -O2 -fPIC -ffunction-sections -fdata-sections -I../source/include -I../source/src -c ../source/src/*/*.cpp
ar rcsD "$out/lib/libbox2d.a" *.o
note libbox2d-dev
find "$out/root" -exec touch -h -d @1700000000 {} +
