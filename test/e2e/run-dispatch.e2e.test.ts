// From the epic file to developers at work: what is refused, who starts when, where, and what they are told.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { type Ended, EpicRun, type World } from '../support/epic-run.ts';

/** Others may be using the machine too. */
const PATIENCE = 300_000;

function refused(world: Partial<World>): EpicRun {
  const epic = new EpicRun({ tickets: [{ id: 'A' }], ...world });
  onTestFinished(() => epic.remove());
  return epic;
}

/** Every file of a folder with what is in it, and every ref. */
function everything(epic: EpicRun): readonly string[] {
  const files = readdirSync(epic.repository, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file} ${statSync(file).mtimeMs} ${readFileSync(file, 'latin1')}`);
  return [...texts, epic.git('for-each-ref')];
}

describe('before anything is started', () => {
  test('DISPATCH-01 a bad epic and a bad configuration are refused with every error, its place and a hint', async () => {
    const epic = refused({
      tickets: [
        { id: 'A', titel: 'x' },
        { id: 'B', needs: ['Z'] },
      ],
      config: { depht: 'quick' },
    });
    const before = everything(epic);
    const { code, stderr, stdout } = await epic.run();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('nothing was started');
    expect(stderr).toMatch(
      /epic\.yaml:\d+:\d+ tickets\[0\]\.titel: unknown key "titel"\n {2}hint: did you mean "title"\?/,
    );
    expect(stderr).toMatch(/epic\.yaml:\d+:\d+ .*"Z"/);
    expect(stderr).toMatch(
      /gauntlet\.yaml:\d+:\d+ depht: unknown key "depht"\n {2}hint: did you mean "depth"\?/,
    );
    expect(await epic.starts()).toEqual([]);
    expect(epic.git('for-each-ref', 'refs/heads/epic', 'refs/gauntlet')).toBe('');
    expect(everything(epic).filter((file) => !file.includes('.git/gauntlet/')).length).toBe(before.length);
  });

  test('DISPATCH-02 circles, double ids, ids unfit for a branch and missing criteria are refused by name', async () => {
    const epic = refused({
      tickets: [
        { id: 'A', needs: ['B'] },
        { id: 'B', needs: ['A'] },
        { id: 'C' },
        { id: 'C' },
        { id: 'has space' },
        { id: 'D.lock' },
        { id: 'E..F' },
        { id: 'G', acceptance: [] },
        { id: 'case' },
        { id: 'CASE' },
      ],
    });
    const { code, stderr } = await epic.run();
    expect(code).toBe(2);
    expect(stderr).toMatch(/A → B → A|B → A → B/);
    for (const name of ['"C"', '"has space"', '"D.lock"', '"E..F"', 'G', '"CASE"'])
      expect(stderr).toContain(name);
    expect(stderr).toMatch(/acceptance/);
    expect(await epic.starts()).toEqual([]);
  });

  test.each([
    ['ticket', 'a branch "ticket" exists'],
    ['ticket/A', 'the branch "ticket/A" exists'],
    ['ticket/A/b', 'the branch "ticket/A/b" exists'],
    ['epic', 'a branch "epic" exists'],
    ['epic/e1', 'the branch "epic/e1" exists'],
  ])(
    'DISPATCH-13 a branch %s that this epic did not create is refused and left where it is',
    async (branch, words) => {
      const epic = refused({});
      epic.git('branch', branch);
      epic.git('commit', '--quiet', '--allow-empty', '--message=later');
      const before = epic.git('for-each-ref');
      const { code, stderr } = await epic.run();
      expect(code).toBe(6);
      expect(stderr).toContain(words);
      expect(epic.git('for-each-ref')).toBe(before);
      expect(await epic.starts()).toEqual([]);
    },
  );

  test('LOOP-07 004#16 a dry run prints every agent that could be sent and the worst case, writes nothing and starts nothing', async () => {
    const epic = refused({
      tickets: [{ id: 'A' }, { id: 'B', needs: ['A'], review: false }],
      config: { limits: { maxRevisions: 1 }, audit: { enabled: true, maxFixRounds: 1 } },
    });
    const before = everything(epic);
    const { code, stdout } = await epic.gauntlet('run', 'epic.yaml', '--dry-run');
    expect(code).toBe(0);
    const spawns = [...stdout.matchAll(/^\[DRY-RUN\] Would spawn ([\w ]+) for (\S+) round (\d+)$/gm)].map(
      (match) => match.slice(1).join(' '),
    );
    expect(spawns).toEqual([
      ...[1, 2, 3].flatMap((round) => [`remediator remediation:1 ${round}`, `critic remediation:1 ${round}`]),
      'developer A 1',
      'critic A 1',
      'auditor A 1',
      'developer A 2',
      'critic A 2',
      'auditor A 2',
      'developer B 1',
      'developer B 2',
      ...[1, 2].flatMap((round) => [
        `requirements auditor audit:run ${round}`,
        `technical auditor audit:run ${round}`,
      ]),
      'fixer audit:run 1',
      'critic of the fix audit:run 1',
    ]);
    expect(stdout).toMatch(
      new RegExp(`^at most ${spawns.length} agent runs, estimated cost \\$[\\d.]+`, 'm'),
    );
    expect(everything(epic)).toEqual(before);
    expect(await epic.starts()).toEqual([]);
  });
});

describe('who starts when', () => {
  let epic: EpicRun;
  let ended: Ended;
  let early: readonly string[];
  let tooEarly: number;

  beforeAll(async () => {
    epic = new EpicRun({
      config: { limits: { maxParallel: 2, maxVerify: 2 } },
      files: { 'docs/style.md': 'short lines\n' },
      epic: {
        environments: [{ id: 'local' }, { id: 'spare', prefix: ['env', 'SPARE=1'] }],
        coordination: {
          functions: [{ name: 'lay', file: 'src/lay.js', arity: 2, intent: 'lays a part' }],
          prohibited: [{ path: 'frozen.txt', reason: 'until 2.0' }],
        },
      },
      tickets: [
        { id: 'LAST', needs: ['FIRST', 'SECOND'] },
        { id: 'SIDE' },
        {
          id: 'FIRST',
          description: 'Lay it & mind the gap.',
          acceptance: [
            { id: 'AC1', text: 'laid', verify: 'test -s parts/FIRST.txt' },
            { id: 'AC2', text: 'minded' },
          ],
        },
        { id: 'SECOND' },
        { id: 'PLAIN', review: false },
      ],
      playbook: [
        { role: 'developer', ticket: 'FIRST', hold: 'first', write: { 'parts/FIRST.txt': 'first\n' } },
        { role: 'developer', ticket: 'SECOND', hold: 'second', write: { 'parts/SECOND.txt': 'second\n' } },
        { role: 'critic', ticket: 'SECOND', hold: 'critic' },
        { role: 'developer', ticket: 'LAST', shell: 'cat parts/FIRST.txt parts/SECOND.txt >parts/LAST.txt' },
      ],
    });
    const running = epic.start(['run', 'epic.yaml', '--no-input']);
    await epic.until('held first');
    await epic.until('held second');
    early = (await epic.starts()).map(({ ticket }) => ticket);
    epic.letGo('first');
    epic.letGo('second');
    await epic.until('held critic');
    // Everything else is over before the critic of SECOND goes on.
    for (const ticket of ['FIRST', 'SIDE', 'PLAIN']) await epic.untilEvent('task_complete', ticket);
    await epic.look();
    tooEarly = epic.runs('LAST', 'develop').length;
    epic.letGo('critic');
    ended = await running.ended;
    await epic.look();
  }, PATIENCE);
  afterAll(() => epic.remove());

  test('everything lands', () => {
    expect(ended.code).toBe(0);
    expect(epic.landed().at(-1)).toBe('LAST');
  });

  test('DISPATCH-03 a ticket starts when its last dependency has landed, and not before', () => {
    expect(tooEarly).toBe(0);
    const [last] = epic.of('LAST', 'developer_dispatched');
    for (const need of ['FIRST', 'SECOND'])
      expect(last?.seq).toBeGreaterThan(epic.of(need, 'task_complete')[0]?.seq ?? Infinity);
    expect(epic.git('show', 'epic/e1:parts/LAST.txt')).toBe('first\nsecond');
  });

  test('DISPATCH-04 no more developers than allowed work at once, and the longest way goes first', () => {
    expect(early.toSorted()).toEqual(['FIRST', 'SECOND']);
    let working = 0;
    let most = 0;
    for (const event of epic.events()) {
      if ('reserved' in event && event.stage === 'develop') most = Math.max(most, (working += 1));
      if (event.type === 'developer_ready_for_review') working -= 1;
    }
    expect(most).toBe(2);
  });

  test('DISPATCH-05 base, path, branch and head of each workspace are recorded, cut from what its dependencies landed', async () => {
    for (const start of (await epic.starts()).filter(({ role }) => role === 'developer')) {
      const [run] = epic.runs(start.ticket, 'develop');
      const workspace = epic.record(run?.run ?? -1, 'workspace') as Record<string, string>;
      // Programs see every workspace at one short path (REAL-01).
      expect(workspace).toMatchObject({ branch: `ticket/${start.ticket}` });
      expect(['/repo', workspace['path']]).toContain(start.cwd);
      expect(workspace['head']).toBe(workspace['base']);
    }
    const workspace = epic.record(epic.runs('LAST', 'develop')[0]?.run ?? -1, 'workspace') as {
      base: string;
    };
    for (const need of ['FIRST', 'SECOND']) {
      const { commit = '' } = epic.of(need, 'task_complete')[0] ?? {};
      expect(epic.git('merge-base', '--is-ancestor', commit, workspace.base)).toBe('');
    }
  });

  test('DISPATCH-06 the developer is told agent file, ticket, criteria, rules, commands for each environment, and how to end', async () => {
    const [prompt = ''] = epic.prompts('FIRST', 'develop');
    const { token } = (await epic.starts()).find(({ ticket }) => ticket === 'FIRST') ?? { token: '?' };
    expect(prompt).toMatch(/^# Developer\n/);
    for (const text of [
      '\n---\n\n## Development Assignment\n',
      `\nTask ID: FIRST\nTOKEN: ${token}\n`,
      '> Lay it & mind the gap.',
      '> - AC1: laid (verify: test -s parts/FIRST.txt)\n> - AC2: minded',
      '> - Function lay in src/lay.js takes 2 parameters: lays a part',
      '> - Do not change frozen.txt: until 2.0',
      "> - parts (local): sh check.sh\n> - parts (spare): env SPARE=1 sh -c 'sh check.sh'",
      `\`READY_FOR_REVIEW: FIRST ${token}\``,
      `\`TASK_INCOMPLETE: FIRST ${token}\``,
      `\`INFRA_BLOCKED: FIRST ${token}\``,
      `\`QUESTION: FIRST ${token}\``,
    ])
      expect(prompt).toContain(text);
    expect(prompt.trimEnd().endsWith('Begin work.')).toBe(true);
  });

  test('EPIC-10 a ticket with review switched off goes from validation to landing, and that is recorded', async () => {
    expect(epic.story('PLAIN').filter((type) => /critic|audit/.test(type))).toEqual([]);
    expect(epic.of('PLAIN', 'validation_passed')).toHaveLength(1);
    expect(epic.of('PLAIN', 'ticket_routed').map(({ stage, because }) => [stage, because])).toContainEqual([
      'merge',
      'review is switched off for it',
    ]);
    expect(epic.of('PLAIN', 'task_complete')).toHaveLength(1);
    const roles = (await epic.starts()).filter(({ ticket }) => ticket === 'PLAIN').map(({ role }) => role);
    expect(roles).toEqual(['developer']);
    // The person who reviews the epic in the end is told, of this ticket and of no other.
    const summary = readFileSync(join(epic.repository, '.gauntlet/epics/e1/summary.md'), 'utf8');
    const parts = summary.split('\n## ').filter((part) => part.includes('no review for this ticket'));
    expect(parts.map((part) => part.split(' ')[0])).toEqual(['PLAIN']);
  });

  test('LOOP-07 002#35 a dry run names the recovery reviews and the comparison with the request', async () => {
    const epic = refused({
      tickets: [{ id: 'A', milestone: 'm1', review: false }],
      config: {
        depth: 'standard',
        audit: { auditors: { technical: false }, maxFixRounds: 0 },
        reconcile: true,
      },
      epic: {
        milestones: [
          { id: 'm1', title: 'One', requirements: 'docs/M1.md' },
          { id: 'm2', title: 'Two' },
        ],
      },
      files: { 'docs/M1.md': '- [ ] REQ-1 one\n' },
    });
    const { stdout } = await epic.gauntlet('run', 'epic.yaml', '--dry-run');
    const audits = [...stdout.matchAll(/Would spawn ([\w ]+ for audit:\S+ round \d+)$/gm)].map(
      ([, what]) => what,
    );
    expect(audits).toEqual([
      'recovery reviewer for audit:m1 round 1',
      'requirements auditor for audit:m1 round 1',
      'requirements auditor for audit:m2 round 1',
      'recovery reviewer for audit:run round 1',
      'requirements auditor for audit:run round 1',
      'reconciliation auditor for audit:run round 1',
    ]);
  });
});
