import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { withheldBy } from '../../run/index.ts';
import { openRepository, type Repository } from '../../git/index.ts';
import {
  type CalibratedJudge,
  type Calibration,
  type CalibrationReport,
  noAgents,
} from '../../model/calibration.ts';
import { GauntletError } from '../../model/error.ts';
import { addSpend, nothingSpent } from '../../model/usage.ts';
import { calibrationOf, type ChangeScore, type JudgedChange } from '../../review/index.ts';
import type { CalibrateCall } from './calibrate-call.ts';
import { type ExitCode, exitCodes, worstOf } from '../../model/exit-codes.ts';
import { judgedBy } from '../../project/judged-by.ts';
import { playersFor } from '../../project/settings/role-agents.ts';
import { settingsFor } from '../../project/settings/settings.ts';
import { betweenChanges } from './between-changes.ts';
import { removeLeftFolders } from './change-folders.ts';
import { isOneJudge } from './judge.ts';
import { keepCalibration } from './calibration-store.ts';
import { labelledMaterial } from './labelled-files.ts';
import { type MadeChange, type Material, materialOf } from './material.ts';
import { reviewAll } from './review-all.ts';
import { type LabelledReview, reviewLabelled, type ReviewWays } from './review-labelled.ts';
import { labelsOf } from './labels.ts';
import { refuseTooLittle } from './too-little.ts';
import { type CalibrateRequest, calibrateRequestOf } from './calibrate-request.ts';

/** Measures a judge: on labelled changes, or on changes of the repository's own past with defects planted in them (BEYOND-04). */
export async function calibrateHere(call: CalibrateCall): Promise<Material | CalibrationReport> {
  const wish = calibrateRequestOf(call);
  if (wish.labelled === null) return await calibrateOnPast(call, wish);
  const material = labelledMaterial(call.io.cwd, wish.labelled);
  if (call.options.dryRun === true) return material;
  const all = await calibrateAll(call, null, { material, wish });
  return reportOf(material, wish, all);
}

async function calibrateOnPast(
  call: CalibrateCall,
  wish: CalibrateRequest,
): Promise<Material | CalibrationReport> {
  using repository = await openRepository(call.io.cwd);
  const tip = await tipOf(repository, wish.material.newest);
  const isHidden = await hiddenFrom(call, repository, { tip, wish });
  if (call.io.isWatched()) call.io.say('scanning the git history …');
  const material = await materialOf(repository, wish.material, { tip, isHidden });
  const isCutOff = existsSync(join(repository.common, 'shallow'));
  refuseTooLittle(material.found, wish.material, isCutOff);
  if (call.options.dryRun === true) return material;
  if (!call.json) {
    const { defects, kinds, clean: alone, commits } = material.found;
    const what = `${material.changes.length} changes of ${commits} commits: ${defects} with a planted defect (${kinds} kinds), ${alone} clean`;
    call.io.say(what);
  }
  const all = await calibrateAll(call, repository, { material, wish });
  return reportOf(material, wish, all);
}

async function tipOf({ peek }: Repository, newest: string): Promise<string> {
  try {
    return (await peek.adopt(newest)).commit;
  } catch (error) {
    if (!(error instanceof GauntletError) || error.code !== 'PLAN_INVALID') throw error;
    const hint =
      newest === 'HEAD'
        ? 'Make commits first: defects are planted in changes of the past.'
        : 'Name commits that are here, such as --commits v1.0..main, or how many: --commits 500.';
    throw new GauntletError('USAGE_INVALID', error.message, { hint, cause: error });
  }
}

/**
 * What agents may not see, by the configuration of today. Whoever cannot be asked is told here, before the past is looked
 * through.
 */
