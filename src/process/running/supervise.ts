import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Numbers of the pipes beside stdin, stdout and stderr. */
export const pipes = { go: 3, options: 4, status: 5 } as const;

/**
 * Waits until the pid file is written, and becomes the program; if the coordinator dies before, nothing is started.
 * The program's own words arrive as arguments, never as text of this script. No core dumps: they hold secrets.
 */
const supervisor = `ulimit -c 0; read -r go <&${pipes.go} || exit 125; exec ${pipes.go}<&-; exec "$@"`;

/** The same for a coordinator that was itself started with files open: whoever runs next must not find them. */
const closing = `for file in /proc/$$/fd/*; do number=\${file##*/};
if [ "$number" -gt ${pipes.status} ]; then eval "exec $number<&-"; fi; done; ${supervisor}`;

/** A plain sh cannot close a file whose number has two digits; bash can, and is only asked where there is one. */
export function supervise(argv: readonly string[]): readonly string[] {
  const shell = hasInheritedFiles() && existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
  return shell === '/bin/bash'
    ? [shell, '--norc', '--noprofile', '-c', closing, 'sh', ...argv]
    : [shell, '-c', supervisor, 'sh', ...argv];
}

let inheritedFiles: boolean | undefined;

/** Whether we hold files that children get whether we like it or not. Ours are never such; looked at once. */
function hasInheritedFiles(): boolean {
  inheritedFiles ??= openFiles().some((number) => number > 2 && isHandedOn(number));
  return inheritedFiles;
}

const closeOnExec = 0o2000000;

/** Numbers of the files this process has open; none where the system does not tell. */
export function openFiles(): readonly number[] {
  try {
    return readdirSync('/proc/self/fdinfo').map(Number);
  } catch {
    return [];
  }
}

/** Whether whoever is started gets a file of this number. Not one that was closed meanwhile: others open and close theirs. */
export function isHandedOn(number: number): boolean {
  try {
    const told = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${number}`, 'utf8'))?.[1];
    return told !== undefined && (Number.parseInt(told, 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
}
