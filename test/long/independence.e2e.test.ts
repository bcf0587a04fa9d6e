// Judges that do not depend on whoever wrote the work, and what is kept of each: who said it, and how often it held.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { keepCalibration } from '../../src/inspect/calibrate/calibration-store.ts';
import { type ModelServer, startModelServer } from '../model-server/server.ts';
import { auditFailed, auditPassed, reviewFailed, reviewReport } from '../support/answers.ts';
import { calibrationOf } from '../support/calibration.ts';
import { type Ended, EpicRun } from '../support/epic-run.ts';

/** Others may be using the machine too. */
const PATIENCE = 300_000;

const agent = { use: 'command', run: ['sh', '.agent/agent.sh'] };

describe('an audit that fails what a critic passed', () => {
  let epic: EpicRun;
  let ended: Ended;

  beforeAll(async () => {
    epic = new EpicRun({
      config: {
        agents: {
          default: agent,
          developer: { ...agent, model: 'writer-1' },
          critic: { ...agent, model: 'critic-1', effort: 'high' },
        },
        review: { differentModel: 'require' },
      },
      epic: { environments: [{ id: 'local' }, { id: 'other' }] },
      tickets: [
        { id: 'CRITERIA' },
        { id: 'QUALITY' },
        { id: 'ENVIRONMENT' },
        { id: 'CLAIMED' },
        { id: 'AGREED' },
      ],
      playbook: [
        {
          role: 'auditor',
          ticket: 'CRITERIA',
          attempt: 0,
          say: auditFailed(['AC1: FAILED - it is not there']),
        },
        {
          role: 'auditor',
          ticket: 'QUALITY',
          attempt: 0,
          say: auditFailed(['error handling: FAILED - nothing is caught']),
        },
        {
          role: 'auditor',
          ticket: 'ENVIRONMENT',
          attempt: 0,
          say: auditFailed(['AC1: FAILED - not everywhere'], {
            'Commands Executed': ['sh check.sh (local): PASS', 'sh check.sh (other): FAIL'],
          }),
        },
        {
          role: 'auditor',
          ticket: 'CLAIMED',
          try: 0,
          say: auditPassed({ 'Commands Executed': ['test -s parts/none.txt (local): PASS'] }),
        },
        {
          role: 'critic',
          ticket: 'AGREED',
          attempt: 0,
          say: reviewFailed(['parts/AGREED.txt:1: says too little']),
        },
        { role: 'critic', ticket: 'AGREED', say: reviewReport({ revision_count: 1 }) },
      ],
    });
    const state = join(epic.repository, '.git/gauntlet');
    for (const model of ['critic-1', 'critic-2', null])
      keepCalibration(
        state,
        calibrationOf({ agent: 'sh', model, settings: 'x' }, { changes: model === 'critic-1' ? 60 : 61 }),
      );
    ended = await epic.run();
  }, PATIENCE);
  afterAll(() => epic.remove());

  test('everything lands, at the second attempt where the work was at fault', () => {
    expect(ended.code).toBe(0);
    expect(epic.landed()).toHaveLength(5);
  });

  test.each([
    ['CRITERIA', 'criteria'],
    ['QUALITY', 'quality'],
    ['ENVIRONMENT', 'environment'],
  ])(
    'FLOW-14 %s: it is recorded as a disagreement about %s, with the critic that passed it',
    (ticket, kind) => {
      const [passed] = epic.of(ticket, 'critic_pass');
      expect(epic.of(ticket, 'judges_disagreed')).toMatchObject([
        { kind, commit: passed?.commit, critics: [{ agent: 'sh', model: 'critic-1' }] },
      ]);
      const story = epic.story(ticket);
      expect(story[story.indexOf('judges_disagreed') + 1]).toBe('ticket_sent_back');
    },
  );

  test('REAL-05 a command of the auditor’s own that fails is its mistake: no disagreement, a fresh auditor', () => {
    expect(epic.of('CLAIMED', 'claim_refuted')).toMatchObject([{ claim: 'audit_pass', fault: 'claim' }]);
    expect(epic.of('CLAIMED', 'judges_disagreed')).toEqual([]);
    expect(epic.runs('CLAIMED', 'audit')).toHaveLength(2);
    expect(epic.runs('CLAIMED', 'develop')).toHaveLength(1);
  });

  test('FLOW-14 it counts in the track record of that critic: in status and in the summary', async () => {
    expect(epic.of('AGREED', 'judges_disagreed')).toEqual([]);
    const { stdout } = await epic.ask('status', '--json', 'e1');
    expect(JSON.parse(stdout)).toMatchObject({
      critics: [
        {
          agent: 'sh',
          model: 'critic-1',
          passes: 8,
          overturned: { criteria: 1, quality: 1, environment: 1 },
        },
      ],
    });
    expect(readable('summary.md')).toContain(
      'sh (critic-1): 8 passes, 3 of them later failed in an audit (criteria 1, quality 1, environment 1)',
    );
  });

  test('BEYOND-04 what a calibration says of that critic, and of no other, stands with its verdicts and in the reports', async () => {
    const words =
      /sh \(critic-1\) as a reviewer finds 71 % \(57 to 82\) of planted defects here, .* 60 changes, with other prompts or rules than now\)/;
    const plain = (text: string): string => text.replaceAll('\\', '');
    const [passed] = epic.of('AGREED', 'critic_pass');
    const name = `tickets/AGREED/attempt-2/${String(passed?.run).padStart(4, '0')}-review.verdict.md`;
    expect(plain(readable(name))).toMatch(words);
    expect(plain(readable('summary.md'))).toMatch(words);
    expect(readable('summary.md')).not.toContain('61 changes');
    for (const format of ['json', 'md', 'html']) {
      const { stdout } = await epic.ask('report', 'e1', '--format', format, '-o', '-');
      expect(plain(stdout)).toMatch(words);
    }
  });

  test('FLOW-02 every verdict and every finding says which agent and model it is from', async () => {
    const by = { agent: 'sh', version: null, model: 'critic-1', effort: 'high', session: null };
    const [failed] = epic.of('AGREED', 'critic_fail');
    expect(failed?.by).toEqual(by);
    expect(epic.record(failed?.run ?? -1, 'feedback')).toMatchObject({
      findings: [{ source: { kind: 'critic', by } }],
    });
    for (const type of ['developer_ready_for_review', 'auditor_pass'] as const)
      for (const event of epic.of('AGREED', type))
        expect(event.by).toMatchObject({
          agent: 'sh',
          model: type === 'auditor_pass' ? null : 'writer-1',
        });
    const { stdout } = await epic.ask('events', 'e1');
    expect(stdout).toContain('critic: pass, score 95, by sh (critic-1)');
    expect(stdout).toContain('the audit rejects work that sh (critic-1) passed (quality)');
    const { run = -1 } = failed ?? {};
    const name = `tickets/AGREED/attempt-1/${String(run).padStart(4, '0')}-review.verdict.md`;
    expect(readable(name)).toContain('by sh (critic-1), effort high');
    expect(readable(name)).toContain('parts/AGREED.txt:1: says too little (critic-0, sh (critic-1))');
  });

  test('SIGNAL-05 a report in JSON and a text come to the same verdict, from the same critic', () => {
    const [report] = epic.of('AGREED', 'critic_pass');
    const [text] = epic.of('CRITERIA', 'critic_pass');
    expect(Object.keys(report ?? {}).toSorted()).toEqual(Object.keys(text ?? {}).toSorted());
    expect(report?.by).toEqual(text?.by);
  });

  function readable(path: string): string {
    return readFileSync(join(epic.repository, '.gauntlet/epics/e1', path), 'utf8');
  }
});

