import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { withheldBy } from '../../flow/index.ts';
import { openRepository, type Repository } from '../../git/index.ts';
import {
  type CalibratedJudge,
  type Calibration,
  type CalibrationReport,
  noAgents,
} from '../../model/calibration.ts';
import { GauntletError } from '../../model/error.ts';
import { addSpend, nothingSpent } from '../../model/usage.ts';
import { calibrationOf, type PlantedChange } from '../../review/index.ts';
import { betweenChanges } from '../bench/between-changes.ts';
import { removeLeftFolders } from '../bench/change-folders.ts';
import { reviewAll } from '../bench/review-all.ts';
import { type Measured, reviewLabelled, type ReviewWays } from '../bench/review-labelled.ts';
import type { Call } from '../command.ts';
import { type ExitCode, exitCodes, worstOf } from '../exit-codes.ts';
import { judgedBy } from '../review/judged-by.ts';
import { playersFor } from '../review/players.ts';
import { settingsFor } from '../review/settings.ts';
import { clean } from '../say-error.ts';
import { isOneJudge } from './judge.ts';
import { keepCalibration } from './kept.ts';
import { type MadeChange, type Material, materialOf } from './material.ts';
import { tellCalibration, tellMaterial } from './tell.ts';
import { refuseTooLittle } from './too-little.ts';
import { type CalibrateWish, calibrateWishOf } from './wish.ts';

/** Plants defects in changes of the repository's own past, lets a judge review them, and says how many it finds (BEYOND-04). */
export async function calibrateHere(call: Call): Promise<ExitCode> {
  const wish = calibrateWishOf(call);
  const repository = await openRepository(call.io.cwd);
  try {
    const tip = await tipOf(repository, wish.material.newest);
    const isHidden = await hiddenFrom(call, repository, { tip, wish });
    if (call.io.stderr.isTty()) call.io.stderr.write(clean('looking through the past …'));
    const material = await materialOf(repository, wish.material, { tip, isHidden });
    const isCutOff = existsSync(join(repository.common, 'shallow'));
    refuseTooLittle(material.found, wish.material, isCutOff);
    if (call.options['dryRun'] === true) return tellMaterial(call, material);
    if (!call.json) {
      const { defects, kinds, clean: alone, commits } = material.found;
      const what = `${material.changes.length} changes of ${commits} commits: ${defects} with a defect of ${kinds} kinds, ${alone} clean`;
      call.io.stderr.write(clean(what));
    }
    const all = await calibrateAll(call, repository, { material, wish });
    return await tellCalibration(call, reportOf(material, wish, all));
  } finally {
    repository.close();
  }
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
  call: Call,
  repository: Repository,
  { tip, wish }: { readonly tip: string; readonly wish: CalibrateWish },
): Promise<(path: string) => boolean> {
  const options = { ...call.options, ...configOption(call, repository) };
  const settings = await settingsFor({ ...call, options }, repository, { from: tip, head: tip, commit: tip });
  for (const note of settings.notes) call.io.stderr.write(clean(`note: ${note}`));
  if (call.options['agents'] === false) return () => false;
  const { peek } = repository;
  for (const agent of call.options['dryRun'] === true ? [] : wish.agents) {
    const asked = { ...call, options: { ...options, ...(agent === null ? {} : { agent }) } };
    await playersFor(asked, settings, { peek, from: tip, fix: false });
  }
  const withheld = withheldBy(settings.config.privacy.deny);
  return (path) => withheld?.has(path) === true;
}

/** What one agent was asked came to. */
type Calibrated = {
  readonly reviews: readonly { readonly made: MadeChange; readonly measured: Measured }[];
  readonly calibrations: readonly Calibration[];
  readonly stopped: ExitCode | null;
  readonly recorded: number;
};

type Asking = { readonly material: Material; readonly wish: CalibrateWish };

async function calibrateAll(
  call: Call,
  repository: Repository,
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
        ...configOption(call, repository),
      };
      const asked = { ...call, options };
      const rules: ReviewWays['rules'] = { file: (_, path) => repository.peek.file(material.tip, path) };
      const ways = { rules, checks: false, stop: between.inner };
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
      if (stopped === null && reviews.every((each) => each.measured.reviewed.findings !== null))
        for (const each of calibrations) sayNotKept(call, keepCalibration(repository.state, each));
      all.push({ reviews, calibrations, stopped, recorded });
    }
  } finally {
    between.close();
  }
  return all;
}

