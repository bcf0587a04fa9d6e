// What is written into requirements documents depends on what judges said, not on where a run stopped between.
import { afterEach, expect, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import type { ReportedFinding } from '../../src/model/audit.ts';
import { EpicRun, patience } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

let world: EpicRun;
afterEach(() => world.remove());

const documents = { m1: 'docs/one.md', m2: 'docs/two.md' };

function says(audit: string, ...verdicts: readonly string[]): Step {
  const findings = verdicts.map((each): ReportedFinding => {
    const [verdict = '', id = ''] = each.split(' ');
    const about = { id, title: `about ${id}`, file: 'check.sh', line: 1, evidence: 'seen', fixHint: '' };
    return verdict === 'PASS'
      ? { ...about, verdict, severity: null }
      : { ...about, verdict: 'FAIL', severity: 'HIGH' };
  });
  return {
    role: 'auditor',
    auditor: 'requirements',
    ticket: audit,
    say: writeAuditReport(auditorReport('requirements', findings)),
  };
}

/** Two milestones side by side, each with a document of one requirement that a critic passes. */
function begun(...playbook: readonly Step[]): void {
  world = new EpicRun({
    tickets: [
      { id: 'A', milestone: 'm1', requirements: ['REQ-001'] },
      { id: 'B', milestone: 'm2', requirements: ['REQ-002'] },
    ],
    files: { [documents.m1]: '- [ ] REQ-001 one\n', [documents.m2]: '- [ ] REQ-002 two\n' },
    playbook,
    config: {
      depth: 'standard',
      audit: { auditors: { technical: false }, maxFixRounds: 0 },
      convergence: { reviewRecoveryRetries: 0 },
    },
    epic: {
      milestones: [
        { id: 'm1', title: 'One', requirements: documents.m1 },
        { id: 'm2', title: 'Two', requirements: documents.m2 },
      ],
    },
  });
}

const rows = (text: string): readonly string[] =>
  text.split('\n').filter((line) => /^(?:\| \d|- \[)/.test(line));
const written = (path: string): readonly string[] => rows(world.git('show', `epic/e1:${path}`));

const one = (ticked: ' ' | 'x', ...more: readonly string[]) => [
  `- [${ticked}] REQ-001 one (review_cycles: 1)`,
  '| 1 | critic, requirements auditor | REQ-001 | PASS | audit:m1 |',
  ...more,
];

test(
  '002#32 a milestone that waits for a person changes neither rows nor cycles of another one',
  async () => {
    begun(
      says('audit:m1', 'PASS REQ-001'),
      says('audit:m2', 'FAIL REQ-002'),
      says('audit:run', 'PASS REQ-001', 'PASS REQ-002'),
    );
    expect((await world.run()).code).toBe(3);
    expect((await world.run('resume')).code).toBe(3);
    expect(written(documents.m1)).toEqual(['- [ ] REQ-001 one']);
    await world.decide('audit:m2', '--accept', '--reason', 'later');
    const ended = () => [written(documents.m1), written(documents.m2)];
    const both = [
      one('x', '| 1 | requirements auditor | REQ-001 | PASS | audit:run |'),
      [
        '- [ ] REQ-002 two (review_cycles: 1)',
        '| 1 | critic | REQ-002 | PASS | audit:m2 |',
        '| 1 | requirements auditor | REQ-002 | FAIL | audit:m2: about REQ-002 (check.sh:1) |',
        '| 1 | requirements auditor | REQ-002 | PASS | audit:run |',
      ],
    ];
    expect(ended()).toEqual(both);
    await world.run('resume');
    expect(ended()).toEqual(both);
  },
  patience,
);

test(
  '002#32 no box is ticked while a failed audit of the run waits for a person',
  async () => {
    begun(
      says('audit:m1', 'PASS REQ-001'),
      says('audit:m2', 'PASS REQ-002'),
      says('audit:run', 'FAIL REQ-001', 'PASS REQ-002'),
    );
    expect((await world.run()).code).toBe(3);
    expect(written(documents.m2)).toEqual(['- [ ] REQ-002 two']);
    await world.decide('audit:run', '--fail', '--reason', 'it failed');
    const failed = '| 1 | requirements auditor | REQ-001 | FAIL | audit:run: about REQ-001 (check.sh:1) |';
    expect(written(documents.m1)).toEqual(one(' ', failed));
    expect(written(documents.m2)[0]).toBe('- [x] REQ-002 two (review_cycles: 1)');
  },
  patience,
);