describe('a critic with the model that wrote the work', () => {
  let epic: EpicRun;
  afterAll(() => epic.remove());

  const plain = { tickets: [{ id: 'A' }] };
  const run = async (agents: object, review: object): Promise<Ended> => {
    epic?.remove();
    epic = new EpicRun({ ...plain, config: { agents, review } });
    return epic.run();
  };

  test(
    'BEYOND-01 is refused before anything starts where another one is required, every one of them at once',
    async () => {
      const refused = await run(
        { default: agent, fixer: { ...agent, model: 'm' }, critic: { ...agent, model: 'vendor/m' } },
        {
          differentModel: 'require',
          criticsBy: [{ when: { type: 'words' }, use: agent }],
        },
      );
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('critic and fixer have the same model');
      expect(refused.stderr).toContain(
        'critic and developer are the same program, and at least one does not name its model',
      );
      expect(refused.stderr).toContain('review.criticsBy[0] and developer have the same model');
      expect(refused.stderr).toContain('Give the critic another agent or model');
      expect(await epic.starts()).toEqual([]);
      const all = await epic.gauntlet('run', 'epic.yaml', '--no-input', '--agent', 'command');
      expect(all.code).toBe(2);
      expect(await epic.look()).toEqual([]);
    },
    PATIENCE,
  );

  test(
    'BEYOND-01 judges all the same where another one is only preferred, and the report says so',
    async () => {
      const ended = await run({ default: agent }, { differentModel: 'prefer' });
      expect(ended.code).toBe(0);
      expect(ended.stderr).toContain('critic and developer have the same model');
      const summary = readFileSync(join(epic.repository, '.gauntlet/epics/e1/summary.md'), 'utf8');
      expect(summary).toContain('it judges anyway');
    },
    PATIENCE,
  );

  test(
    'BEYOND-01 makes room for another agent that is there',
    async () => {
      const other = { ...agent, model: 'another' };
      const mine = { ...agent, model: 'mine' };
      const ended = await run({ default: mine, auditor: other }, { differentModel: 'prefer' });
      expect(ended.code).toBe(0);
      expect(ended.stderr).toContain('the agent of auditor judges in its place');
      expect(epic.of('A', 'critic_pass')).toMatchObject([{ by: { agent: 'sh', model: 'another' } }]);
      expect(epic.of('A', 'developer_ready_for_review')).toMatchObject([{ by: { model: 'mine' } }]);
    },
    PATIENCE,
  );
});

