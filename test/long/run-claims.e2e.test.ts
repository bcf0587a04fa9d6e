// What judges and developers claim is checked by the coordinator itself before anything follows from it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { auditBlocked, auditPassed, infraBlocked } from '../support/answers.ts';
import { type Ended, EpicRun } from '../support/epic-run.ts';

/** Others may be using the machine too. */
const PATIENCE = 300_000;

/** A folder of the user's that every workspace shows: what a command says about it can change under everybody. */
const outside = { setup: { link: ['sky'], run: [], timeout: '1m' } };

describe('claims that do not hold', () => {
  let epic: EpicRun;
  let ended: Ended;

  beforeAll(async () => {
    epic = new EpicRun({
      epic: outside,
      files: { '.gitignore': 'sky\n' },
      tickets: [
        {
          id: 'VERIFY',
          acceptance: [{ id: 'AC1', text: 'the sun shines', verify: 'grep -q sun sky/weather.txt' }],
        },
        { id: 'UNMET', acceptance: [{ id: 'AC1', text: 'there is more', verify: 'test -s parts/more.txt' }] },
        { id: 'COMMAND' },
        { id: 'INVENTED' },
        { id: 'OMITTED', acceptance: ['the part is there', 'the part is red'] },
        { id: 'TWICE' },
        { id: 'BY-TEXT', acceptance: ['The part is there, and "red".'] },
        { id: 'BLOCKED-AUDIT' },
        { id: 'BLOCKED-WORK' },
      ],
      playbook: [
        { role: 'auditor', ticket: 'VERIFY', attempt: 0, hold: 'auditor' },
        {
          role: 'developer',
          ticket: 'VERIFY',
          attempt: 1,
          hold: 'developer',
          write: { 'parts/VERIFY.txt': 'again\n' },
        },
        { role: 'developer', ticket: 'UNMET', attempt: 1, write: { 'parts/more.txt': 'more\n' } },
        {
          role: 'auditor',
          ticket: 'COMMAND',
          try: 0,
          say: auditPassed({
            'Commands Executed': ['sh check.sh (local): PASS', 'test -s parts/none.txt (local): PASS'],
          }),
        },
        {
          role: 'auditor',
          ticket: 'COMMAND',
          say: auditPassed({ 'Commands Executed': ['test -s parts/COMMAND.txt (local): PASS'] }),
        },
        {
          role: 'auditor',
          ticket: 'INVENTED',
          clarification: 0,
          say: auditPassed({
            'Verification Results': ['AC1: VERIFIED - seen', 'AC9: VERIFIED - it is fast too'],
          }),
        },
        {
          role: 'auditor',
          ticket: 'OMITTED',
          clarification: 0,
          say: auditPassed({ 'Verification Results': ['AC1: VERIFIED - seen'] }),
        },
        {
          role: 'auditor',
          ticket: 'TWICE',
          clarification: 0,
          say: auditPassed({
            'Verification Results': ['AC1: VERIFIED - seen', 'AC1: VERIFIED - seen again'],
          }),
        },
        {
          role: 'auditor',
          ticket: 'BY-TEXT',
          say: auditPassed({ 'Verification Results': ['the part is THERE and red: VERIFIED - seen'] }),
        },
        { role: 'auditor', ticket: 'BLOCKED-AUDIT', try: 0, say: auditBlocked(['parts: fails for me']) },
        {
          role: 'developer',
          ticket: 'BLOCKED-WORK',
          attempt: 0,
          write: { 'parts/half.txt': 'half of it\n' },
          say: infraBlocked('the check does not work here', ['parts']),
        },
      ],
    });
    epic.write({ 'sky/weather.txt': 'sun\n' });
    const running = epic.start(['run', 'epic.yaml', '--no-input']);
    await epic.until('held auditor');
    epic.write({ 'sky/weather.txt': 'rain\n' });
    epic.letGo('auditor');
    await epic.until('held developer');
    epic.write({ 'sky/weather.txt': 'sun\n' });
    epic.letGo('developer');
    ended = await running.ended;
    await epic.look();
  }, PATIENCE);
  afterAll(() => epic.remove());

  test('everything lands once the claims are true', () => {
    expect(ended.code).toBe(0);
    expect(epic.landed()).toHaveLength(9);
  });

  test('FLOW-08 a criterion that the auditor calls verified is run again on that commit, and a false claim is recorded', () => {
    const [audit] = epic.of('VERIFY', 'auditor_pass');
    const [refuted] = epic.of('VERIFY', 'claim_refuted');
    expect(refuted).toMatchObject({ claim: 'audit_pass' });
    expect(refuted?.because).toContain('criterion AC1');
    expect(refuted?.seq).toBeGreaterThan(audit?.seq ?? Infinity);
    expect(epic.of('VERIFY', 'ticket_sent_back')).toMatchObject([
      { kind: 'audit', because: expect.stringContaining('false claim') as string },
    ]);
    expect(epic.prompts('VERIFY', 'develop')[1]).toContain('criterion AC1');
    expect(epic.of('VERIFY', 'claim_confirmed')).toHaveLength(1);
  });

  test('FLOW-08 003#2 a criterion whose command fails goes back before any judge sees it', () => {
    expect(epic.of('UNMET', 'validation_failed')[0]?.findings.join(' ')).toContain('criterion-not-met');
    expect(epic.runs('UNMET', 'review')).toHaveLength(1);
  });

  test('FLOW-08 T3 every command that the auditor says passed is run again', () => {
    const [refuted, ...more] = epic.of('COMMAND', 'claim_refuted');
    expect(more).toEqual([]);
    expect(refuted?.because).toContain('test -s parts/none.txt');
    expect(refuted?.because).not.toContain('check.sh');
    // The command is the auditor's own: whether the work is wrong is for another auditor to say (REAL-05).
    expect(refuted).toMatchObject({ fault: 'claim' });
    expect(epic.runs('COMMAND', 'develop')).toHaveLength(1);
    expect(epic.prompts('COMMAND', 'audit')[1]).toContain('test -s parts/none.txt');
  });

  test.each([
    ['INVENTED', /AC9/],
    ['OMITTED', /AC2/],
    ['TWICE', /AC1/],
  ])(
    'FLOW-08 REAL-05 %s: criteria that are invented, left out or given twice make a pass none, and the auditor is asked again',
    (ticket, what) => {
      const [unclear, ...more] = epic.of(ticket, 'agent_unclear');
      expect(more).toEqual([]);
      expect(unclear?.because).toMatch(what);
      expect(epic.of(ticket, 'auditor_pass')).toHaveLength(1);
      expect(epic.of(ticket, 'ticket_sent_back')).toEqual([]);
      expect(epic.runs(ticket, 'develop')).toHaveLength(1);
    },
  );

  test('FLOW-08 a criterion may be given by its text, whatever its case and punctuation', () => {
    expect(epic.of('BY-TEXT', 'auditor_fail')).toEqual([]);
    expect(epic.of('BY-TEXT', 'agent_unclear')).toEqual([]);
    expect(epic.of('BY-TEXT', 'claim_confirmed')).toHaveLength(1);
  });

  test('FLOW-12 REAL-05 AUDIT_BLOCKED with green checks at base is a false claim of the auditor’s: another one is sent, nobody else is halted', () => {
    expect(epic.of('BLOCKED-AUDIT', 'auditor_blocked')).toHaveLength(1);
    expect(epic.of('BLOCKED-AUDIT', 'claim_refuted')).toMatchObject([
      { claim: 'audit_blocked', because: expect.stringContaining('green at base') as string },
    ]);
    expect(epic.of('BLOCKED-AUDIT', 'ticket_sent_back')).toEqual([]);
    expect(epic.runs('BLOCKED-AUDIT', 'develop')).toHaveLength(1);
    expect(epic.events().filter(({ type }) => type === 'infrastructure_blocked')).toEqual([]);
  });

  test('FLOW-12 INFRA_BLOCKED with green checks at base is an unfinished attempt, and its commits are kept', () => {
    expect(epic.of('BLOCKED-WORK', 'claim_refuted')).toMatchObject([{ claim: 'infra_blocked' }]);
    expect(epic.of('BLOCKED-WORK', 'ticket_sent_back')).toMatchObject([{ kind: 'incomplete' }]);
    expect(epic.prompts('BLOCKED-WORK', 'develop')[1]).toContain('green at base');
    expect(epic.git('show', 'epic/e1:parts/half.txt')).toBe('half of it');
  });
});

