// Founding document 004, played once from the first round to the person's answer at a terminal.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { writeFindingsDocument } from '../../src/formats/index.ts';
import { environmentIn } from '../support/cli-place.ts';
import { patience } from '../support/epic-run.ts';
import { handIn, planAgents, reviewOf } from '../support/review-agents.ts';
import { type Reviewed, ReviewRepo } from '../support/review-repo.ts';
import { sharedCli } from '../support/shared-cli.ts';

const document = (round: number) =>
  writeFindingsDocument({
    ticket: '1.2',
    round,
    reviewer: 'Agent (Fresh Context)',
    date: '2026-01-01 12:00',
    branch: 'story-1-2-log-in',
    findings: [
      {
        severity: 'HIGH',
        category: 'Incomplete implementation',
        title: `Passwords are not checked, seen in round ${round}`,
        file: 'src/login.ts',
        line: 1,
        problem: `login() returns true for every password (${round})`,
        impact: 'Anybody gets in',
        fix: 'Compare the hash',
      },
      {
        severity: 'LOW',
        category: 'Naming',
        title: 'Unclear name',
        file: 'src/login.ts',
        line: 1,
        problem: 'f says nothing',
        impact: 'Slow reading',
        fix: 'Call it login',
      },
    ],
    recommendation: 'fix',
  });

const fixes = [1, 2].map((round) => [
  {
    write: { 'src/login.ts': `export const f = true; // try ${round}\n` },
    commit: `fix: address code review round ${round} - try ${round}`,
    say: handIn('1.2'),
  },
]);

const settings = `review: { path: 'docs/progress/story-{id}-review-findings-round-{n}.md' }
verify: [{ id: unit, run: 'sh test/unit.sh' }]
`;

let repo: ReviewRepo;
let config: string;
let remoteBefore: string;
let screen: string;
let code: number | null;
/** The JSON and the report of plain reviews after the person's answer: no story, no fixer. */
let later: Reviewed & { readonly decided: unknown };
let report: string;

beforeAll(async () => {
  repo = new ReviewRepo();
  repo.commit('base', { 'README.md': 'hello\n', 'test/unit.sh': 'test -f README.md\n' });
  const origin = join(repo.folder, 'origin.git');
  repo.git('clone', '--quiet', '--bare', '.', origin);
  repo.git('remote', 'add', 'origin', origin);
  repo.git('fetch', '--quiet', 'origin');
  repo.git('checkout', '--quiet', '-b', 'story-1-2-log-in');
  repo.commit('work', {
    'src/login.ts': 'export const f = true;\n',
    'docs/story-1.2-log-in.md': '# Story 1.2: Log in\n\n- AC1: a wrong password is refused\n',
  });
  // The local main is ahead of the remote's: the remote's counts.
  repo.git('branch', '--force', 'main', 'HEAD');
  remoteBefore = repo.git('ls-remote', 'origin');
  const reviewer = [1, 2, 3].map((round) => [{ say: document(round) }]);
  config = planAgents(repo.folder, { reviewer, fixer: fixes }, settings);
  const args = [
    'review',
    '--fix',
    '--base',
    'main',
    '--story',
    'docs/story-1.2-log-in.md',
    '--config',
    config,
  ];
  ({ screen, code } = await atTerminal(args));
  const plain = ['--base', 'main', '--config', config];
  later = (await repo.review(...plain)) as typeof later;
  report = (await repo.gauntlet('review', ...plain, '--format', 'markdown', '--no-input')).stdout;
}, patience);
afterAll(() => repo.remove());

/** Runs the command at a terminal; the person accepts, first without a reason. No variable says who they are. */
async function atTerminal(args: readonly string[]): Promise<{ screen: string; code: number | null }> {
  const words = [process.execPath, sharedCli(), ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', words, '/dev/null'], {
    cwd: repo.repository,
    env: { ...environmentIn(repo.folder), GAUNTLET_USER: '', USER: '', TERM: 'xterm', SHELL: '/bin/sh' },
  });
  let seen = '';
  const answers: [string, string][] = [
    ['and why.', 'b\n'],
    ['needs a reason', 'it is only a demo\n'],
  ];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
    const [next] = answers;
    if (next === undefined || !seen.includes(next[0])) return;
    answers.shift();
    child.stdin.write(next[1]);
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('close', resolve);
  return { code: await promise, screen: seen.replaceAll('\r', '') };
}

