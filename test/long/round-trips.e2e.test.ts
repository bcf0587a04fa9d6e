// Whatever is written in one of our formats is read back by the built command as what it was.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import {
  auditorReport,
  parseAuditTeamReport,
  writeAuditReport,
  writeAuditTeamReport,
  writeDeveloper,
  writeFindingsDocument,
} from '../../src/formats/index.ts';
import { parseEpicState, writeEpicState } from '../../src/report/index.ts';
import { reviewDimensions } from '../../src/model/dimensions.ts';
import { writeAuditor, writeCritic } from '../support/write-answers.ts';
import { writeReviewReport } from '../support/write-review-report.ts';
import * as signals from '../support/signal-samples.ts';
import { severities } from '../../src/model/severity.ts';
import { builtCli, type Place } from '../built-cli.ts';
import { answers } from '../samples.ts';
import { EpicRun, patience } from '../support/epic-run.ts';
import { planAgents, reviewOf } from '../support/review-agents.ts';
import { ReviewRepo } from '../support/review-repo.ts';

let place: Place;
let epic: EpicRun | undefined;
let repo: ReviewRepo | undefined;

beforeAll(() => {
  place = builtCli();
});
afterAll(() => place.remove());
afterEach(() => {
  epic?.remove();
  repo?.remove();
  [epic, repo] = [undefined, undefined];
});

/** What the built command reads out of a text. */
function read(kind: string, input: string, about: readonly string[]): unknown {
  const ran = place.run(['parse', '--as', kind, ...about, '-'], { input });
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  return JSON.parse(ran.stdout);
}

const scores = reviewDimensions.map(({ id }) => `- ${id}: 95\n`).join('');
const scoredReview = signals.passedReview.replace('Summary', `Dimension Scores:\n${scores}\nSummary`);

type Read<Write extends (value: never) => string> = Parameters<Write>[0];
type Again = (value: unknown) => string;

const token = { token: signals.token };
const developer: Again = (value) => writeDeveloper(value as Read<typeof writeDeveloper>, token);
const critic: Again = (value) => writeCritic(value as Read<typeof writeCritic>, token);
const auditor: Again = (value) => writeAuditor(value as Read<typeof writeAuditor>, token);

test.each([
  ['READY_FOR_REVIEW', 'developer', signals.readyWork, developer],
  ['TASK_INCOMPLETE', 'developer', signals.incompleteWork, developer],
  ['INFRA_BLOCKED', 'developer', signals.blockedWork, developer],
  ['QUESTION', 'developer', signals.question, developer],
  ['REVIEW_PASSED', 'critic', scoredReview, critic],
  ['REVIEW_FAILED', 'critic', signals.failedReview, critic],
  ['AUDIT_PASSED', 'auditor', signals.passedAudit, auditor],
  ['AUDIT_FAILED', 'auditor', signals.failedAudit, auditor],
  ['AUDIT_BLOCKED', 'auditor', signals.blockedAudit, auditor],
] as const)(
  'SIGNAL-06 %s: what was read is written, and read back to the same value',
  (_, kind, text, again) => {
    const about = ['--ticket', signals.ticket, '--token', signals.token];
    const value = read(kind, text, about);
    expect(read(kind, again(value), about)).toEqual(value);
  },
);

type Report = { readonly report: Read<typeof writeReviewReport> };

test.each([
  ['audit', (value: unknown) => writeAuditReport(value as Read<typeof writeAuditReport>)],
  ['findings', (value: unknown) => writeFindingsDocument(value as Read<typeof writeFindingsDocument>)],
  ['review-report', (value: unknown) => writeReviewReport((value as Report).report)],
] as const)('SIGNAL-06 %s: what was read is written, and read back to the same value', (kind, again) => {
  const about = ['--ticket', 'API-1'];
  const value = read(kind, answers[kind], about);
  const text = again(value);
  expect(read(kind, text, about)).toEqual(value);
  expect(again(read(kind, text, about))).toBe(text);
});

