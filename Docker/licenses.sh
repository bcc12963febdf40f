#!/bin/sh
# Gathers the licenses and notices of what is linked into the program: Swift's runtime and Foundation, and the packages. Usage:
#
#   licenses.sh path/to/checkouts OUT
#
# OUT then has a folder for each, with its LICENSE and, where it has one, its NOTICE; and THIRD-PARTY.md, the list of all of them.
set -eu

checkouts=$1 out=$2
here=$(dirname "$0")

# Swift's own, which Foundation and libdispatch share; the toolchain has it beside its libraries.
resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
install -D -m 644 "$resources/../../share/swift/LICENSE.txt" "$out/swift/LICENSE.txt"
install -D -m 644 "$here/licenses/swift-foundation-NOTICE.txt" "$out/swift/NOTICE-Foundation.txt"
install -D -m 644 "$here/../Documentation/third-party.md" "$out/THIRD-PARTY.md"

for package in "$checkouts"/*/; do
    name=$(basename "$package")
    found=
    for file in "$package"LICENSE* "$package"NOTICE*; do
        [ -e "$file" ] || continue
        install -D -m 644 "$file" "$out/$name/$(basename "$file")"
        case $file in */LICENSE*) found=yes ;; esac
    done
    [ -n "$found" ] || {
        echo "licenses.sh: $package has no LICENSE" >&2
        exit 1
    }
done