describe('a claim that is true', () => {
  let epic: EpicRun;
  let ended: Ended;

  beforeAll(async () => {
    epic = new EpicRun({
      config: { limits: { maxParallel: 2, maxVerify: 2 } },
      epic: {
        ...outside,
        // Where every check is red a person is asked first (REAL-03).
        verify: [
          { id: 'weather', run: 'grep -q sun sky/weather.txt', timeout: '1m' },
          { id: 'there', run: 'test -d parts', timeout: '1m' },
        ],
      },
      files: { '.gitignore': 'sky\n' },
      tickets: [{ id: 'A' }, { id: 'B', touches: ['parts/**'] }, { id: 'C', touches: ['parts/**'] }],
      playbook: [
        { role: 'auditor', ticket: 'A', has: '.agent/sunny' },
        { role: 'auditor', ticket: 'A', hold: 'auditor', say: auditBlocked(['weather: it rains']) },
        { role: 'developer', ticket: 'B', hold: 'developer', shell: 'echo B >parts/B.txt' },
        { role: 'remediator', hold: 'remediator' },
      ],
    });
    epic.write({ 'sky/weather.txt': 'sun\n' });
    const running = epic.start(['run', 'epic.yaml', '--no-input']);
    await epic.until('held auditor');
    await epic.until('held developer');
    epic.write({ 'sky/weather.txt': 'rain\n' });
    epic.letGo('auditor');
    await epic.until('held remediator');
    epic.write({ 'sky/weather.txt': 'sun\n', '.agent/sunny': '' });
    epic.letGo('developer');
    epic.letGo('remediator');
    ended = await running.ended;
    await epic.look();
  }, PATIENCE);
  afterAll(() => epic.remove());

  test('FLOW-06 FLOW-12 000#15 AUDIT_BLOCKED that is red at base halts new assignments, starts remediation and costs nobody an attempt', () => {
    expect(epic.of('A', 'claim_confirmed')[0]).toMatchObject({ claim: 'audit_blocked' });
    const [blocked] = epic.of('A', 'infrastructure_blocked');
    const restored = epic.events().find(({ type }) => type === 'infrastructure_restored');
    const halted = epic.events().filter(({ seq }) => seq > (blocked?.seq ?? 0) && seq < (restored?.seq ?? 0));
    const sent = halted.filter((event) => 'reserved' in event && event.stage === 'develop');
    expect(sent).toMatchObject([{ type: 'remediation_dispatched' }]);
    expect(epic.of('C', 'developer_dispatched')[0]?.seq).toBeGreaterThan(restored?.seq ?? Infinity);
    expect(epic.events().filter(({ type }) => type === 'ticket_sent_back')).toEqual([]);
    expect(ended.code).toBe(0);
    expect(epic.landed().toSorted()).toEqual(['A', 'B', 'C']);
  });
});

