/**
 * Lines of sh that start gauntlet with the arguments given: the repository's own, else the one on the PATH, else one
 * that npx has kept. Each line is a whole command and has no single quote, so that it fits wherever a program asks for
 * a command. Nothing is downloaded: a gate that could not start is an error, never another package of that name.
 */
const lines = [
  'top=$(git rev-parse --show-toplevel 2>/dev/null || pwd)',
  'if [ -x "$top/node_modules/.bin/gauntlet" ]; then exec "$top/node_modules/.bin/gauntlet" "$@"; fi',
  'if command -v gauntlet >/dev/null 2>&1; then exec gauntlet "$@"; fi',
  'npx="npx --offline --no-install gauntlet"',
  'if $npx --version </dev/null >/dev/null 2>&1; then exec $npx "$@"; fi',
  'echo "gauntlet is not installed: run npm install --save-dev gauntlet in $top, or npm install --global gauntlet" >&2',
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
