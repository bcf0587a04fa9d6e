#!/bin/sh
top=$(git rev-parse --show-toplevel 2>/dev/null || pwd)
own="$top/node_modules/.bin/gauntlet"
tracked() { [ "$1" = "$own" ] && [ -n "$(git -C "$top" ls-files -- ":(icase)node_modules" | head -n 1)" ] || git -C "$top" ls-files --error-unmatch -- "$1"; }
for each in "$own" "$(command -v gauntlet)"; do if [ ! -x "$each" ]; then continue; fi; if tracked "$each" >/dev/null 2>&1; then echo "gauntlet: $each is not used: git tracks it, so a branch could bring its own judge" >&2; else exec "$each" "$@"; fi; done
npx="npx --offline --no-install gauntlet"
if [ ! -e "$own" ] && $npx --version </dev/null >/dev/null 2>&1; then exec $npx "$@"; fi
echo "gauntlet is not installed: in $top, run npm install --save-dev PACKAGE, or npm install --global PACKAGE; PACKAGE is the git address of Gauntlet (git+https://...), or with --global a .tgz that npm pack wrote in its checkout" >&2
exit 5
