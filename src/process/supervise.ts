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

const closeOnExec = 0o2000000;
let inheritedFiles: boolean | undefined;

/** Whether we hold files that children get whether we like it or not. Ours are never such; looked at once. */
function hasInheritedFiles(): boolean {
  inheritedFiles ??= openFiles().some((name) => {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8'))?.[1];
    return Number(name) > 2 && flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
  });
  return inheritedFiles;
}

function openFiles(): readonly string[] {
  try {
    return readdirSync('/proc/self/fdinfo').filter((name) => existsSync(`/proc/self/fdinfo/${name}`));
  } catch {
    return [];
  }
}