const page = (round: number) => repo.read(`docs/progress/story-1.2-review-findings-round-${round}.md`) ?? '';

/** What the agent of a run was asked; reviewers and fixers take turns. */
async function prompt(run: number): Promise<string> {
  return (await repo.ask('logs', 'story-1-2-log-in', '--run', String(run), '--prompt')).stdout;
}

test('004#1 three review rounds with two fixes, then a person', async () => {
  const { stdout } = await repo.ask('events', 'story-1-2-log-in');
  const steps = [
    ...stdout.matchAll(/ (reviewer_dispatched|fixer_delivered|ticket_escalated|decision_answered) /g),
  ];
  expect(steps.map(([, name]) => name)).toEqual([
    'reviewer_dispatched',
    'fixer_delivered',
    'reviewer_dispatched',
    'fixer_delivered',
    'reviewer_dispatched',
    'ticket_escalated',
    'decision_answered',
  ]);
});

test('004#2 every reviewer is told the story, the branches and its round, and nothing of earlier rounds', async () => {
  const third = await prompt(7);
  expect(third).toMatch(/1\.2[^]*Log in/);
  expect(third).toMatch(/Round: 3/);
  expect(third).toContain('story-1-2-log-in');
  expect(third).toContain('origin/main');
  expect(third).toContain('docs/story-1.2-log-in.md');
  expect(third).not.toMatch(/returns true for every password|seen in round/);
});

test('004#3 the findings document has the format of the document, numbered through, with the counts', () => {
  expect(page(1)).toMatch(
    /^# Story 1\.2 Code Review Findings - Round 1\n\n\*\*Reviewer:\*\* Agent \(Fresh Context\)\n/,
  );
  expect(page(1)).toMatch(/\*\*Date:\*\* \d{4}-\d\d-\d\d \d\d:\d\d\n\*\*Branch:\*\* story-1-2-log-in\n/);
  const headings = page(1).match(/^##.*$/gm);
  expect(headings).toEqual([
    '## Critical Issues (Must Fix)',
    '## Important Issues (Should Fix)',
    '## Minor Issues (Nice to Have)',
    '## Summary',
  ]);
  // The third one: no check notices the change.
  expect(page(1).match(/^\d+\. /gm)).toEqual(['1. ', '2. ', '3. ']);
  expect(page(1)).toContain(
    '- **Total findings:** 3\n- **Critical:** 0\n- **Important:** 1\n- **Minor:** 2\n',
  );
});

test('004#4 a finding keeps the reviewer’s description apart from the problem', () => {
  expect(page(2)).toContain(
    '1. **[Incomplete implementation]:** Passwords are not checked, seen in round 2\n',
  );
  expect(page(2)).toContain('   - **Problem:** login() returns true for every password (2)\n');
  expect(page(2)).toContain('   - **Impact:** Anybody gets in\n   - **Fix:** Compare the hash\n');
});

test('004#4 terminal, JSON and the fixer’s prompt have description, problem and impact of a finding', async () => {
  expect(screen).toContain('src/login.ts:1  Passwords are not checked, seen in round 3\n');
  expect(screen).toContain('problem: login() returns true for every password (3)\n');
  expect(screen).toContain('impact: Anybody gets in\n');
  const [finding] = later.findings;
  expect(finding).toMatchObject({
    title: 'Passwords are not checked, seen in round 3',
    message: 'login() returns true for every password (3)',
    impact: 'Anybody gets in',
  });
  const told = await prompt(2);
  for (const text of ['Passwords are not checked, seen in round 1', 'Impact: Anybody gets in'])
    expect(told).toContain(text);
});

test('004#5 documents are at docs/progress/story-{id}-…: the id is the heading’s, and story- is not doubled', () => {
  const names = readdirSync(join(repo.repository, 'docs/progress'));
  expect(names.toSorted()).toEqual([1, 2, 3].map((round) => `story-1.2-review-findings-round-${round}.md`));
});

test('004#8 after the last round the person sees the counts, the document and the options a, b and c', () => {
  expect(screen).toMatch(
    /After 3 review rounds findings remain:\n- Critical: 0\n- Important: 1\n- Minor: 2\n/,
  );
  expect(screen).toContain('Findings document: docs/progress/story-1.2-review-findings-round-3.md');
  expect(screen).toMatch(/Options:\na\) [^\n]+\nb\) [^\n]+\nc\) [^\n]+\n/);
});

