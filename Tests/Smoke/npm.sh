#!/usr/bin/env bash
# Packs the player for npm, unpacks it as a program would install it, imports it with node, and plays it in headless Chromium.
# Usage: npm.sh URL of the service
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
player=$here/../../Sources/Player
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The folder as it is published; npm itself runs `prepack`.
cp -r "$player" "$folder/Player"
mkdir -p "$folder/CResources"
cp -r "$player/../CResources/Pages" "$folder/CResources/Pages"
rm -rf "$folder/Player/element"
modules=$folder/program/node_modules/hanabi-player
mkdir -p "$modules"
if command -v npm >/dev/null; then
    (cd "$folder/Player" && npm pack --silent --offline --pack-destination "$folder" >/dev/null)
    tar xzf "$folder"/hanabi-player-*.tgz -C "$modules" --strip-components 1
else
    (cd "$folder/Player" && node pack.mjs && cp -r package.json README.md index.js index.d.ts element "$modules")
fi

cat >"$folder/program/try.mjs" <<'JS'
import {readFileSync, readdirSync} from 'node:fs';
import assert from 'node:assert/strict';
import * as player from 'hanabi-player';

const root = new URL('node_modules/hanabi-player/', import.meta.url), read = name => readFileSync(new URL(name, root), 'utf8');
// What a server gets: an import that does nothing.
assert.equal(player.HanabiEffect, undefined);
await assert.rejects(player.play('/v1/effects/cannon.tracks.json'), /browser/);
await assert.rejects(player.confetti({particleCount: 10}), /browser/);
// The types declare what the module exports.
const declared = [...read('index.d.ts').matchAll(/export declare (?:const|function) (\w+)/g)].map(match => match[1]);
assert.deepEqual(declared.sort(), Object.keys(player).sort());
// Every part that the element asks for is in the package, and nothing refers to the page's address.
const parts = [...read('element/player.js').matchAll(/import\('\.\/([\w-]+\.js)'\)/g)].map(match => match[1]);
assert.deepEqual([...parts, 'player.js', 'player-call.js'].sort(), readdirSync(new URL('element/', root)).sort());
assert.ok(parts.length >= 4 && !/currentScript|location\.href/.test(read('element/player.js')));
const {version} = JSON.parse(read('package.json'));
assert.equal(version, process.argv[2], 'package.json has another version than the program');
JS
version=$(sed -n 's/^  version: \([0-9.]*\)$/\1/p' "$here/../../openapi.yaml")
(cd "$folder/program" && node try.mjs "$version")
/usr/bin/python3 "$here/npm.py" "$1" "$modules"