async function hiddenFrom(
  call: CalibrateCall,
  repository: Repository,
  { tip, wish }: { readonly tip: string; readonly wish: CalibrateRequest },
): Promise<(path: string) => boolean> {
  const options = { ...call.options, ...configOption(call, repository.top) };
  const judges = [{ ref: tip, commit: tip }];
  const compared = { part: 'commits', name: tip, judges, from: tip, head: tip, commit: tip } as const;
  const settings = await settingsFor({ ...call, options }, repository, { compared });
  for (const note of settings.notes) call.io.say(`note: ${note}`);
  if (!call.options.agents) return () => false;
  const { peek } = repository;
  for (const agent of call.options.dryRun === true ? [] : wish.agents) {
    const asked = { ...call, options: { ...options, ...(agent === null ? {} : { agent }) } };
    await playersFor(asked, settings, { peek, from: tip, fix: false });
  }
  const withheld = withheldBy(settings.config.privacy.deny);
  return (path) => withheld?.has(path) === true;
}

/** What one agent was asked came to. */
type Calibrated = {
  readonly reviews: readonly { readonly made: MadeChange; readonly measured: LabelledReview }[];
  readonly calibrations: readonly Calibration[];
  readonly stopped: ExitCode | null;
  readonly recorded: number;
};

type Asking = { readonly material: Material; readonly wish: CalibrateRequest };

/** Without a repository nothing is kept beside verdicts, and each change brings its own rules. */
async function calibrateAll(
  call: CalibrateCall,
  repository: Repository | null,
  { material, wish }: Asking,
): Promise<readonly Calibrated[]> {
  removeLeftFolders(tmpdir());
  const between = betweenChanges(call);
  const all: Calibrated[] = [];
  let left = wish.budget;
  try {
    for (const agent of wish.agents) {
      const options = {
        ...call.options,
        ...(agent === null ? {} : { agent }),
        ...configOption(call, repository?.top ?? call.io.cwd),
      };
      const asked = { ...call, options };
      const ways = { ...rulesOf(repository, material), stop: between.inner };
      const { measured, stopped, recorded, paid } = await reviewAll(
        material.changes.map(({ labelled }) => labelled),
        {
          budget: left,
          begin: (index) => progress(call, { agent, index, of: material.changes.length }),
          stop: () => between.stop(),
          review: (labelled, rest) => reviewLabelled(asked, labelled, { ...ways, left: rest }),
        },
      );
      if (left !== null) left = Math.max(0, left - paid);
      const reviews = material.changes.flatMap((made, index) => {
        const each = measured[index];
        return each === undefined ? [] : [{ made, measured: each }];
      });
      const calibrations = await calibrationsOf(reviews, material, wish);
      // Only what was asked to the end is a calibration; the rest is gone on with.
      const isWhole = stopped === null && reviews.every((each) => each.measured.reviewed.findings !== null);
      if (repository !== null && isWhole)
        for (const each of calibrations) sayNotKept(call, keepCalibration(repository.state, each));
      all.push({ reviews, calibrations, stopped, recorded });
    }
  } finally {
    between.close();
  }
  return all;
}

/** The rules of today, whatever stood there when a change was made. */
function rulesOf(repository: Repository | null, { tip }: Material): Pick<ReviewWays, 'rules'> {
  if (repository === null || tip === null) return {};
  return { rules: { file: (_, path) => repository.peek.file(tip, path) } };
}

function sayNotKept({ io }: CalibrateCall, because: string | null): void {
  if (because !== null) io.say(`the result will not be shown next to verdicts: ${because}`);
}

/** The configuration of the checkout: what is calibrated is the reviewer of today, whatever stood there when a change was made. */
function configOption({ options }: CalibrateCall, top: string): Readonly<Record<string, unknown>> {
  const own = join(top, 'gauntlet.yaml');
  return options.config === undefined && existsSync(own) ? { config: own } : {};
}

const OFTEN = 10;

type Step = { readonly agent: string | null; readonly index: number; readonly of: number };

function progress({ io, json }: CalibrateCall, { agent, index, of }: Step): void {
  const isTty = io.isWatched();
  if (!isTty && (json || index % OFTEN !== 0 || index === 0)) return;
  io.say(`${agent === null ? '' : `${agent}: `}${index + 1} of ${of}`);
}