test('004#10 accepting at the terminal asks for the reason, and is recorded with it for git’s user', async () => {
  expect(screen).toContain('accept needs a reason: it is recorded with your name\n');
  expect(code).toBe(0);
  const { stdout } = await repo.ask('events', 'story-1-2-log-in');
  expect(stdout).toMatch(/decision_answered question=\d+ choice=accept by=Tester why=it is only a demo/);
  expect(screen).toContain('accepted by Tester: it is only a demo\n');
});

test('004#10 result, status and report say who accepted and why, and a later review keeps the acceptance', async () => {
  const accepted = { choice: 'accept', by: 'Tester', why: 'it is only a demo' };
  expect(later).toMatchObject({ status: 'accepted', exitCode: 0, decided: accepted });
  expect(report).toContain('- accepted by Tester: it is only a demo\n');
  const status = await repo.ask('status', 'story-1-2-log-in');
  expect(status.stdout).toContain('accepted by Tester: it is only a demo\n');
});

test('004#12 the fixer is told the findings, the rules, the message of its commits and the check commands', async () => {
  const told = await prompt(2);
  for (const text of [
    'login() returns true for every password (1)',
    'Fix ALL Critical and Important findings',
    'fix: address code review round 1 - ',
    'sh test/unit.sh',
    'Run the tests after each fix',
    'docs/story-1.2-log-in.md',
  ])
    expect(told).toContain(text);
  expect(repo.git('log', '-2', '--format=%s')).toBe(
    'fix: address code review round 2 - try 2\nfix: address code review round 1 - try 1',
  );
});

test('004#15 fixes stay local, and the branch is compared with the remote’s base', async () => {
  expect(repo.git('ls-remote', 'origin')).toBe(remoteBefore);
  const { stdout } = await repo.ask('events', 'story-1-2-log-in');
  expect(stdout).toContain(`from=${repo.git('rev-parse', 'origin/main')}`);
});

describe('a findings document is read, not believed', () => {
  type Parsed = { readonly verdict: string; readonly findings: readonly { readonly severity: string }[] };
  const parse = async (text: string): Promise<Parsed> => {
    repo.write({ 'findings.md': text });
    const args = ['parse', '--as', 'findings', '--ticket', '1.2', '--json', 'findings.md'];
    return JSON.parse((await repo.gauntlet(...args)).stdout) as Parsed;
  };

  test('004#6 findings are counted from the list: a summary that claims less changes nothing, a cut document is none', async () => {
    const text = document(1).replace('- **Important:** 1', '- **Important:** 0');
    expect((await parse(text)).verdict).not.toBe('clean');
    const whole = await parse(document(1));
    expect([whole.verdict, whole.findings.length]).toEqual(['unclean', 2]);
    expect((await parse(text.slice(0, text.indexOf('## Important')))).verdict).toBe('unknown');
  });

  test('004#7 the category decides: a security vulnerability that is filed as minor has to be fixed', async () => {
    for (const named of [
      '[Security vulnerability]:**',
      '[Path traversal]:**',
      '[Naming]:** SQL injection,',
      '[Pre-commit hook]:** is bypassed by',
      '[Tests]:** missing critical tests,',
    ]) {
      const { findings } = await parse(document(1).replace('[Naming]:**', named));
      expect(findings.map(({ severity }) => severity)).toContain('CRITICAL');
    }
    const { findings } = await parse(
      document(1).replace('[Naming]:**', '[Documentation]:** No data loss here,'),
    );
    expect(findings.map(({ severity }) => severity)).not.toContain('CRITICAL');
  });
});

