#!/usr/bin/env bash
# The image's steps without a container engine: the script that Docker/Dockerfile runs, on Debian's root file system from debootstrap.
# What comes of it is measured, and serves from a read-only root as a user without rights. Needs root, debootstrap, and what smoke.sh
# needs. Usage: image.sh path/to/hanabi-with-the-static-Swift-runtime [work folder, kept]
set -euo pipefail

program=$(realpath "$1")
work=$(realpath -m "${2:-.build/image}")
here=$(realpath "$(dirname "$0")")
top=$(realpath "$here/../..")
limit=120000000

fail() {
    echo "image.sh: $1" >&2
    exit 1
}

[ "$(id -u)" = 0 ] || fail "needs root: for chroot, and to become somebody else"
if ldd "$program" | grep -q libswift; then fail "$program needs Swift's libraries: build it with --static-swift-stdlib"; fi
mkdir -p "$work"

debian=$work/debian
if [ ! -e "$debian.is-whole" ]; then
    rm -rf "$debian"
    mirror=$(apt-cache policy | grep -o 'https\?://[^ ]*/debian ' | head -1)
    debootstrap --variant=minbase bookworm "$debian" "${mirror:-http://deb.debian.org/debian}" >"$work/debootstrap.log" ||
        fail "debootstrap: $(tail -3 "$work/debootstrap.log")"
    touch "$debian.is-whole"
fi

# The Dockerfile's second stage: what it copies, what it runs.
fonts=$(sed -n 's/^ARG FONTS="\(.*\)"/\1/p' "$top/Docker/Dockerfile")
grep -q '^RUN /runtime.sh /hanabi /out \$FONTS$' "$top/Docker/Dockerfile" || fail "the Dockerfile runs something else"
rm -rf "$debian/out"
install "$top/Docker/runtime.sh" "$debian/runtime.sh"
install --strip "$program" "$debian/hanabi"
cp /etc/resolv.conf "$debian/etc/resolv.conf"
# shellcheck disable=SC2086 # Packages are words.
unshare --mount chroot "$debian" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -c 'mount -t proc proc /proc && exec "$@"' sh \
    /runtime.sh /hanabi /out $fonts >"$work/runtime.log" 2>&1 || fail "runtime.sh: $(tail -5 "$work/runtime.log")"

# Its last two stages.
rm -rf "$work/slim" "$work/full"
cp -a "$debian/out/base" "$work/slim"
install -D "$debian/hanabi" "$work/slim/usr/local/bin/hanabi"
cp -a "$work/slim" "$work/full"
cp -a "$debian/out/fonts/." "$work/full/"

size() { du -sb --apparent-size "$1" | cut -f1; }
packed() { tar -C "$1" -c . | gzip -6 | wc -c; }
base=$(size "$debian/out/base") letters=$(size "$debian/out/fonts") own=$(stat -c %s "$debian/hanabi")
printf '%-34s %11s bytes, %11s packed\n' "C libraries, DejaVu, licences" "$base" "$(packed "$debian/out/base")" \
    "fonts ($fonts)" "$letters" "$(packed "$debian/out/fonts")" "hanabi" "$own" "$(gzip -6 <"$debian/hanabi" | wc -c)"
printf '%-34s %11s bytes\n' "slim" $((base + own)) "full" $((base + own + letters))
[ $((base + own + letters)) -lt $limit ] || fail "the image has more than $limit bytes"

# Nothing that could be run, but the program and the loader.
others=$(find "$work/full" -type f -perm /111 ! -name '*.so*' ! -path '*/usr/local/bin/hanabi')
[ -z "$others" ] || fail "there is more to run: $others"
[ -z "$(find "$work/full" -perm /6000)" ] || fail "something changes its user"

# hanabi as a container's runtime starts it: read-only root, a numeric user, no way to more rights. What smoke.sh writes is in TMPDIR,
# the one place that is there for both.
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

# As the Dockerfile starts it, and asks after its health.
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
    kill -TERM "$server"
    # Whoever waits sees 0 at the end of the drain.
    wait "$server" || fail "SIGTERM ended it with $?"
done
unset HANABI_LISTEN

(cd "$top" && Tests/Smoke/smoke.sh "$work/hanabi-full")
echo "image.sh: all well"
