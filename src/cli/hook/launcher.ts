/**
 * Lines of sh that start gauntlet with the arguments given: the repository's own, else the one on the PATH, else one
 * that npx has kept. Each line is a whole command and has no single quote, so that it fits wherever a program asks for
 * a command. A program that git tracks is never used: a branch could bring its own judge. Nothing is downloaded: a gate that could not start is an error, never another package of that name.
 */
const lines = [
  'top=$(git rev-parse --show-toplevel 2>/dev/null || pwd)',
  'own="$top/node_modules/.bin/gauntlet"',
  'tracked() { [ "$1" = "$own" ] && [ -n "$(git -C "$top" ls-files -- ":(icase)node_modules" | head -n 1)" ] || git -C "$top" ls-files --error-unmatch -- "$1"; }',
  'for each in "$own" "$(command -v gauntlet)"; do if [ ! -x "$each" ]; then continue; fi; if tracked "$each" >/dev/null 2>&1; then echo "gauntlet: $each is not used: git tracks it, so a branch could bring its own judge" >&2; else exec "$each" "$@"; fi; done',
  'npx="npx --offline --no-install gauntlet"',
  'if [ ! -e "$own" ] && $npx --version </dev/null >/dev/null 2>&1; then exec $npx "$@"; fi',
  'echo "gauntlet is not installed: in $top, run npm install --save-dev PACKAGE, or npm install --global PACKAGE; PACKAGE is the git address of Gauntlet (git+https://...), or with --global a .tgz that npm pack wrote in its checkout" >&2',
  'exit 5',
];

/** A script of its own, for a git hook or a plugin; `words` come before what it is called with. */
export function launcherScript(words = ''): string {
  const given = words === '' ? [] : [`set -- ${words} "$@"`];
  return `${['#!/bin/sh', ...given, ...lines].join('\n')}\n`;
}

/** The same as arguments of `sh`, for settings that name a program and its arguments. */
export function launcherArguments(...words: readonly string[]): readonly string[] {
  return ['-c', lines.join('; '), 'gauntlet', ...words];
}

/** The same as one line, for settings that hold a command of a shell. */
export function launcherLine(words: string): string {
  return `sh -c '${lines.join('; ')}' gauntlet ${words}`;
}
