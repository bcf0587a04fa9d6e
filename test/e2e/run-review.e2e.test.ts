// The way of a ticket through critic and auditor: what each is told, and what becomes of what they say.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { auditFailed, ready, reviewFailed, reviewPassed } from '../support/answers.ts';
import { type Ended, EpicRun, epicId } from '../support/epic-run.ts';
import { root } from '../source.ts';

/** Others may be using the machine too. */
const PATIENCE = 300_000;

let epic: EpicRun;
let ended: Ended;
let whileJudged: { readonly status: string; readonly events: readonly { type: string; run?: number }[] };
let points: readonly string[];

beforeAll(async () => {
  epic = new EpicRun({
    epic: {
      environments: [{ id: 'local' }, { id: 'spare', prefix: ['env', 'SPARE=1'] }],
      coordination: { prohibited: [{ path: 'frozen.txt', reason: 'frozen until 2.0' }] },
    },
    tickets: [
      {
        id: 'OK',
        description: 'Lay the first part.',
        acceptance: [
          { id: 'AC1', text: 'the part is there', verify: 'test -s parts/OK.txt' },
          { id: 'AC2', text: 'nobody forgets the salt' },
        ],
      },
      { id: 'REVIEWED' },
      { id: 'AUDITED' },
    ],
    playbook: [
      {
        role: 'developer',
        ticket: 'OK',
        write: { 'parts/OK.txt': 'part\n', 'parts/unsaid.txt': 'beside\n' },
        say: ready(['parts/OK.txt: the part', 'parts/ghost.txt: was never touched']),
      },
      { role: 'critic', ticket: 'OK', hold: 'critic', say: reviewPassed({ Summary: 'plain as bread' }) },
      {
        role: 'critic',
        ticket: 'REVIEWED',
        attempt: 0,
        say: reviewFailed(
          ['parts/REVIEWED.txt:1: swallows the salt'],
          ['put the salt in the bowl'],
          'MEDIUM',
        ),
      },
      {
        role: 'auditor',
        ticket: 'AUDITED',
        attempt: 0,
        say: auditFailed(['AC1: FAILED - the part is empty of meaning'], {
          'Issues Found': ['parts/AUDITED.txt:1: means nothing'],
        }),
      },
    ],
  });
  const mileposts = join(epic.folder, 'mileposts');
  const running = epic.start(['run', 'epic.yaml', '--no-input'], { GAUNTLET_MILEPOSTS: mileposts });
  await epic.until('held critic');
  const status = await epic.ask('status', '--json', epicId);
  whileJudged = { status: status.stdout, events: await epic.look() };
  epic.letGo('critic');
  ended = await running.ended;
  await epic.look();
  points = readFileSync(mileposts, 'utf8').split('\n');
}, PATIENCE);
afterAll(() => epic.remove());

/** What stands below a heading of a prompt, up to the next one. */
function below(prompt: string | undefined, heading: string): string {
  const [, after = ''] = (prompt ?? '').split(`\n### ${heading}\n`);
  return after.split('\n### ')[0] ?? '';
}

