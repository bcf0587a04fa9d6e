// Nobody pays for the mistake of somebody else: a broken machine, an auditor that is wrong, a ticket that landed first.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { auditBlocked, auditPassed, reviewFailed } from '../support/answers.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

describe('a base that most likely no agent can repair', () => {
  let epic: EpicRun;
  let first: Ended;

  beforeAll(async () => {
    epic = new EpicRun({
      files: { '.gitignore': 'tools\n' },
      epic: {
        setup: { link: ['tools'], run: [], timeout: '1m' },
        verify: [
          { id: 'parts', run: 'sh check.sh', timeout: '1m' },
          { id: 'lint', run: 'PATH=./tools:$PATH; linter parts', timeout: '1m' },
        ],
      },
      tickets: [{ id: 'ONE' }],
    });
    epic.write({ 'tools/readme': '' });
    first = await epic.run();
  }, patience);
  afterAll(() => epic.remove());

  test('REAL-03 a missing tool is shown to a person with the output and the likely reason; no agent is sent', async () => {
    expect(first.code).toBe(3);
    const [asked] = epic.of('baseline', 'ticket_escalated');
    expect(asked).toMatchObject({
      reason: 'base_tool_missing',
      kind: null,
      options: ['retry', 'repair', 'override', 'halt'],
    });
    expect(asked?.because).toMatch(/program is missing[^]*lint[^]*linter: not found/);
    expect(epic.events().filter((event) => 'reserved' in event && event.stage !== 'baseline')).toEqual([]);
    const shown = await epic.gauntlet('decide');
    expect(shown.stdout).toContain('linter: not found');
    expect(shown.stdout).toMatch(/gauntlet decide baseline --repair .*send the remediator/);
    expect(shown.stdout).toMatch(/gauntlet decide baseline --retry .*repair the cause first .*gauntlet sync/);
    const why = await epic.ask('why', 'ONE');
    expect(why.stdout).toContain('gauntlet decide baseline');
  });

  test('REAL-03 once the person has installed it, a retry measures the base again and work goes on', async () => {
    epic.write({ 'tools/linter': '#!/bin/sh\nexit 0\n' });
    chmodSync(join(epic.repository, 'tools/linter'), 0o755);
    const ended = await epic.decide('baseline', '--retry', '--reason', 'installed');
    expect(ended.code).toBe(0);
    expect(epic.landed()).toEqual(['ONE']);
    expect(epic.events().filter(({ type }) => type === 'remediation_opened')).toEqual([]);
    expect(epic.runs('ONE', 'develop').map(({ attempt }) => attempt)).toEqual([0]);
  });
});

describe('a setup that fails', () => {
  let epic: EpicRun;

  beforeAll(async () => {
    epic = new EpicRun({
      files: { 'prepare.sh': 'echo "the lock file is out of date" >&2; exit 1\n' },
      epic: { setup: { run: ['sh prepare.sh'], timeout: '1m' } },
      tickets: [{ id: 'ONE' }],
      playbook: [{ role: 'remediator', write: { 'prepare.sh': 'exit 0\n' } }],
    });
    await epic.run();
  }, patience);
  afterAll(() => epic.remove());

  test('REAL-03 is asked about first, and with --repair a remediator can repair the very setup', async () => {
    expect(epic.of('baseline', 'ticket_escalated')).toMatchObject([{ reason: 'base_setup_failed' }]);
    const ended = await epic.decide('baseline', '--repair', '--reason', 'the script is to blame');
    expect(ended.code).toBe(0);
    expect(epic.prompts('remediation:1', 'develop')).toHaveLength(1);
    expect(epic.prompts('remediation:1', 'develop')[0]).toContain('the script is to blame');
    expect(epic.landed().toSorted()).toEqual(['ONE', 'remediation:1']);
  });
});

describe('an auditor that is wrong', () => {
  let epic: EpicRun;
  let ended: Ended;

  beforeAll(async () => {
    epic = new EpicRun({
      tickets: [{ id: 'ONCE' }, { id: 'TWICE' }, { id: 'INVENTS' }],
      playbook: [
        { role: 'auditor', ticket: 'ONCE', try: 0, say: auditBlocked(['parts: fails for me']) },
        { role: 'auditor', ticket: 'TWICE', say: auditBlocked(['parts: fails for me']) },
        {
          role: 'auditor',
          ticket: 'INVENTS',
          try: 0,
          say: auditPassed({ 'Commands Executed': ['no-such-program --all (local): PASS'] }),
        },
      ],
    });
    ended = await epic.run();
  }, patience);
  afterAll(() => epic.remove());

  test.each(['ONCE', 'INVENTS'])(
    'REAL-05 000#16 %s: a refuted claim starts a fresh auditor who is told of it, and the developer is left alone',
    (ticket) => {
      expect(epic.of(ticket, 'claim_refuted')).toMatchObject([{ fault: 'claim' }]);
      expect(epic.runs(ticket, 'develop')).toHaveLength(1);
      expect(epic.of(ticket, 'ticket_sent_back')).toEqual([]);
      expect(epic.runs(ticket, 'audit').map((run) => run.try)).toEqual([0, 1]);
      expect(epic.prompts(ticket, 'audit')[0]).not.toContain('Refuted Claims');
      expect(epic.prompts(ticket, 'audit')[1]).toContain('Refuted Claims');
      expect(epic.landed()).toContain(ticket);
    },
  );

  test('REAL-05 000#16 two auditors in a row that are wrong are shown to a person, at no attempt of the developer’s', () => {
    expect(ended.code).toBe(3);
    expect(epic.of('TWICE', 'ticket_escalated')).toMatchObject([
      { kind: null, reason: 'refuted_audit', options: ['retry', 'accept', 'manual', 'fail'] },
    ]);
    expect(epic.runs('TWICE', 'develop')).toHaveLength(1);
    expect(epic.runs('TWICE', 'audit')).toHaveLength(2);
  });
});

