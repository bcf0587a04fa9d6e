// Reading prompts back in tests: what stands in which section, what is quoted and what is said by us.

/** The lines quoted below a heading, without the quote marks. */
export function listedIn(prompt: string, heading: string): readonly string[] {
  const [, after = ''] = prompt.split(`\n### ${heading}\n`);
  return blocksOf(after.split('\n### ')[0] ?? '');
}

/** Everything a prompt quotes from others, without the quote marks. */
export function blocksOf(prompt: string): readonly string[] {
  return prompt
    .split('\n')
    .filter((line) => line.startsWith('> '))
    .map((line) => line.slice(2));
}

/** The numbered steps of the last section of instructions. */
export function instructionsOf(prompt: string): readonly string[] {
  const [, after = ''] = prompt.split('\n### Instructions\n');
  return (after.split('\n### ')[0] ?? '').split('\n').flatMap((line) => /^\d+\. (.*)$/.exec(line)?.[1] ?? []);
}

/** What we say ourselves: everything outside of the quotes, without what is random or marks a quote. */
export function ownWords(prompt: string): readonly string[] {
  const delimiter = /^(\w{16}) BEGIN$/m.exec(prompt)?.[1] ?? 'none';
  const token = /^TOKEN: (\w+)$/m.exec(prompt)?.[1] ?? 'none';
  return prompt
    .split('\n')
    .filter((line) => !line.startsWith('>') && !line.startsWith('! '))
    .map((line) => line.replaceAll(delimiter, '<delimiter>').replaceAll(token, '<token>'));
}
