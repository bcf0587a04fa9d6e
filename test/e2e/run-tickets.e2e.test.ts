// A ticket as a Markdown file, and what epic and ticket want to be read and kept to: from the files to the agents.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { EpicRun, patience, plainEpic } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

const docs = {
  'docs/ARCHITECTURE.md': 'Parts are laid side by side.\n',
  'docs/glossary.md': 'A part is a file.\n',
  'docs/style.md': 'Short lines.\n',
  'docs/laying.md': 'Lay it flat.\n',
  'docs/tools.md': 'A hammer.\n',
  'docs/safety.md': 'Wear gloves.\n',
};

const epicWords = {
  reading: { must: ['docs/ARCHITECTURE.md'], reference: ['docs/glossary.md'] },
  standards: [{ file: 'docs/style.md' }, { text: 'No global state.' }],
};

const ticket = {
  id: 'LAY-1',
  title: 'Lay the first part',
  description: 'Lay it where the others are.\n\nMind the gap: it is `2 cm` wide.',
  type: 'floor',
  priority: 'high',
  risk: 'low',
  touches: ['parts/**'],
  mayChange: ['check.sh'],
  reading: { must: ['docs/laying.md'], reference: ['docs/tools.md'] },
  standards: [{ file: 'docs/safety.md' }, { text: 'Gloves on.' }],
  acceptance: [
    { id: 'AC1', text: 'it lies flat', verify: 'test -s parts/LAY-1.txt' },
    { id: 'FLAT-2', text: 'nobody stumbles over it, by day and by night' },
  ],
};

/** The same ticket, as people write one. */
const markdown = `---
id: LAY-1
type: floor
priority: high
risk: low
touches: [parts/**]
mayChange: [check.sh]
reading:
  must: [docs/laying.md]
  reference: [docs/tools.md]
standards:
  - file: docs/safety.md
  - text: Gloves on.
---

# Lay the first part

Lay it where the others are.

Mind the gap: it is \`2 cm\` wide.

## Acceptance Criteria

- [ ] it lies flat (verify: \`test -s parts/LAY-1.txt\`)
- [ ] **FLAT-2**: nobody stumbles over it,
  by day and by night
`;

const file = 'tickets/LAY-1.md';
const inMarkdown = {
  ...docs,
  [file]: markdown,
  'epic.yaml': JSON.stringify({ ...plainEpic, ...epicWords, tickets: [{ file }] }, undefined, 2),
};

/** Whoever does not find the files that it is told to read ends without a word, and the run without a landing. */
const playbook: readonly Step[] = (['developer', 'critic'] as const).flatMap((role): readonly Step[] => [
  {
    role,
    has: 'docs/safety.md',
    told: 'docs/laying.md',
    ...(role === 'developer' ? { write: { 'parts/LAY-1.txt': 'laid\n' } } : {}),
  },
  { role, exit: 9 },
]);

let yaml: EpicRun;
let written: EpicRun;

beforeAll(async () => {
  yaml = new EpicRun({ files: docs, epic: epicWords, tickets: [ticket], playbook });
  written = new EpicRun({ files: inMarkdown, tickets: [], playbook });
  for (const epic of [yaml, written]) {
    const { code, stderr } = await epic.run();
    if (code !== 0) throw new Error(`the run ended with ${code}: ${stderr}`);
  }
}, patience);
afterAll(() => {
  yaml.remove();
  written.remove();
});

/** What agents of a stage were told, without what is different in every run. */
function told(epic: EpicRun, stage: 'develop' | 'review' | 'audit'): readonly string[] {
  return epic.runs('LAY-1', stage).map(({ run }, nth) => {
    const { token, delimiter } = epic.record(run, 'issued') as Readonly<Record<string, string>>;
    return (epic.prompts('LAY-1', stage)[nth] ?? '')
      .replaceAll(token ?? '', 'TOKEN')
      .replaceAll(delimiter ?? '', 'DELIMITER')
      .replaceAll(/\b[\da-f]{40}\b/g, 'COMMIT');
  });
}