describe('a ticket that another one overtakes', () => {
  let epic: EpicRun;
  let ended: Ended;

  const lines = Array.from({ length: 12 }, (_, nth) => `line ${nth}`).join('\n');
  const check = `name=$(sed -n 's/^name: //p' parts/shared.txt)
used=$(sed -n 's/^uses: //p' parts/shared.txt)
[ -z "$used" ] || [ "$used" = "$name" ] || { echo "$used does not exist"; exit 1; }
`;

  beforeAll(async () => {
    epic = new EpicRun({
      files: { 'parts/shared.txt': `name: old\n${lines}\n`, 'check.sh': check },
      tickets: [{ id: 'FIRST' }, { id: 'CLASH' }, { id: 'DISLIKED' }, { id: 'LATER', needs: ['FIRST'] }],
      playbook: [
        {
          role: 'developer',
          ticket: 'FIRST',
          write: { 'parts/shared.txt': `name: new\n${lines}\n`, 'parts/FIRST.txt': 'first\n' },
        },
        {
          role: 'developer',
          ticket: 'CLASH',
          hold: 'clash',
          shell: `name=$(sed -n 's/^name: //p' parts/shared.txt); echo "works with $name"
sed -i '/^uses: /d' parts/shared.txt; echo "uses: $name" >>parts/shared.txt`,
        },
        {
          role: 'developer',
          ticket: 'DISLIKED',
          hold: 'disliked',
          shell: `if [ -f parts/FIRST.txt ]; then echo better >parts/better.txt; else sed -i 's/^line 5$/line five/' parts/shared.txt; fi`,
        },
        { role: 'critic', ticket: 'DISLIKED', has: 'parts/better.txt' },
        {
          role: 'critic',
          ticket: 'DISLIKED',
          has: 'parts/FIRST.txt',
          say: reviewFailed(['parts/shared.txt:7: does not fit the new name']),
        },
      ],
    });
    const running = epic.start(['run', 'epic.yaml', '--no-input']);
    // Both are cut from the base; they go on once the first has landed, and a second time after the merge.
    await Promise.all([
      epic.until('held clash'),
      epic.until('held disliked'),
      epic.until('start|developer/|LATER|'),
    ]);
    for (const gate of ['clash', 'disliked', 'clash', 'disliked']) epic.letGo(gate);
    ended = await running.ended;
    await epic.look();
  }, patience);
  afterAll(() => epic.remove());

  test('REAL-08 checks run on the merged tree before a critic is asked about it', () => {
    expect(epic.of('CLASH', 'merged')[0]).toMatchObject({ overlapping: true });
    const [failed] = epic.of('CLASH', 'landing_gate_failed');
    const critics = epic.runs('CLASH', 'review').filter(({ seq }) => seq < (failed?.seq ?? 0));
    expect(critics).toHaveLength(1);
    expect(epic.prompts('CLASH', 'develop')[1]).toContain('old does not exist');
  });

  test('REAL-08 the developer who is sent back works in the merge', () => {
    const answers = epic
      .runs('CLASH', 'develop')
      .map(({ run }) => (epic.record(run, 'answer') as { text: string }).text);
    expect(answers[0]).toContain('works with old');
    expect(answers[1]).toContain('works with new');
  });

  test('REAL-08 a merge that only the critic fails was green before it was asked, and comes back with what it found', () => {
    const [asked] = epic.runs('DISLIKED', 'review').slice(1);
    const [passed] = epic.of('DISLIKED', 'landing_gate_passed');
    expect(passed?.seq).toBeLessThan(asked?.seq ?? 0);
    expect(epic.of('DISLIKED', 'critic_fail')).toHaveLength(1);
    expect(epic.prompts('DISLIKED', 'develop')[1]).toContain('does not fit the new name');
  });

  test.each(['CLASH', 'DISLIKED'])('REAL-08 REWORK-08 %s pays no attempt for it, and lands', (ticket) => {
    expect(ended.code).toBe(0);
    expect(epic.landed()).toContain(ticket);
    expect(epic.of(ticket, 'ticket_sent_back')).toMatchObject([{ kind: 'landing' }]);
    expect(epic.runs(ticket, 'develop').map(({ attempt }) => attempt)).toEqual([0, 0]);
  });
});
