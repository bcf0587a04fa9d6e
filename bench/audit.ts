// What an audit costs beside its auditors: five of them at once, the score over very many findings, and their grouping.
import { auditorReport } from '../src/formats/index.ts';
import { groupFixes, scoreAudit } from '../src/audit/index.ts';
import type { AuditFinding } from '../src/model/audit.ts';
import { auditors } from '../src/model/team.ts';
import { EpicRun } from '../test/support/epic-run.ts';
import { atMost, type Bench, median, type Row } from './table.ts';

const MANY = 100_000;
/** Seconds that each of the five waits, the last one longest. */
const WAITS = [2, 3, 4, 5, 6] as const;
const policy = { passThreshold: 0.85, severityGate: 'MEDIUM' } as const;

/** The audit team. */
export const bench: Bench = {
  name: 'audit',
  async run() {
    return [...scoring(), ...(await fiveAtOnce())];
  },
};

function found(nth: number): AuditFinding {
  return {
    auditor: auditors[nth % auditors.length] ?? 'technical',
    source: 'agent',
    verdict: nth % 3 === 0 ? 'PASS' : 'FAIL',
    severity: nth % 3 === 0 ? null : 'HIGH',
    id: `TECH-${nth % 997}`,
    title: 'it is so',
    file: `src/part${nth % 5_003}/file${nth % 7}.ts`,
    line: 1 + (nth % 400),
    evidence: 'seen there',
    fixHint: 'fix it',
  };
}

function scoring(): readonly Row[] {
  const score = (many: number): void => {
    const all = Array.from({ length: many }, (_, nth) => found(nth));
    const results = auditors.map((auditor) => ({
      auditor,
      agentAsked: true,
      report: auditorReport(
        auditor,
        all.filter((finding) => finding.auditor === auditor),
      ),
      scanChecks: [],
    }));
    scored.push(secondsOf(() => void scoreAudit(results, policy)));
  };
  const group = (many: number): void => {
    const all = Array.from({ length: many }, (_, nth) => found(nth));
    scored.push(secondsOf(() => void groupFixes(all, policy)));
  };
  let scored: number[] = [];
  const measured = (work: (many: number) => void, many: number): number => {
    scored = [];
    for (let round = 0; round < 5; round++) work(many);
    return median(scored);
  };
  const [tenth, whole] = [measured(score, MANY / 10), measured(score, MANY)];
  const [groupedTenth, grouped] = [measured(group, MANY / 10), measured(group, MANY)];
  return [
    atMost({ what: 'score of 100,000 findings', value: whole, unit: 's' }, 1),
    atMost({ what: 'score of 100,000 : 10 × that of 10,000', value: whole / (10 * tenth), unit: '' }, 2),
    atMost(
      { what: 'groups of 100,000 : 10 × those of 10,000', value: grouped / (10 * groupedTenth), unit: '' },
      2,
    ),
  ];
}

/** From the first auditor that is sent to the last report, against how long the slowest of them took. */
async function fiveAtOnce(): Promise<readonly Row[]> {
  const playbook = auditors.map((auditor, nth) => ({
    role: 'auditor' as const,
    auditor,
    shell: `sleep ${WAITS[nth]}`,
  }));
  const world = new EpicRun({
    tickets: [{ id: 'A', review: false }],
    playbook,
    config: { depth: 'thorough', audit: { perMilestone: false, endOfRun: true } },
  });
  try {
    await world.run();
    const sent = world.runs('audit:run', 'team');
    const reported = world.of('audit:run', 'team_auditor_reported');
    if (reported.length !== auditors.length) throw new Error('not all five have reported');
    const began = new Map(sent.map(({ run, at }) => [run, at]));
    const slowest = Math.max(...reported.map(({ run, at }) => at - (began.get(run) ?? at)));
    const wall = Math.max(...reported.map(({ at }) => at)) - Math.min(...sent.map(({ at }) => at));
    return [atMost({ what: 'five auditors : the slowest one, wall', value: wall / slowest, unit: '' }, 1.15)];
  } finally {
    world.remove();
  }
}

function secondsOf(work: () => void): number {
  const began = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - began) / 1e9;
}
