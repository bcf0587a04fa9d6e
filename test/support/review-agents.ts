// Agents of a review that follow a plan: what is said and done in which round and try, as one program without a model.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeFindingsDocument } from '../../src/formats/index.ts';
import { writeReviewReport } from './write-review-report.ts';
import { reviewDimensions } from '../../src/model/dimensions.ts';
import { isMustFix, type Severity } from '../../src/model/severity.ts';

/** One turn of an agent. `{TOKEN}` and `{COMMIT}` in what it says are the token and the commit of its prompt. */
export type Turn = {
  readonly say?: string;
  /** Files it writes in its working directory; null deletes one. */
  readonly write?: Readonly<Record<string, string | null>>;
  /** Commits everything under this message. */
  readonly commit?: string;
  /** Commands, each to `sh -c`; what they come to does not matter. */
  readonly run?: readonly string[];
  readonly exit?: number;
};

/** By round; in a round by try, the last one for all further ones. */
export type Plan = {
  readonly reviewer: readonly (readonly Turn[])[];
  readonly critic?: readonly (readonly Turn[])[];
  readonly fixer?: readonly (readonly Turn[])[];
};

const player = `
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
const prompt = readFileSync(0, 'utf8');
const token = /^TOKEN: (.*)$/m.exec(prompt)?.[1] ?? '';
const commit = /Final commit: ([0-9a-f]+)/.exec(prompt)?.[1] ?? '';
const { GAUNTLET_ROLE: role, GAUNTLET_ROUND: round, GAUNTLET_TRY: tries } = process.env;
const rounds = plan[role] ?? [];
const turns = rounds[Math.min(Number(round), rounds.length) - 1] ?? [];
const turn = turns[Math.min(Number(tries), turns.length - 1)] ?? {};
const sh = (...argv) => { try { execFileSync(argv[0], argv.slice(1), { stdio: 'ignore' }); } catch {} };
for (const [path, text] of Object.entries(turn.write ?? {})) {
  if (text === null) { rmSync(path); continue; }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
for (const command of turn.run ?? []) sh('sh', '-c', command);
if (turn.commit !== undefined) {
  sh('git', 'add', '--all');
  sh('git', '-c', 'user.name=Fixer', '-c', 'user.email=fixer@example.invalid', 'commit', '-m', turn.commit);
}
process.stdout.write((turn.say ?? '').replaceAll('{TOKEN}', token).replaceAll('{COMMIT}', commit));
process.exitCode = turn.exit ?? 0;
`;

/** Writes the program and a configuration that names it for every role; answers the configuration's path. */
export function planAgents(folder: string, plan: Plan, more = ''): string {
  const program = join(folder, 'agent.mjs');
  writeFileSync(program, `const plan = ${JSON.stringify(plan)};\n${player}`);
  const file = join(folder, 'gauntlet.yaml');
  const run = JSON.stringify([process.execPath, program]);
  writeFileSync(file, `version: 1\nagents:\n  default: { use: command, run: ${run} }\n${more}`);
  return file;
}

export type Said = {
  readonly severity: Severity;
  readonly file: string;
  readonly line: number;
  readonly problem: string;
  readonly category?: string;
};

/** A findings document as a reviewer answers it. */
export function reviewOf(id: string, round: number, findings: readonly Said[]): string {
  return writeFindingsDocument({
    ticket: id,
    round,
    reviewer: 'Agent (Fresh Context)',
    date: '2026-01-01 12:00',
    branch: id,
    findings: findings.map(({ category = 'Correctness', ...rest }) => ({
      ...rest,
      category,
      title: rest.problem,
      impact: 'it breaks',
      fix: 'fix it',
    })),
    recommendation: findings.some(({ severity }) => isMustFix(severity)) ? 'fix' : 'merge',
  });
}

/** A report with scores (95 where nothing else is said), and the status that the reviewer claims. */
export function reportOf(
  id: string,
  round: number,
  status: 'pass' | 'fail',
  scores: Readonly<Record<string, number>> = {},
): string {
  const isPass = status === 'pass';
  const usual = reviewDimensions.map(({ id: dimension }) => [dimension, 95] as const);
  const all = { ...Object.fromEntries(usual), ...scores };
  return writeReviewReport(
    {
      ticket: id,
      commit: '{COMMIT}',
      revisionCount: round - 1,
      reviewedAt: '2026-01-01T12:00:00Z',
      reviewer: 'Agent',
      status,
      overallScore: isPass ? 95 : 60,
      dimensionScores: Object.fromEntries(
        Object.entries(all).map(([dimension, score]) => [dimension, { score, reason: '' }]),
      ),
      findings: [],
      blockingIssues: [],
      revisionNotes: isPass ? null : 'do better',
      approved: isPass,
      passCriteriaMet: {
        allCriticalDimensionsPass: isPass,
        noBlockingIssues: true,
        overallScoreAboveThreshold: isPass,
      },
    },
    { token: '{TOKEN}' },
  );
}

export function handIn(id: string): string {
  return `- 1: fixed\n\nREADY_FOR_REVIEW: ${id} {TOKEN}\n\nFiles modified:\n- src/a.ts\n\nSummary: done\n`;
}
