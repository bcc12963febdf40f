#!/usr/bin/env bash
# The last stages of the image without a container engine: runs the script of Docker/Dockerfile on Debian's root file system from
# debootstrap, checks the image size, and serves from a read-only root as an unprivileged user. Needs root, debootstrap, and smoke.sh's
# requirements. Usage: image.sh path/to/work-folder, in which `stage.py build` has run the first stage.
set -euo pipefail

work=$(realpath "$1")
program=$work/out/hanabi
here=$(realpath "$(dirname "$0")")
top=$(realpath "$here/../..")
# Maximum bytes of the full image, and of the slim one without emoji and CJK fonts.
limit=65000000
slim_limit=49000000

fail() {
    echo "image.sh: $1" >&2
    exit 1
}

[ "$(id -u)" = 0 ] || fail "needs root: for chroot, and to become somebody else"
if ldd "$program" | grep -q libswift; then fail "$program needs Swift's libraries: build it with --static-swift-stdlib"; fi
# Foundation's Unicode and locale tables are larger than everything else.
if strings "$program" | grep -q 'icudt[0-9]\|CFBundle'; then fail "$program has all of Foundation in it, not FoundationEssentials alone"; fi

debian=$work/debian
if [ ! -e "$debian.is-whole" ]; then
    rm -rf "$debian"
    mirror=$(apt-cache policy | grep -o 'https\?://[^ ]*/debian ' | head -1)
    debootstrap --variant=minbase bookworm "$debian" "${mirror:-http://deb.debian.org/debian}" >"$work/debootstrap.log" ||
        fail "debootstrap: $(tail -3 "$work/debootstrap.log")"
    touch "$debian.is-whole"
fi

# The Dockerfile's second stage: copies and commands.
fonts=$(sed -n 's/^ARG FONTS="\(.*\)"/\1/p' "$top/Docker/Dockerfile")
grep -q '^RUN /runtime.sh /hanabi /out \$FONTS$' "$top/Docker/Dockerfile" || fail "the Dockerfile runs something else"
rm -rf "$debian/out"
install "$top/Docker/runtime.sh" "$debian/runtime.sh"
install "$program" "$debian/hanabi"
cp /etc/resolv.conf "$debian/etc/resolv.conf"
# shellcheck disable=SC2086 # Packages are words.
unshare --mount chroot "$debian" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -c 'mount -t proc proc /proc && exec "$@"' sh \
    /runtime.sh /hanabi /out $fonts >"$work/runtime.log" 2>&1 || fail "runtime.sh: $(tail -5 "$work/runtime.log")"

# The last two stages.
rm -rf "$work/slim" "$work/full"
cp -a "$debian/out/base" "$work/slim"
install -D "$debian/hanabi" "$work/slim/usr/local/bin/hanabi"
mkdir -p "$work/slim/usr/share/licenses"
cp -a "$work/out/licenses/." "$work/slim/usr/share/licenses/"
cp -a "$work/out/archives/root/." "$work/slim/"
cp -a "$work/slim" "$work/full"
cp -a "$debian/out/fonts/." "$work/full/"

size() { du -sb --apparent-size "$1" | cut -f1; }
# packed FOLDER PART…
packed() { tar -C "$1" -c "${@:2}" | gzip -6 | wc -c; }
base=$(size "$debian/out/base") letters=$(size "$debian/out/fonts") own=$(stat -c %s "$debian/hanabi")
texts=$(($(size "$work/out/licenses") + $(size "$work/out/archives/root")))
printf '%-34s %11s bytes, %11s packed\n' "C libraries, DejaVu, licenses" "$base" "$(packed "$debian/out/base" .)" \
    "fonts ($fonts)" "$letters" "$(packed "$debian/out/fonts" .)" "hanabi" "$own" "$(gzip -6 <"$debian/hanabi" | wc -c)" "licenses of what is linked in" "$texts" "$(packed "$work/out" licenses archives/root)"
slim=$((base + own + texts))
full=$((slim + letters))
printf '%-34s %11s bytes\n' "slim" $slim "full" $full
[ $full -le $limit ] || fail "the image has more than $limit bytes"
[ $slim -le $slim_limit ] || fail "the slim image has more than $slim_limit bytes"

# Licenses of all contents: Debian's packages, Swift, and each Swift package with its notice.
for package in $(ls "$work/full/var/lib/dpkg/status.d"); do
    [ -s "$work/full/usr/share/doc/$package/copyright" ] || fail "$package has no copyright file"
done
grep -q 'Runtime Library Exception' "$work/full/usr/share/licenses/swift/LICENSE.txt" || fail "Swift's license is missing"
grep -q 'Foundation' "$work/full/usr/share/licenses/swift/NOTICE-Foundation.txt" || fail "Foundation's notice is missing"
cmp -s "$top/Documentation/third-party.md" "$work/full/usr/share/licenses/THIRD-PARTY.md" || fail "THIRD-PARTY.md is missing or old"
for package in $(ls "$work/full/var/lib/dpkg/status.d"); do
    grep -qF "\`$package\`" "$top/Documentation/third-party.md" || fail "third-party.md does not name $package"
done
for checkout in "$work"/source/.build/checkouts/*/; do
    for file in "$checkout"LICENSE* "$checkout"NOTICE*; do
        [ ! -e "$file" ] || cmp -s "$file" "$work/full/usr/share/licenses/$(basename "$checkout")/$(basename "$file")" ||
            fail "${file#"$work/"} is not in the image"
    done
done

# No executables except the program and the loader.
others=$(find "$work/full" -type f -perm /111 ! -name '*.so*' ! -path '*/usr/local/bin/hanabi')
[ -z "$others" ] || fail "there is more to run: $others"
[ -z "$(find "$work/full" -perm /6000)" ] || fail "something changes its user"

