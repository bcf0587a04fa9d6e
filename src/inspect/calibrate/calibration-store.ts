import { sha256 } from '../../model/sha256.ts';
import { readOwnJson } from '../../project/own-json.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { CalibratedJudge, Calibration } from '../../model/calibration.ts';
import { CalibrationSchema } from '../../model/calibration.ts';
import type { CriticName } from '../../model/provenance.ts';
import { calibrationWords } from '../../report/index.ts';
import { usualTolerance } from '../../review/index.ts';
import { writeWhole } from '../../project/write-whole.ts';
import { judgedBy } from '../../project/judged-by.ts';
import { fits } from '../../schema/fits.ts';
import { isAlike, isOneJudge } from './judge.ts';

/** The mildest finding that counts where nobody says otherwise. */
export const usualFrom = 'LOW';

/** A calibration as it stands beside a verdict. */
export type ShownCalibration = Calibration & { readonly words: string };

/** Kept beside the hub, one file for each judge: the newest one counts, but a small one replaces none that is large enough. */
const folderIn = (state: string): string => join(state, 'calibrations');

/** Answers why it is not kept; null: it is. */
export function keepCalibration(state: string, calibration: Calibration): string | null {
  const { from, tolerance, judge, tool } = calibration;
  if (from !== usualFrom || tolerance !== usualTolerance)
    return `only figures measured with --from ${usualFrom} and --tolerance ${usualTolerance} are shown with verdicts`;
  const isBetter = (each: Calibration): boolean =>
    each.isEnough && each.tool === tool && isOneJudge(each.judge, judge);
  if (!calibration.isEnough && keptCalibrations(state).some(isBetter))
    return 'a result of the same judge from enough changes already exists';
  const { agent, model, settings } = judge;
  const name = sha256(JSON.stringify([agent, model, settings])).slice(0, 24);
  writeWhole(join(folderIn(state), `${name}.json`), `${JSON.stringify(calibration, undefined, 2)}\n`);
  return null;
}

/** Every calibration of a repository, the newest first; what cannot be read is none. */
export function keptCalibrations(state: string): readonly Calibration[] {
  return filesIn(folderIn(state))
    .flatMap((file) => {
      const read: unknown = readOwnJson(file);
      return fits(CalibrationSchema, read) ? [read] : [];
    })
    .toSorted((a, b) => b.at - a.at);
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => join(folder, name));
  } catch {
    // Nobody has calibrated here.
    return [];
  }
}

/** What is known of the judges of a verdict, and of nobody else. */
export async function withCalibrations<Result extends { readonly judgedBy: readonly CalibratedJudge[] }>(
  state: string,
  result: Result,
): Promise<Result & { readonly calibrations: readonly ShownCalibration[] }> {
  const all = result.judgedBy.length === 0 ? [] : keptCalibrations(state);
  const own = result.judgedBy.flatMap((judge) => besideJudge(judge, all) ?? []);
  const shown = own.filter((each, nth) => own.findIndex(({ kept }) => kept === each.kept) === nth);
  const tool = own.length === 0 ? null : await judgedBy();
  return {
    ...result,
    calibrations: shown.map(({ kept, isOther }) => ({
      ...kept,
      words: calibrationWords(kept, tool, isOther),
    })),
  };
}

type Beside = { readonly kept: Calibration; readonly isOther: boolean };

/** The calibration of a judge; else the newest of the same agent and model, by another program or configuration. */
export function besideJudge(judge: CalibratedJudge, all: readonly Calibration[]): Beside | undefined {
  const same = all.find((each) => isOneJudge(each.judge, judge));
  if (same !== undefined) return { kept: same, isOther: false };
  const alike = all.find((each) => isAlike(each.judge, judge));
  return alike === undefined ? undefined : { kept: alike, isOther: true };
}

/** For verdicts of a run, of which agent and model are known and nothing else: whoever names no model may be anybody. */
export function calibratedCritics(state: string, tool: string): (critic: CriticName) => string | undefined {
  let all: readonly Calibration[] | undefined;
  return ({ agent, model }) => {
    if (model === null) return undefined;
    all ??= keptCalibrations(state);
    const found = all.find(({ judge }) => judge.agent === agent && judge.model === model);
    return found === undefined ? undefined : calibrationWords(found, tool);
  };
}
