import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CalibratedJudge, Calibration } from '../../model/calibration.ts';
import { CalibrationSchema } from '../../model/calibration-shape.ts';
import type { CriticName } from '../../model/provenance.ts';
import { calibrationWords } from '../../report/index.ts';
import { writeWhole } from '../audit/write-whole.ts';
import { judgedBy } from '../review/judged-by.ts';
import { isOneJudge } from './judge.ts';

/** A calibration as it stands beside a verdict. */
export type ShownCalibration = Calibration & { readonly words: string };

/** Kept beside the hub, one file for each judge: the newest one counts. */
const folderIn = (state: string): string => join(state, 'calibrations');

export function keepCalibration(state: string, calibration: Calibration): void {
  const { agent, model, settings } = calibration.judge;
  const name = createHash('sha256')
    .update(JSON.stringify([agent, model, settings]))
    .digest('hex')
    .slice(0, 24);
  writeWhole(join(folderIn(state), `${name}.json`), `${JSON.stringify(calibration, undefined, 2)}\n`);
}

/** Every calibration of a repository, the newest first; what cannot be read is none. */
export function keptCalibrations(state: string): readonly Calibration[] {
  return filesIn(folderIn(state))
    .flatMap((file) => {
      const read = CalibrationSchema.safeParse(parsed(file));
      return read.success ? [read.data] : [];
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

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** What is known of the judges of a verdict, and of nobody else. */
export async function withCalibrations<Result extends { readonly judgedBy: readonly CalibratedJudge[] }>(
  state: string,
  result: Result,
): Promise<Result & { readonly calibrations: readonly ShownCalibration[] }> {
  const all = result.judgedBy.length === 0 ? [] : keptCalibrations(state);
  const own = all.filter(({ judge }) => result.judgedBy.some((each) => isOneJudge(each, judge)));
  const tool = own.length === 0 ? null : await judgedBy();
  return { ...result, calibrations: own.map((each) => ({ ...each, words: calibrationWords(each, tool) })) };
}

/** For verdicts of a run, of which agent and model are known and nothing else: whoever names no model may be anybody. */
export function calibratedCritics(state: string): (critic: CriticName) => string | undefined {
  let all: readonly Calibration[] | undefined;
  return ({ agent, model }) => {
    if (model === null) return undefined;
    all ??= keptCalibrations(state);
    const found = all.find(({ judge }) => judge.agent === agent && judge.model === model);
    return found === undefined ? undefined : calibrationWords(found, null);
  };
}
