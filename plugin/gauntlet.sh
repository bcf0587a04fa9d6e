#!/bin/sh
top=$(git rev-parse --show-toplevel 2>/dev/null || pwd)
if [ -x "$top/node_modules/.bin/gauntlet" ]; then exec "$top/node_modules/.bin/gauntlet" "$@"; fi
if command -v gauntlet >/dev/null 2>&1; then exec gauntlet "$@"; fi
npx="npx --offline --no-install gauntlet"
if $npx --version </dev/null >/dev/null 2>&1; then exec $npx "$@"; fi
echo "gauntlet is not installed: run npm install --save-dev gauntlet in $top, or npm install --global gauntlet" >&2
exit 5