function sayNotKept({ io }: Call, because: string | null): void {
  if (because !== null) io.stderr.write(clean(`not kept beside verdicts: ${because}`));
}

/** The configuration of the checkout: what is calibrated is the reviewer of today, whatever stood there when a change was made. */
function configOption({ options }: Call, { top }: Repository): Readonly<Record<string, unknown>> {
  const own = join(top, 'gauntlet.yaml');
  return options['config'] === undefined && existsSync(own) ? { config: own } : {};
}

const OFTEN = 10;

type Step = { readonly agent: string | null; readonly index: number; readonly of: number };

function progress({ io, json }: Call, { agent, index, of }: Step): void {
  const isTty = io.stderr.isTty();
  if (!isTty && (json || index % OFTEN !== 0 || index === 0)) return;
  io.stderr.write(clean(`${agent === null ? '' : `${agent}: `}${index + 1} of ${of}`));
}

/** The figures of each agent and model that answered. What nobody answered about counts against whoever was asked most. */
async function calibrationsOf(
  reviews: Calibrated['reviews'],
  { tip }: Material,
  { material: { seed }, from, tolerance, depth }: CalibrateWish,
): Promise<readonly Calibration[]> {
  const judges = reviews.flatMap(({ measured: { judge } }) => (judge === null ? [] : [judge]));
  const each = judges.filter((judge, nth) => judges.findIndex((other) => isOneJudge(other, judge)) === nth);
  const often = (judge: CalibratedJudge): number => judges.filter((other) => isOneJudge(other, judge)).length;
  const most = each.toSorted((a, b) => often(b) - often(a))[0] ?? noAgents;
  const bound = {
    version: 1 as const,
    tool: await judgedBy(),
    at: Date.now(),
    commit: tip,
    seed,
    depth,
  };
  return each.map((judge) => {
    const own = reviews.filter(({ measured }) => isOneJudge(measured.judge ?? most, judge));
    const { figures } = calibrationOf(own.map(plantedChange), { from, tolerance });
    return { ...bound, judge, from, tolerance, ...figures };
  });
}

function plantedChange({ made, measured }: Calibrated['reviews'][number]): PlantedChange {
  const byAgent = measured.judge !== null && measured.judge.agent !== noAgents.agent;
  return { ...measured.reviewed, kind: made.planted?.kind ?? null, twin: made.twin, byAgent };
}

function reportOf(material: Material, wish: CalibrateWish, all: readonly Calibrated[]): CalibrationReport {
  const reviews = all.flatMap((each) => each.reviews);
  const { seed } = wish.material;
  const changes = all.flatMap(({ reviews: own }) => {
    const { scores } = calibrationOf(own.map(plantedChange), { from: wish.from, tolerance: wish.tolerance });
    return own.map(({ made: { labelled, commit, planted }, measured }, index) => {
      const score = scores[index];
      const isAnswered = score?.reviewed === true;
      return {
        id: labelled.change.id,
        commit,
        kind: planted?.kind ?? null,
        file: planted?.file ?? null,
        line: planted?.line ?? null,
        what: planted?.what ?? null,
        agent: measured.judge?.agent ?? null,
        model: measured.judge?.model ?? null,
        found: planted === null || !isAnswered ? null : score.matched.length > 0,
        falseAlarms: planted !== null || !isAnswered ? null : score.found,
        notReviewed: isAnswered ? null : (score?.because ?? ''),
      };
    });
  });
  const notReviewed = changes.filter((each) => each.notReviewed !== null).length;
  const stopped = all.flatMap((each) => (each.stopped === null ? [] : [each.stopped]));
  const isWhole = notReviewed === 0;
  return {
    version: 1,
    commit: material.tip,
    seed,
    calibrations: all.flatMap((each) => each.calibrations),
    changes,
    notReviewed,
    recorded: all.reduce((sum, each) => sum + each.recorded, 0),
    spent: reviews.reduce((sum, { measured }) => addSpend(sum, measured.reviewed.spent), nothingSpent),
    exitCode: stopped.length > 0 ? worstOf(stopped) : isWhole ? exitCodes.passed : exitCodes.environment,
  };
}