/** The figures of each agent and model that answered. What nobody answered about counts against whoever was asked most. */
async function calibrationsOf(
  reviews: Calibrated['reviews'],
  { tip }: Material,
  wish: CalibrateRequest,
): Promise<readonly Calibration[]> {
  const judges = reviews.flatMap(({ measured: { judge } }) => (judge === null ? [] : [judge]));
  const each = judges.filter((judge, nth) => judges.findIndex((other) => isOneJudge(other, judge)) === nth);
  const often = (judge: CalibratedJudge): number => judges.filter((other) => isOneJudge(other, judge)).length;
  const most = each.toSorted((a, b) => often(b) - often(a))[0] ?? noAgents;
  const { from, tolerance, depth } = wish;
  const bound = { version: 1 as const, tool: await judgedBy(), at: Date.now(), commit: tip, depth };
  return each.map((judge) => {
    const own = reviews.filter(({ measured }) => isOneJudge(measured.judge ?? most, judge));
    const { figures } = calibrationOf(own.map(judgedChange), settingsOf(wish));
    return { ...bound, judge, from, tolerance, ...sourceOf(wish), ...figures };
  });
}

function judgedChange({ made, measured }: Calibrated['reviews'][number]): JudgedChange {
  const byAgent = measured.judge !== null && measured.judge.agent !== noAgents.agent;
  return { ...measured.reviewed, kinds: made.kinds, twin: made.twin, byAgent };
}

function sourceOf({ labelled, material }: CalibrateRequest): Pick<Calibration, 'source' | 'seed'> {
  return labelled === null ? { source: 'planted', seed: material.seed } : { source: 'labelled', seed: null };
}

function settingsOf(wish: CalibrateRequest) {
  return { from: wish.from, tolerance: wish.tolerance, source: sourceOf(wish).source };
}

function reportOf(material: Material, wish: CalibrateRequest, all: readonly Calibrated[]): CalibrationReport {
  const reviews = all.flatMap((each) => each.reviews);
  const { source, seed } = sourceOf(wish);
  const scored = all.flatMap(({ reviews: own }) => {
    const { scores } = calibrationOf(own.map(judgedChange), settingsOf(wish));
    return own.map((each, index) => ({ ...each, score: scores[index] }));
  });
  const changes = scored.flatMap(({ made, measured, score }) => {
    const isAnswered = score?.reviewed === true;
    const found = new Set(score?.matched.map(({ comment }) => comment));
    return labelsOf(made).map((label, nth) => ({
      ...label,
      agent: measured.judge?.agent ?? null,
      model: measured.judge?.model ?? null,
      found: label.kind === null || !isAnswered ? null : found.has(nth),
      falseAlarms: label.kind !== null || !isAnswered ? null : score.found,
      notReviewed: isAnswered ? null : (score?.because ?? ''),
    }));
  });
  const extra = source === 'planted' ? [] : scored.flatMap(({ score }) => extraOf(score));
  const notReviewed = scored.filter(({ score }) => score?.reviewed !== true).length;
  const stopped = all.flatMap((each) => (each.stopped === null ? [] : [each.stopped]));
  const calibrations = all.flatMap((each) => each.calibrations);
  const judged = calibrations.some((each) => isBelow(each, wish.least)) ? exitCodes.failed : exitCodes.passed;
  return {
    version: 1,
    commit: material.tip,
    seed,
    calibrations,
    changes,
    extra,
    notReviewed,
    recorded: all.reduce((sum, each) => sum + each.recorded, 0),
    spent: reviews.reduce((sum, { measured }) => addSpend(sum, measured.reviewed.spent), nothingSpent),
    exitCode: stopped.length > 0 ? worstOf(stopped) : notReviewed === 0 ? judged : exitCodes.environment,
  };
}

function extraOf(score: ChangeScore | undefined): CalibrationReport['extra'] {
  return score?.extra.map((finding) => ({ id: score.id, ...finding })) ?? [];
}

/** Whether a judge misses a bound that somebody set. A figure that is not known does not reach one. */
function isBelow({ recall, precision, falseAlarms }: Calibration, least: CalibrateRequest['least']): boolean {
  const isLess = (value: number | null, bound: number | null): boolean =>
    bound !== null && (value ?? 0) < bound;
  return (
    isLess(recall.value, least.recall) ||
    isLess(precision?.value ?? null, least.precision) ||
    (falseAlarms.value ?? 0) > (least.falseAlarms ?? Number.POSITIVE_INFINITY)
  );
}
