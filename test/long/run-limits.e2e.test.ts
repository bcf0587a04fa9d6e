// Where attempts end, and what the audit of a whole run needs to pass.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { auditFailed, ready, reviewFailed } from '../support/answers.ts';
import { type Ended, EpicRun } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

/** Others may be using the machine too. */
const PATIENCE = 300_000;

const endless: readonly Step[] = [
  { role: 'critic', ticket: 'REVIEW', say: reviewFailed(['parts/REVIEW.txt:1: still wrong']) },
  { role: 'auditor', ticket: 'AUDIT', say: auditFailed(['AC1: FAILED - still not there']) },
  {
    role: 'developer',
    ticket: 'CHECKS',
    shell: 'echo "BROKEN $GAUNTLET_ATTEMPT" >parts/CHECKS.txt',
    say: ready(),
  },
];

describe('three failures of one kind', () => {
  let epic: EpicRun;
  let ended: Ended;

  beforeAll(async () => {
    epic = new EpicRun({
      tickets: [{ id: 'REVIEW' }, { id: 'AUDIT' }, { id: 'CHECKS' }, { id: 'FINE' }],
      playbook: endless,
    });
    ended = await epic.run('run', '--json');
  }, PATIENCE);
  afterAll(() => epic.remove());

  test.each([
    ['REVIEW', 'review', 'critic_fail'],
    ['AUDIT', 'audit', 'auditor_fail'],
    ['CHECKS', 'validation', 'validation_failed'],
  ] as const)(
    'FLOW-07 001#7 %s: the third one ends the attempts, and with nobody to ask the run ends with exit 3',
    (ticket, kind, type) => {
      expect(ended.code).toBe(3);
      expect(epic.of(ticket, type)).toHaveLength(3);
      expect(epic.runs(ticket, 'develop').map(({ attempt }) => attempt)).toEqual([0, 1, 2]);
      expect(epic.of(ticket, 'ticket_escalated')).toMatchObject([{ kind, reason: `${kind}_failure_limit` }]);
      expect(epic.of(ticket, 'workflow_failed')).toEqual([]);
      const value = JSON.parse(ended.stdout) as { decisionsNeeded: { ticket: string }[] };
      expect(value.decisionsNeeded.map((decision) => decision.ticket)).toContain(ticket);
    },
  );

  test('FLOW-07 001#11 the third failure asks a person, who may retry, accept, do it by hand or give it up', async () => {
    expect(epic.of('REVIEW', 'ticket_escalated')).toMatchObject([
      { options: ['retry', 'accept', 'manual', 'fail'] },
    ]);
    const { stdout } = await epic.gauntlet('decide');
    for (const answer of ['--retry', '--accept', '--manual', '--fail'])
      expect(stdout).toContain(`gauntlet decide REVIEW ${answer}`);
  });

  test('FLOW-07 001#12 the rest of the epic goes on, and only a person’s answer makes one of them fail', async () => {
    expect(epic.landed()).toEqual(['FINE']);
    const after = await epic.decide('AUDIT', '--fail', '--reason', 'not worth it');
    expect(after.code).toBe(3);
    expect(epic.of('AUDIT', 'workflow_failed')).toMatchObject([
      { reason: 'rejected_by_person', auditAttempts: 3 },
    ]);
    expect(epic.of('REVIEW', 'workflow_failed')).toEqual([]);
  });
});

test(
  'FLOW-07 000#10 with onLimit: fail the ticket has failed without asking, and the run ends with exit 1',
  async () => {
    const epic = new EpicRun({
      config: { onLimit: 'fail', limits: { maxRevisions: 1, maxVerify: 2 } },
      tickets: [{ id: 'REVIEW' }, { id: 'FINE' }],
      playbook: endless,
    });
    onTestFinished(() => epic.remove());
    expect((await epic.run()).code).toBe(1);
    expect(epic.of('REVIEW', 'workflow_failed')).toMatchObject([
      { kind: 'review', reason: 'review_failure_limit', reviewAttempts: 2 },
    ]);
    expect(epic.of('REVIEW', 'ticket_escalated')).toEqual([]);
    expect(epic.landed()).toEqual(['FINE']);
  },
  PATIENCE,
);

