// Every command of every guide is run, in the order of the guide, in a folder of its own; what the guide says it prints
// has to be printed. A guide that is wrong is a test that fails.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { root } from '../source.ts';
import { patience } from '../support/epic-run.ts';
import { type Block, blocksIn, commandsIn, Trial } from '../support/guide.ts';
import { sharedCli } from '../support/shared-cli.ts';

const names = readdirSync(join(root, 'docs/guides')).filter((name) => name.endsWith('.md'));
const guides = [...names.map((name) => `docs/guides/${name}`), 'examples/README.md'];

let trial: Trial;

// Whoever is first builds the command line.
beforeAll(sharedCli, patience);
beforeEach(() => {
  trial = new Trial();
});
afterEach(() => trial.remove());

/** What is shown and neither run nor written: it has to say what it is. */
const shown = new Set(['yaml', 'json', 'text', 'ts']);

function blocksOf(guide: string): readonly Block[] {
  return blocksIn(readFileSync(join(root, guide), 'utf8'));
}

test.each(guides)(
  'what %s says is so',
  (guide) => {
    const wrong: string[] = [];
    let ran = 0;
    for (const { language, file, text } of blocksOf(guide)) {
      if (file !== '') trial.write(file, text);
      else if (language === 'sh') {
        const commands = commandsIn(text);
        if (commands.length === 0) wrong.push(`a block of commands without a command:\n${text}`);
        for (const command of commands) {
          ran += 1;
          wrong.push(...[trial.complaint(command)].filter((words) => words !== undefined));
        }
      } else if (!shown.has(language)) wrong.push(`a block that says not what it is: ${language}`);
    }
    expect(wrong.join('\n\n')).toBe('');
    expect(ran).toBeGreaterThan(0);
  },
  patience,
);

test('a guide that is wrong is found: another exit code, other words, another order', () => {
  const complaint = (text: string): string | undefined => {
    const [command] = commandsIn(text);
    return command === undefined ? undefined : trial.complaint(command);
  };
  expect(complaint('$ printf "one\\ntwo three\\n"\none\ntwo … three\n')).toBeUndefined();
  expect(complaint('$ exit 3 # exit 3\n')).toBeUndefined();
  expect(complaint('$ exit 3\n')).toContain('ended with 3, not 0');
  expect(complaint('$ echo one\ntwo\n')).toContain('does not print "two"');
  expect(complaint('$ printf "one\\ntwo\\n"\ntwo\none\n')).toContain('does not print "one"');
});

test('the README leads to every guide, and every example is run by one', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(guides.filter((guide) => !readme.includes(guide))).toEqual([]);
  const all = guides.map((guide) => readFileSync(join(root, guide), 'utf8')).join('\n');
  const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'labelled-changes')
    .map(({ name }) => name);
  expect(examples.length).toBeGreaterThan(2);
  expect(examples.filter((name) => !all.includes(`$GAUNTLET/examples/${name}/.`))).toEqual([]);
});