# Runs hanabi like a container runtime: read-only root, numeric user, no new privileges. smoke.sh writes to TMPDIR, the only path that
# exists in both file systems.
TMPDIR=$(mktemp -d /tmp/hanabi-image.XXXXXX)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
chmod 1777 "$TMPDIR"
for image in slim full; do
    cat >"$work/hanabi-$image" <<WRAPPER
#!/bin/sh
chmod -R a+rwX "$TMPDIR"
exec unshare --mount --propagation private sh -ec '
    root=\$1
    shift
    mount --bind "\$root" "\$root"
    mount -t proc proc "\$root/proc"
    mount -t tmpfs tmpfs "\$root/tmp"
    mkdir "\$root$TMPDIR"
    mount --bind "$TMPDIR" "\$root$TMPDIR"
    mount -o remount,bind,ro "\$root"
    exec setpriv --no-new-privs chroot --userspec=65532:65532 --groups=65532 "\$root" /usr/local/bin/hanabi "\$@"
' sh "$work/$image" "\$@"
WRAPPER
    chmod +x "$work/hanabi-$image"
done

# Starts and health-checks like the Dockerfile.
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export HANABI_LISTEN=127.0.0.1:$port MALLOC_ARENA_MAX=2
for image in slim full; do
    "$work/hanabi-$image" serve 2>"$TMPDIR/log" &
    server=$!
    for _ in $(seq 100); do
        if "$work/hanabi-$image" health >/dev/null 2>&1; then break; fi
        sleep 0.05
    done
    "$work/hanabi-$image" health >/dev/null || fail "hanabi health: $(cat "$TMPDIR/log")"
    status=/proc/$server/status
    grep -qP '^Uid:\t65532\t65532\t65532\t65532$' $status || fail "it runs as somebody else: $(grep Uid $status)"
    grep -qP '^CapEff:\t0+$' $status || fail "it has rights: $(grep CapEff $status)"
    grep -qP '^NoNewPrivs:\t1$' $status || fail "it may get rights"
    awk '$2 == "/" { root = $4 } END { exit root !~ /(^|,)ro(,|$)/ }' /proc/$server/mounts || fail "its root can be written to"
    answer=$(curl -s -o "$TMPDIR/emoji" -w '%{http_code}' "http://127.0.0.1:$port/v1/effects/emoji-burst.png?w=100&h=100&d=0.5")
    case $image in
    slim) [ "$answer" = 400 ] && grep -q fonts-noto-color-emoji "$TMPDIR/emoji" || fail "emoji without a font: $answer" ;;
    full) [ "$answer" = 200 ] || fail "emoji: $answer $(cat "$TMPDIR/emoji")" ;;
    esac
    grep -q "fonts found .*DejaVu Sans" "$TMPDIR/log" || fail "the log does not say which fonts there are"
    kill -TERM "$server"
    # The server exits with 0 after draining.
    wait "$server" || fail "SIGTERM ended it with $?"
done

# A crash report with addresses, which the separate debug symbols resolve.
"$work/hanabi-slim" serve 2>"$TMPDIR/log" &
server=$!
for _ in $(seq 100); do
    if "$work/hanabi-slim" health >/dev/null 2>&1; then break; fi
    sleep 0.05
done
kill -SEGV "$server"
if wait "$server"; then fail "SIGSEGV did not end it"; else status=$?; fi
[ "$status" = 139 ] || fail "SIGSEGV ended it with $status"
grep -q 'hanabi .* crashed: SIGSEGV' "$TMPDIR/log" || fail "a crash says nothing: $(cat "$TMPDIR/log")"
places=$(sed -n 's/.*hanabi(+\(0x[0-9a-f]*\)).*/\1/p' "$TMPDIR/log")
# shellcheck disable=SC2086 # Addresses are words.
addr2line -f -e "$work/out/hanabi.debug" $places >"$TMPDIR/places" || fail "addr2line"
grep -q 'CCrash.c' "$TMPDIR/places" || fail "the symbols do not find the handler: $(cat "$TMPDIR/places")"
unset HANABI_LISTEN

# The variant with ffmpeg: all that it loads is there, and it encodes.
install "$top/Docker/video.sh" "$debian/video.sh"
unshare --mount chroot "$debian" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -c 'mount -t proc proc /proc && exec "$@"' sh \
    /video.sh /out >"$work/video.log" 2>&1 || fail "video.sh: $(tail -5 "$work/video.log")"
printf '%-34s %11s bytes, %11s packed\n' "ffmpeg" "$(size "$debian/out/video")" "$(packed "$debian/out/video" .)"
rm -rf "$work/video"
cp -a "$work/full" "$work/video"
cp -a "$debian/out/video/." "$work/video/"
# A container's runtime brings this along.
: >"$work/video/dev/null"
sed "s|$work/full|$work/video|; s|^    mkdir |    mount --bind /dev/null \"\\\$root/dev/null\"\n    mkdir |" \
    "$work/hanabi-full" >"$work/hanabi-video"
chmod +x "$work/hanabi-video"
for ending in mp4 webm mov; do
    PATH=/usr/bin:$PATH "$work/hanabi-video" render like --w 100 --h 100 -o "$TMPDIR/like.$ending" || fail "the image makes no $ending"
    ffprobe -v error "$TMPDIR/like.$ending" || fail "the image makes a bad $ending"
done

(cd "$top" && Tests/Smoke/smoke.sh "$work/hanabi-full")
echo "image.sh: all well"