describe('the audit of a run', () => {
  const five = ['requirements', 'technical', 'interface', 'test', 'library'];
  let epic: EpicRun;
  let ended: Ended;

  beforeAll(async () => {
    epic = new EpicRun({
      config: {
        audit: {
          enabled: true,
          auditors: Object.fromEntries(five.map((name) => [name, true])),
          maxFixRounds: 0,
          perMilestone: false,
        },
      },
      tickets: [{ id: 'A' }],
      playbook: [
        { role: 'auditor', auditor: 'requirements', hold: 'requirements' },
        { role: 'auditor', auditor: 'interface', hold: 'interface' },
        { role: 'auditor', auditor: 'technical', shell: 'echo "out of memory" >&2', say: '', exit: 7 },
      ],
    });
    const running = epic.start(['run', 'epic.yaml', '--no-input']);
    // Neither waits for the other.
    await epic.until('held requirements');
    await epic.until('held interface');
    epic.letGo('interface');
    epic.letGo('requirements');
    ended = await running.ended;
    await epic.look();
  }, PATIENCE);
  afterAll(() => epic.remove());

  test('TEAM-01 five auditors work at once, each with a prompt and a context of its own', async () => {
    const runs = epic.runs('audit:run', 'team');
    const prompts = epic.prompts('audit:run', 'team');
    for (const [seat, auditor] of five.entries()) {
      const nth = runs.findIndex((run) => run.seat === seat);
      expect(prompts[nth]?.toLowerCase()).toContain(auditor);
    }
    expect(new Set(prompts.slice(0, 5)).size).toBe(5);
    const tokens = (await epic.starts())
      .filter(({ ticket }) => ticket === 'audit:run')
      .map(({ auditor }) => auditor);
    expect(new Set(tokens)).toEqual(new Set(five));
  });

  test('TEAM-01 002#2 one that crashes takes nobody down, is named and tried again, and without its report the run has not passed', async () => {
    const crashed = (await epic.starts()).filter(({ auditor }) => auditor === 'technical');
    expect(crashed.map((start) => start.try)).toEqual([0, 1, 2]);
    expect(epic.of('audit:run', 'team_auditor_reported')).toHaveLength(4);
    expect(epic.of('audit:run', 'seat_given_up')).toMatchObject([{ seat: 1 }]);
    const { stdout } = await epic.ask('events', 'e1');
    expect(stdout).toMatch(/the agent failed \(crash\): technical auditor: .*out of memory/);
    expect((await epic.ask('logs', 'audit:run')).stdout).toContain('technical auditor: ');
    const [scored] = epic.of('audit:run', 'audit_scored');
    expect(scored).toMatchObject({ move: 'stop' });
    expect(scored?.overall).toBeCloseTo(0.8);
    const score = epic.record(scored?.run ?? -1, 'score') as {
      health: string;
      auditors: { auditor: string; outcome: string; score: number }[];
    };
    expect(score.health).toBe('unknown');
    expect(score.auditors.find(({ auditor }) => auditor === 'technical')).toMatchObject({
      outcome: 'no result',
      score: 0,
    });
    expect(
      epic.events().filter((event) => event.type === 'audit_ended' && event.outcome === 'passed'),
    ).toEqual([]);
    expect(ended.code).toBe(3);
    expect(epic.landed()).toEqual(['A']);
  });

  test('TEAM-10 that the team runs although the depth is quick is said', () => {
    expect(ended.stderr).toContain('note: depth quick, but audit.enabled is true: the audit team runs');
  });
});

test(
  'TEAM-10 002#11 the depth says who audits and how often, and what is written wins over it',
  async () => {
    const epic = new EpicRun({ tickets: [{ id: 'A' }] });
    onTestFinished(() => epic.remove());
    const team = async (config: Readonly<Record<string, unknown>>): Promise<readonly string[]> => {
      epic.write({
        'other.yaml': JSON.stringify({
          agents: { default: { use: 'command', run: ['sh', '.agent/agent.sh'] } },
          ...config,
        }),
      });
      const { stdout } = await epic.gauntlet('run', 'epic.yaml', '--dry-run', '--config', 'other.yaml');
      return [
        ...stdout.matchAll(/Would spawn ((?!fixer|critic)[\w ]+?)(?: auditor)? for audit:run round (\d+)$/gm),
      ].map((match) => `${match[1]} ${match[2]}`);
    };
    const five = ['requirements', 'technical', 'interface', 'test', 'library'];
    const rounds = (names: readonly string[], many: number): readonly string[] =>
      Array.from({ length: many }, (_, round) => names.map((name) => `${name} ${round + 1}`)).flat();
    expect(await team({ depth: 'quick' })).toEqual(['reviewer 1']);
    expect(await team({ depth: 'quick', audit: { auditors: { library: true }, maxFixRounds: 5 } })).toEqual([
      'reviewer 1',
    ]);
    expect(await team({ depth: 'standard' })).toEqual(rounds(['requirements', 'technical'], 2));
    expect(await team({ depth: 'thorough' })).toEqual(rounds(five, 3));
    expect(await team({ depth: 'exhaustive' })).toEqual(rounds(five, 4));
    expect(await team({ depth: 'thorough', audit: { auditors: { test: false }, maxFixRounds: 0 } })).toEqual(
      rounds(['requirements', 'technical', 'interface', 'library'], 1),
    );
  },
  PATIENCE,
);

test(
  'that no check of the user is run is said at the start and kept with the run',
  async () => {
    const epic = new EpicRun({ tickets: [{ id: 'A' }], epic: { verify: [] } });
    onTestFinished(() => epic.remove());
    const { stderr } = await epic.run();
    expect(stderr).toContain('note: no verification command is configured');
    const [recorded] = epic.events().filter((event) => event.type === 'inputs_recorded');
    expect(JSON.stringify(recorded)).toContain('no verification command is configured');
  },
  PATIENCE,
);