function headings(prompt: string | undefined): readonly string[] {
  return [...(prompt ?? '').matchAll(/^##+ (.+)$/gm)].map((match) => match[1] ?? '');
}

test('all three land in the end', () => {
  expect(ended.code).toBe(0);
  expect(epic.landed().toSorted()).toEqual(['AUDITED', 'OK', 'REVIEWED']);
});

test('FLOW-01 000#2 a ticket that is ready gets a critic who is told ticket, files, signal, focus and closing lines', async () => {
  const [prompt] = epic.prompts('OK', 'review');
  expect(prompt).toContain('\nTask ID: OK\n');
  expect(below(prompt, 'Files to Review')).toContain('> - parts/OK.txt');
  const said = below(prompt, 'Developer READY_FOR_REVIEW Signal');
  expect(said).toContain('> READY_FOR_REVIEW: OK');
  expect(said).toContain('parts/ghost.txt');
  expect(below(prompt, 'Review Focus').match(/^- .+$/gm)).toEqual([
    '- Code quality and best practices',
    '- Error handling patterns',
    '- Naming conventions',
    '- Architectural consistency',
    '- Project standards compliance',
  ]);
  const critic = (await epic.starts()).find(({ role, ticket }) => role === 'critic' && ticket === 'OK');
  expect(critic?.token).toMatch(/^\w{24}$/);
  const closing = below(prompt, 'Required Output Signal');
  expect(closing).toContain('You MUST end your review with one of:');
  expect(closing).toContain(`\`REVIEW_PASSED: OK ${critic?.token}\``);
  expect(closing).toContain(`\`REVIEW_FAILED: OK ${critic?.token}\``);
});

test('FLOW-02 000#4 the dispatch is durable before the critic starts, and the ticket shows as being reviewed', () => {
  const [review] = epic.runs('OK', 'review');
  // Another process reads it while the critic is at work.
  expect(whileJudged.events).toContainEqual(review);
  expect(review).toMatchObject({ type: 'critic_dispatched', ticket: 'OK' });
  expect(review?.at).toBeGreaterThan(1_700_000_000_000);
  const value = JSON.parse(whileJudged.status) as {
    status: string;
    tickets: { id: string; status: string }[];
  };
  expect(value.status).toBe('running');
  expect(value.tickets.find(({ id }) => id === 'OK')?.status).toBe('reviewing');
  // And not by luck: for every agent the append was over before anything of its stage began.
  for (const ticket of ['OK', 'REVIEWED', 'AUDITED']) {
    for (const stage of ['develop', 'review', 'audit'] as const) {
      for (const { run, seq } of epic.runs(ticket, stage)) {
        const appended = points.findIndex((point) => Number(/^appended (\d+)$/.exec(point)?.[1]) >= seq);
        expect(appended).toBeGreaterThan(-1);
        expect(points.indexOf(`before ${stage} ${ticket} ${run}`)).toBeGreaterThan(appended);
      }
    }
  }
});

test('FLOW-03 000#9 a review that passed sends the ticket to audit, and its assessment to the auditor', () => {
  const story = epic.story('OK');
  expect(story.indexOf('auditor_dispatched')).toBeGreaterThan(story.indexOf('critic_pass'));
  const assessment = below(epic.prompts('OK', 'audit')[0], 'Critic Assessment (PASSED)');
  for (const word of ['COMPLIANT', 'ADEQUATE', 'CONSISTENT', 'ALIGNED', 'plain as bread'])
    expect(assessment).toContain(word);
});

test('FLOW-04 000#10 a review that failed is counted, and the developer is sent again with issues, fixes and priority', () => {
  expect(epic.of('REVIEWED', 'critic_fail')).toHaveLength(1);
  expect(epic.of('REVIEWED', 'ticket_sent_back')).toMatchObject([{ kind: 'review' }]);
  const [, rework] = epic.prompts('REVIEWED', 'develop');
  expect(epic.runs('REVIEWED', 'develop').map(({ type, attempt }) => [type, attempt])).toEqual([
    ['developer_dispatched', 0],
    ['developer_rework_dispatched', 1],
  ]);
  expect(below(rework, 'Issues Found')).toContain('parts/REVIEWED.txt:1 review: swallows the salt');
  expect(below(rework, 'Required Fixes')).toContain('> - put the salt in the bowl');
  expect(below(rework, 'REVISION REQUIRED')).toContain('Priority: MEDIUM');
  expect(epic.of('REVIEWED', 'auditor_dispatched')).toHaveLength(1);
});

test('FLOW-05 000#11 the auditor gets criteria, files, assessment, commands for each environment, and three signals', () => {
  const [prompt] = epic.prompts('OK', 'audit');
  expect(below(prompt, 'Acceptance Criteria')).toContain(
    '> - AC1: the part is there (verify: test -s parts/OK.txt)\n> - AC2: nobody forgets the salt',
  );
  expect(below(prompt, 'Files to Verify')).toContain('> - parts/OK.txt');
  expect(below(prompt, 'Verification Commands')).toContain(
    "> - parts (local): sh check.sh\n> - parts (spare): env SPARE=1 sh -c 'sh check.sh'",
  );
  const names = [...below(prompt, 'Required Output Signal').matchAll(/`([A-Z_]+): OK \w{24}`/g)];
  expect(names.map((match) => match[1])).toEqual(['AUDIT_PASSED', 'AUDIT_FAILED', 'AUDIT_BLOCKED']);
});

test('FLOW-06 000#14 an audit that passed leads to landing, one that failed counts and leads to rework', () => {
  const story = epic.story('OK');
  for (const [before, after] of [
    ['auditor_pass', 'claim_confirmed'],
    ['claim_confirmed', 'merged'],
    ['merged', 'landing_started'],
    ['landing_started', 'task_complete'],
  ] as const)
    expect(story.indexOf(after)).toBeGreaterThan(story.indexOf(before));
  expect(epic.of('AUDITED', 'auditor_fail')).toMatchObject([
    { findings: expect.arrayContaining(['AC1']) as string[] },
  ]);
  expect(epic.of('AUDITED', 'ticket_sent_back')).toMatchObject([{ kind: 'audit' }]);
  const [, rework] = epic.prompts('AUDITED', 'develop');
  expect(below(rework, 'Failed Criteria')).toContain('AC1');
  expect(below(rework, 'Failed Criteria')).toContain('the part is empty of meaning');
  // The work goes past the critic again before it is audited again.
  expect(epic.of('AUDITED', 'critic_dispatched')).toHaveLength(2);
  expect(epic.of('AUDITED', 'auditor_pass')).toHaveLength(1);
});

test('FLOW-13 prompts of judges are the agent file, a rule, and the founding headings in their order', () => {
  const agentFile = (name: string): string => {
    const [, , text = ''] = readFileSync(join(root, `agents.d/${name}.md`), 'utf8').split(/^---\n/m);
    return text.trim();
  };
  const [review] = epic.prompts('OK', 'review');
  const [audit] = epic.prompts('OK', 'audit');
  expect(review?.startsWith(`${agentFile('critic')}\n\n---\n\n## Review Assignment\n`)).toBe(true);
  expect(audit?.startsWith(`${agentFile('auditor')}\n\n---\n\n## Audit Assignment\n`)).toBe(true);
  const inOrder = (all: readonly string[], wanted: readonly string[]): readonly string[] =>
    all.filter((heading) => wanted.includes(heading));
  const founding = [
    'Review Assignment',
    'Files to Review',
    'Developer READY_FOR_REVIEW Signal',
    'Review Focus',
    'Required Output Signal',
  ];
  expect(inOrder(headings(review), founding)).toEqual(founding);
  const foundingAudit = [
    'Audit Assignment',
    'Acceptance Criteria',
    'Files to Verify',
    'Critic Assessment (PASSED)',
    'Verification Commands',
    'Required Output Signal',
  ];
  expect(inOrder(headings(audit), foundingAudit)).toEqual(foundingAudit);
  expect(review?.trimEnd().endsWith('Begin review.')).toBe(true);
  expect(audit?.trimEnd().endsWith('Begin audit.')).toBe(true);
});

test("FLOW-13 the files a judge gets are git's, and what the developer said differently is shown to both", () => {
  for (const [prompt, heading] of [
    [epic.prompts('OK', 'review')[0], 'Files to Review'],
    [epic.prompts('OK', 'audit')[0], 'Files to Verify'],
  ] as const) {
    const [all = '', rest = ''] = below(prompt, heading).split('Changed, but not named by the developer:');
    expect(all.match(/^> - .+$/gm)).toEqual(['> - parts/OK.txt', '> - parts/unsaid.txt']);
    const [unsaid = '', ghost = ''] = rest.split('Named by the developer, but not changed:');
    expect(unsaid.match(/^> - .+$/gm)).toEqual(['> - parts/unsaid.txt']);
    expect(ghost.match(/^> - .+$/gm)).toEqual(['> - parts/ghost.txt']);
  }
});