test('DISPATCH-11 a ticket in a Markdown file is planned, worked on and judged as the same one in the epic file', () => {
  const planned = [yaml, written].map((epic) =>
    epic.events().flatMap((event) => (event.type === 'run_started' ? [event.plan] : [])),
  );
  expect(planned[0]).toHaveLength(1);
  expect(planned[1]).toEqual(planned[0]);
  expect(written.story('LAY-1')).toEqual(yaml.story('LAY-1'));
  for (const stage of ['develop', 'review', 'audit'] as const) {
    const [asked = ''] = told(yaml, stage);
    expect(asked).toContain('FLAT-2: nobody stumbles over it, by day and by night');
    // Where it is written is all that is told differently.
    expect(told(written, stage).map((prompt) => prompt.replaceAll(file, 'epic.yaml'))).toEqual([asked]);
  }
});

test('DISPATCH-11 what is wrong in it is told with its line in the Markdown file, and nothing is started', async () => {
  const wrong = markdown
    .replace('risk: low', 'risk: tiny')
    .replace('- [ ] it lies flat', 'It has to be nice.\n\n- [ ] it lies flat')
    .replace('docs/tools.md', 'docs/none.md');
  const epic = new EpicRun({ files: { ...inMarkdown, [file]: wrong }, tickets: [] });
  onTestFinished(() => epic.remove());
  const { code, stderr } = await epic.run();
  expect(code).toBe(2);
  const lineOf = (text: string): number => wrong.split('\n').findIndex((line) => line.includes(text)) + 1;
  for (const text of ['risk: tiny', 'docs/none.md', 'It has to be nice.'])
    expect(stderr).toMatch(new RegExp(`^${file}:${lineOf(text)}:\\d+[ :]`, 'm'));
  expect(await epic.starts()).toEqual([]);
});

test.each(['develop', 'review'] as const)(
  'DISPATCH-12 reading lists and standards of epic and ticket, files and text, are in the prompt of %s',
  (stage) => {
    for (const epic of [yaml, written]) {
      const [prompt = ''] = told(epic, stage);
      expect(listUnder(prompt, 'Required Reading')).toEqual(['docs/ARCHITECTURE.md', 'docs/laying.md']);
      expect(listUnder(prompt, 'Reference')).toEqual(['docs/glossary.md', 'docs/tools.md']);
      expect(listUnder(prompt, 'Project Standards')).toEqual([
        'See docs/style.md',
        'No global state.',
        'See docs/safety.md',
        'Gloves on.',
      ]);
    }
  },
);

/** The quoted list below a heading. */
function listUnder(prompt: string, heading: string): readonly string[] {
  const [, after = ''] = prompt.split(`\n### ${heading}\n`);
  const [part = ''] = after.split(/\n#{2,3} /);
  return [...part.matchAll(/^> - (.+)$/gm)].map(([, item = '']) => item);
}

const named = {
  'reading.must[0]': 'docs/ARCHITECTURE.md',
  'reading.reference[0]': 'docs/glossary.md',
  'standards[0]': 'docs/style.md',
  'tickets[0].reading.must[0]': 'docs/laying.md',
  'tickets[0].reading.reference[0]': 'docs/tools.md',
  'tickets[0].standards[0]': 'docs/safety.md',
};

test.each([
  ['all that are named', Object.keys(docs)],
  ['a single reference of a ticket', ['docs/tools.md']],
])(
  'DISPATCH-12 without %s the epic is refused with every place, and nothing is started',
  async (_, missing) => {
    const files = Object.fromEntries(Object.entries(docs).filter(([path]) => !missing.includes(path)));
    const epic = new EpicRun({ files, epic: epicWords, tickets: [ticket] });
    onTestFinished(() => epic.remove());
    const { code, stderr, stdout } = await epic.run();
    expect([code, stdout]).toEqual([2, '']);
    const complaints = [...stderr.matchAll(/^epic\.yaml:\d+:\d+ (\S+): the file "(.+)" does not exist$/gm)];
    expect(complaints.map(([, key, path]) => [key, path])).toEqual(
      Object.entries(named).filter(([, path]) => missing.includes(path)),
    );
    expect(await epic.starts()).toEqual([]);
    expect(epic.git('for-each-ref', 'refs/heads/epic', 'refs/gauntlet')).toBe('');
  },
);
