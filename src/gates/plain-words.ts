/** Programs that would hand their words to a shell or to another machine. */
const notPlain = new Set(
  'sh bash dash zsh fish ksh csh eval exec source env xargs sudo su doas ssh docker podman nsenter'.split(
    ' ',
  ),
);

const WORD = /^(?:[A-Za-z0-9_./:=@,+%^-]+|'[^'\\$`]*'|"[^"\\$`!]*")/;

/**
 * The words of a command that needs no shell, or undefined if it does (pipes, redirections, variables, globs) or if its
 * program is one: what an agent wrote must never be interpreted.
 */
export function plainWords(command: string): readonly string[] | undefined {
  const words: string[] = [];
  let rest = command.replace(/^[\s`$]+|[\s`]+$/g, '');
  while (rest !== '') {
    const [word] = WORD.exec(rest) ?? [];
    if (word === undefined) return undefined;
    words.push(word.replace(/^(['"])(.*)\1$/s, '$2'));
    const after = rest.slice(word.length);
    if (after !== '' && !/^\s/.test(after)) return undefined;
    rest = after.trimStart();
  }
  const [program = ''] = words;
  const name = program.split('/').at(-1) ?? '';
  const isAssignment = program.includes('=');
  if (name === '' || isAssignment || program.startsWith('-') || notPlain.has(name)) return undefined;
  return words;
}
