import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { sinceSections } from './files.ts';

import { reviewDimensions } from '../model/dimensions.ts';
import { auditorAssignment } from './auditor.ts';
import { criticAssignment, type CriticInput } from './critic.ts';
import { developerAssignment } from './developer.ts';
import { renderPrompt } from './prompt.ts';
import { reworkAssignment } from './rework.ts';
import {
  partsOf,
  sampleBrief,
  sampleDelimiter,
  sampleFeedback,
  sampleFinding,
} from '../../test/support/prompt-samples.ts';
import type { Section } from './section.ts';

const people = { answers: [], notes: [] };
const files = { git: ['src/a.ts'], claimed: ['src/a.ts'] };
const critic: CriticInput = {
  brief: { ...sampleBrief, siblings: ['API-2: Count requests'] },
  token: 'tok',
  files,
  developerSignal: 'READY_FOR_REVIEW: API-1\n\nSummary: done',
  dimensions: reviewDimensions,
  context: {
    ticketPath: 't.md',
    epicPath: 'e.yaml',
    branch: 'ticket/API-1',
    baseCommit: 'b'.repeat(40),
    finalCommit: 'f'.repeat(40),
    testSuite: 'passing',
    claimedMet: ['AC1'],
    revisionCount: 0,
    previous: null,
  },
};
const proved = ['unit tests: 18 tests: 17 as at base, 1 new'];

/** The whole prompt of a role, its agent file included. */
function promptOf(role: string, sections: readonly Section[]): string {
  const text = readFileSync(new URL(`../../agents.d/${role}.md`, import.meta.url), 'utf8');
  const agentFile = text.slice(text.indexOf('\n# ') + 1);
  return renderPrompt(sections, { delimiter: sampleDelimiter, agentFile });
}

const developer = promptOf(
  'developer',
  developerAssignment({ brief: critic.brief, token: 'tok', ...people }),
);
const prompts = {
  developer,
  critic: promptOf('critic', criticAssignment({ ...critic, proved })),
  auditor: promptOf('auditor', auditorAssignment({ ...critic, assessment: 'fine', proved })),
};

/** Bytes of our own words, rounded up; on 2026-11-17 they were 4,020, 9,594 and 4,841 with less said. */
const most = { developer: 4_100, critic: 7_900, auditor: 4_300 };

test.each(['developer', 'critic', 'auditor'] as const)(
  'TRIAL-02 the prompt of the %s says each rule once and stays short',
  (role) => {
    const { outside } = partsOf(prompts[role], sampleDelimiter);
    const rules = outside.filter((line) => line.length > 30).map((line) => line.replace(/^(?:\d+\.|-) /, ''));
    expect(rules.filter((line, at) => rules.indexOf(line) !== at)).toEqual([]);
    expect(Buffer.byteLength(outside.join('\n'))).toBeLessThan(most[role]);
    expect(prompts[role]).not.toContain('reads like an instruction');
  },
);

test('TRIAL-02 judges are told what checks proved, and a critic what changed since the last review, as git has it', () => {
  expect(prompts.auditor).toContain(`> - ${proved[0]}`);
  const diff = 'diff --git a/a b/a\nindex 1a2b..3c4d 100644\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y  \n';
  const again = criticAssignment({ ...critic, since: { commit: 'c'.repeat(40), diff } });
  const prompt = promptOf('critic', again);
  expect(prompt).toContain(`The last review was of ${'c'.repeat(40)}.`);
  expect(prompt).toContain('> @@ -1 +1 @@\n> -x\n> +y  \n');
  expect(prompt).not.toContain('index 1a2b');
  expect(prompts.critic).not.toContain('Changed Since the Last Review');
});

test.each(['critic', 'auditor'] as const)(
  'TRIAL-02 the %s knows the ticket, the other tickets and how to see the base version of a file',
  (role) => {
    const { ticket } = critic.brief;
    const given = { ...critic, files: { ...files, diff: '+y\n' } };
    const sections =
      role === 'critic' ? criticAssignment(given) : auditorAssignment({ ...given, assessment: 'fine' });
    expect(promptOf(role, sections)).toContain('Lines with - are the base version');
    expect(prompts[role]).toContain(`> ${ticket.title}\n>\n> ${ticket.description.split('\n')[0]}`);
    expect(prompts[role]).toContain('> - API-2: Count requests');
    expect(prompts[role]).toContain('\nNotes:\n');
  },
);

test.each(['critic', 'auditor'] as const)(
  'TRIAL-02 the %s is told what people decided about the ticket, as the developer was',
  (role) => {
    const said = {
      answers: [{ question: 'q', answer: 'only v2', by: 'Ann' }],
      notes: [{ text: 'AC1 is narrower', by: 'Ben' }],
    };
    const given = { ...critic, people: said, assessment: 'fine' };
    const sections = role === 'critic' ? criticAssignment(given) : auditorAssignment(given);
    expect(promptOf(role, sections)).toMatch(
      /Decided by People\n[^]*> - Ann: only v2\n> - Ben: AC1 is narrower\n/,
    );
    expect(prompts[role]).not.toContain('Decided by People');
  },
);

test('TRIAL-02 a developer knows its base, the other tickets and where to say what it decided', () => {
  const brief = { ...critic.brief, base: { commit: 'a'.repeat(40), red: ['lint'] } };
  const prompt = promptOf('developer', developerAssignment({ brief, token: 'tok', ...people }));
  expect(prompt).toContain(`The work began at commit ${'a'.repeat(40)}.`);
  expect(prompt).toMatch(/these do not pass, which is not your doing:\n\n\w+ BEGIN\n> - lint\n/);
  expect(prompt).toContain('### Other Tickets of This Epic');
  expect(prompt).toContain('> - API-2: Count requests');
  expect(prompt).toContain('\nNotes:\n');
});

test('TRIAL-02 work that comes back is told once what to do, with the commit its lines are of', () => {
  const feedback = {
    ...sampleFeedback,
    findings: [sampleFinding],
    requiredFixes: ['Reset it every minute.', 'Say so in the document'],
    revisionNotes: 'reset it every minute',
    dimensionScores: [{ dimension: 'code_quality', score: 60, reason: 'reset it every minute' }],
  };
  const input = { brief: sampleBrief, token: 'tok', ...people, judged: 'd'.repeat(40) };
  const sections = reworkAssignment({ ...input, feedbacks: [feedback], filesModified: ['src/a.ts'] });
  const prompt = promptOf('developer', sections);
  expect(prompt.match(/reset it every minute/gi)).toHaveLength(1);
  expect(prompt).toContain('> - Say so in the document');
  expect(prompt).toContain('> - code_quality: 60/100\n');
  const scored = { ...feedback, findings: [], requiredFixes: [], revisionNotes: null };
  const alone = reworkAssignment({ ...input, feedbacks: [scored], filesModified: [] });
  expect(promptOf('developer', alone)).toContain('> - code_quality: 60/100 - reset it every minute');
  expect(prompt).toContain(
    `Commit ${'d'.repeat(40)} was judged last: line numbers of the newest attempt refer to that commit.`,
  );
});

test('TRIAL-02 after a merge the critic is told that the work of the ticket is the one it was', () => {
  const told = (isOnlyMerged: boolean): string =>
    sinceSections({ commit: 'c'.repeat(40), diff: '+x', isOnlyMerged })
      .flatMap(({ parts }) => parts)
      .flatMap((part) => (part.kind === 'words' ? part.lines : []))
      .join(' ');
  expect(told(true)).toContain('The work of this ticket is the same as then');
  expect(told(false)).toContain('merged work of others included');
});