test(
  '004#12 commits of a fixer stay, and what it left uncommitted is one commit more',
  async () => {
    const other = new ReviewRepo();
    try {
      other.commit('base', { 'src/login.ts': 'export {};\n' });
      other.git('checkout', '--quiet', '-b', 'story-1-2-log-in');
      other.commit('work', {
        'src/login.ts': 'export const f = true;\n',
        'docs/story-1.2-log-in.md': '# Log in\n',
      });
      const story = 'docs/story-1.2-log-in.md';
      const wanted = 'fix: address code review round 1 -';
      const commit = (name: string) =>
        `echo '// ${name}' >>src/login.ts; git -c user.name=F -c user.email=f@x.invalid commit -qam '${wanted} ${name}'`;
      const run = [commit('one'), commit('two'), "echo '// left' >>src/login.ts"];
      const place = planAgents(other.folder, {
        reviewer: [[{ say: document(1) }], [{ say: reviewOf('1.2', 2, []) }]],
        fixer: [[{ run, say: handIn('1.2') }]],
      });
      await other.review('--fix', '--base', 'main', '--story', story, '--config', place);
      expect(other.git('log', '-4', '--format=%s').split('\n')).toEqual([
        `${wanted} findings of the review`,
        `${wanted} two`,
        `${wanted} one`,
        'work',
      ]);
      expect(other.git('show', 'HEAD:src/login.ts')).toContain('// left');
    } finally {
      other.remove();
    }
  },
  patience,
);

test(
  '004#10 after decide --accept a plain review says accepted, by whom and why, and asks no agent',
  async () => {
    const other = new ReviewRepo();
    try {
      other.commit('base', { 'src/login.ts': 'export {};\n' });
      other.git('checkout', '--quiet', '-b', 'story-1-2-log-in');
      other.commit('work', { 'src/login.ts': 'export const f = () => true;\n' });
      const fixer = [[{ say: handIn('1.2') }]];
      const place = planAgents(other.folder, { reviewer: [[{ say: document(1) }]], fixer });
      const plain = ['--base', 'main', '--config', place];
      expect(await other.review('--fix', '--rounds', '1', ...plain)).toMatchObject({ exitCode: 3 });
      const args = ['decide', 'story-1-2-log-in', '--accept', '--reason', 'only a demo'];
      expect((await other.gauntlet(...args)).stdout).toContain('recorded as ada');
      const decided = { choice: 'accept', by: 'ada', why: 'only a demo' };
      expect(await other.review(...plain)).toMatchObject({ status: 'accepted', exitCode: 0, decided });
      const as = async (format: string) =>
        (await other.gauntlet('review', ...plain, '--format', format)).stdout;
      expect(await as('junit')).toContain('name="Open findings accepted by ada: only a demo"');
      expect(await as('github')).toMatch(
        /^::warning title=gauntlet::\d not fixed, accepted by ada: only a demo$/m,
      );
      const { stdout } = await other.ask('events', 'story-1-2-log-in');
      expect(stdout.match(/reviewer_dispatched/g)).toHaveLength(1);
    } finally {
      other.remove();
    }
  },
  patience,
);

test(
  '004#4 a finding of a scan has its impact in the document of the round, the terminal and JSON',
  async () => {
    const other = new ReviewRepo();
    try {
      const trusting = 'scans: { severity: { SAFE-002: HIGH } }\n';
      other.commit('base', { 'src/client.js': 'export {};\n', 'gauntlet.yaml': `version: 1\n${trusting}` });
      other.git('checkout', '--quiet', '-b', 'story-1-2-log-in');
      const trustingAll =
        "import https from 'node:https';\nexport const agent = new https.Agent({ rejectUnauthorized: false });\n";
      other.commit('work', { 'src/client.js': trustingAll });
      const said = document(1).replaceAll('src/login.ts', 'src/client.js');
      const place = planAgents(other.folder, { reviewer: [[{ say: said }]] }, trusting);
      const { findings } = await other.review('--base', 'main', '--config', place);
      const impact = findings.find(({ rule }) => rule === 'SAFE-002')?.impact ?? '';
      expect(impact).not.toBe('');
      const { stdout } = await other.gauntlet('review', '--base', 'main', '--no-agents');
      expect(stdout).toContain(`impact: ${impact.slice(0, 30)}`);
      const page = other.read('.gauntlet/reviews/story-1-2-log-in/round-1.md') ?? '';
      expect(page).toContain(`- **Impact:** ${impact.slice(0, 30)}`);
    } finally {
      other.remove();
    }
  },
  patience,
);