test(
  'SIGNAL-06 the findings document of a review has three headings and a severity where one is not enough, and reads back',
  async () => {
    repo = new ReviewRepo();
    const lines = severities.map((_, nth) => `export const part${nth} = ${nth};\n`);
    repo.commit('base', { 'src/a.ts': 'export const a = 1;\n' });
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('work', { 'src/a.ts': lines.join('') });
    const said = severities.map((severity, nth) => ({
      severity,
      file: 'src/a.ts',
      line: nth + 1,
      problem: `\`part${nth}\` is ${severity}`,
    }));
    const config = planAgents(repo.folder, { reviewer: [[{ say: reviewOf('feature', 1, said) }]] });
    const { rounds } = await repo.review('--config', config);
    const text = repo.read(rounds[0]?.document ?? '') ?? '';
    const parts = text.split(/^## /m).slice(1);
    const told = parts.map((part) => [
      part.split('\n')[0],
      [...part.matchAll(/\*\*Problem:\*\* `part\d` is (\w+)/g)].map(([, word]) => word),
      [...part.matchAll(/^ {3}- \*\*Severity:\*\* (\w+)$/gm)].map(([, word]) => word),
    ]);
    // A minor issue without a word is a LOW one: only the others would be lost.
    expect(told.slice(0, 3)).toEqual([
      ['Critical Issues (Must Fix)', ['CRITICAL'], []],
      ['Important Issues (Should Fix)', ['HIGH'], []],
      ['Minor Issues (Nice to Have)', ['MEDIUM', 'LOW', 'INFO'], ['MEDIUM', 'INFO']],
    ]);
    type Document = Read<typeof writeFindingsDocument>;
    const value = read('findings', text, ['--ticket', 'feature']) as Document;
    expect(value.findings.map(({ severity, line, problem }) => ({ severity, line, problem }))).toEqual(
      said.map(({ severity, line, problem }) => ({ severity, line, problem })),
    );
    expect(writeFindingsDocument(value)).toBe(text);
  },
  patience,
);

test(
  'SIGNAL-06 the reports and the state that a run leaves are read back and written again to the same bytes',
  async () => {
    const unclear = {
      id: 'TECH-002',
      title: 'short',
      file: 'parts/A.txt',
      line: 1,
      evidence: 'A',
      fixHint: 'say more',
    };
    epic = new EpicRun({
      config: { depth: 'standard', audit: { perMilestone: false, passThreshold: 0.4 } },
      tickets: [{ id: 'A' }],
      playbook: [
        {
          role: 'auditor',
          auditor: 'technical',
          say: writeAuditReport(
            auditorReport('technical', [
              { ...unclear, verdict: 'PARTIAL', severity: 'LOW' },
              { ...unclear, id: 'TECH-003', verdict: 'PASS', severity: null },
            ]),
          ),
        },
      ],
    });
    const { code, stderr } = await epic.run();
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    const home = join(epic.repository, '.gauntlet/epics/e1');
    const text = (path: string): string => readFileSync(join(home, path), 'utf8');
    for (const name of ['requirements', 'technical']) {
      const value = read('audit', text(`audit/run/${name}_audit.md`), []) as Read<typeof writeAuditReport>;
      expect(value.auditor).toBe(name);
      expect(writeAuditReport(value)).toBe(text(`audit/run/${name}_audit.md`));
    }
    const whole = text('audit/run/AUDIT_REPORT.md');
    const { report } = parseAuditTeamReport(whole);
    if (report === null) throw new Error(`it cannot be read: ${whole}`);
    expect(writeAuditTeamReport(report)).toBe(whole);
    const { state } = parseEpicState(text('epic-state.json'));
    if (state === null) throw new Error('the state cannot be read');
    expect(writeEpicState(state)).toBe(text('epic-state.json'));
  },
  patience,
);