describe('two names that a provider gives to one model', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-independence-'));
  const servers: ModelServer[] = [];
  let epic: EpicRun | undefined;

  afterEach(() => epic?.remove());
  afterAll(async () => {
    for (const server of servers) await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Developer and critic are behind one address; `answering` is the model that is there, null: whichever is asked for. */
  async function judged(answering: string | null): Promise<EpicRun> {
    const script = join(folder, 'script.yaml');
    const pass = { summary: 'fine' };
    writeFileSync(
      script,
      JSON.stringify([
        {
          when: { role: 'developer' },
          do: [{ write: 'parts/A.txt', text: 'done\n' }],
          pass: { ...pass, matrix: 'pass' },
        },
        { when: { role: 'critic' }, pass },
        { when: { role: 'auditor' }, pass },
      ]),
    );
    const server = await startModelServer({ script, ...(answering === null ? {} : { model: answering }) });
    servers.push(server);
    const api = { use: 'api', provider: 'anthropic', apiKeyEnv: 'TEST_KEY', baseUrl: `${server.url}/v1` };
    epic = new EpicRun({
      config: {
        agents: { default: { ...api, model: 'swift' }, critic: { ...api, model: 'careful' } },
        review: { differentModel: 'require' },
        limits: { maxParallel: 1, maxVerify: 1, agentTimeout: '2m', stall: '2m' },
      },
      tickets: [{ id: 'A', touches: ['parts/A.txt'] }],
    });
    const { code, stderr } = await epic.start(['run', 'epic.yaml', '--no-input'], { TEST_KEY: 'sk-test-0' })
      .ended;
    await epic.look();
    expect(code, stderr).toBe(answering === null ? 0 : 5);
    return epic;
  }

  test(
    'BEYOND-01 a pass by the very model that wrote the work counts for nothing where another one is required',
    async () => {
      const here = await judged('one-and-the-same');
      expect(here.of('A', 'developer_ready_for_review')).toMatchObject([
        { by: { model: 'one-and-the-same' } },
      ]);
      expect(here.of('A', 'critic_pass')).toEqual([]);
      expect(here.landed()).toEqual([]);
      const failed = here.of('A', 'agent_failed');
      expect(failed).toHaveLength(3);
      for (const event of failed)
        expect(event).toMatchObject({
          trouble: 'void',
          because: expect.stringContaining('it was judged by the model that wrote it') as string,
        });
      expect(here.of('A', 'ticket_escalated')).toMatchObject([{ reason: 'agent_unavailable' }]);
    },
    PATIENCE,
  );

  test(
    'BEYOND-01 where another one answers it counts, and the verdict says which',
    async () => {
      const here = await judged(null);
      expect(here.of('A', 'critic_pass')).toMatchObject([{ by: { agent: 'api', model: 'careful' } }]);
      expect(here.landed()).toEqual(['A']);
    },
    PATIENCE,
  );
});