describe('a check that was allowed to be red and is repaired', () => {
  let epic: EpicRun;
  let ended: Ended;
  beforeAll(async () => {
    epic = new EpicRun({
      tickets: [{ id: 'A' }],
      files: { 'parts/base.txt': 'BROKEN\n' },
      epic: {
        verify: [
          { id: 'parts', run: 'sh check.sh' },
          { id: 'there', run: 'test -f check.sh' },
        ],
      },
      playbook: [
        { role: 'remediator', write: { 'parts/base.txt': 'whole\n', 'repaired.txt': 'yes\n' } },
        { role: 'auditor', ticket: 'A', has: 'repaired.txt' },
        { role: 'auditor', ticket: 'A', say: auditBlocked(['parts: red before this ticket']) },
      ],
    });
    ended = await epic.run('run', '--allow-red', 'parts');
  }, PATIENCE);
  afterAll(() => epic.remove());

  test('FLOW-06 000#15 after the repair the auditor is asked about the work with the repair, and the ticket lands', () => {
    expect({ code: ended.code, landed: epic.landed() }).toEqual({ code: 0, landed: ['remediation:1', 'A'] });
    expect(epic.runs('A', 'audit')).toHaveLength(2);
    expect(epic.runs('A', 'develop')).toHaveLength(1);
    expect(epic.events().filter(({ type }) => type === 'ticket_sent_back')).toEqual([]);
  });

  test('REMEDY-01 000#15 the remediator answers under the Task ID of its prompt', () => {
    const [prompt = ''] = epic.prompts('remediation:1', 'develop');
    expect(prompt).toContain('Task ID: remediation:1');
    expect(prompt).toMatch(/- `REMEDIATION_COMPLETE: remediation:1 \S+` - if everything named is repaired/);
  });
});
