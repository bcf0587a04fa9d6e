import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import { severities } from '../../model/severity.ts';
import { measurementText } from '../../report/index.ts';
import { type Measurement, scoreReviews, usualTolerance } from '../../review/index.ts';
import { writeWhole } from '../audit/write-whole.ts';
import { type Call, textOption } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { clean } from '../say-error.ts';
import { together } from '../together.ts';
import { betweenChanges } from './between-changes.ts';
import { removeLeftFolders } from './change-folders.ts';
import { labelledFiles, ownSet } from './labelled-files.ts';
import { reviewAll } from './review-all.ts';
import { reviewLabelled } from './review-labelled.ts';

/** Measures a reviewer: how much of what should be said it says, and how much else. */
export async function benchReview(call: Call, folder: string | undefined): Promise<ExitCode> {
  const bounds = boundsOf(call);
  const wanted = textOption(call, 'only')?.split(',');
  const all = labelledFiles(folder === undefined ? ownSet() : resolve(call.io.cwd, folder));
  const chosen = all.filter(({ change }) => wanted === undefined || wanted.includes(change.id));
  if (chosen.length === 0)
    throw new GauntletError('USAGE_INVALID', '--only names no labelled change', {
      hint: `There are: ${all.map(({ change }) => change.id).join(', ')}.`,
    });
  removeLeftFolders(tmpdir());
  const between = betweenChanges(call);
  const { measured, stopped, recorded } = await reviewAll(chosen, {
    budget: bounds.budget,
    begin(index) {
      if (call.io.stderr.isTty())
        call.io.stderr.write(clean(`${index + 1} of ${chosen.length}: ${chosen[index]?.change.id ?? ''}`));
    },
    stop: () => between.stop(),
    review: (labelled, left) => reviewLabelled(call, labelled, { left, stop: between.inner }),
  }).finally(() => between.close());
  if (recorded > 0 && !call.json)
    call.io.stderr.write(
      clean(`${recorded} of ${chosen.length} are on record and nobody was asked again (--fresh asks)`),
    );
  const measurement = scoreReviews(
    measured.map(({ reviewed }) => reviewed),
    { from: bounds.from, tolerance: bounds.tolerance },
  );
  const exitCode = codeOf(measurement, bounds, stopped);
  tell(call, measurement, { exitCode, recorded });
  return exitCode;
}

type Ending = { readonly exitCode: ExitCode; readonly recorded: number };

function tell(call: Call, measurement: Measurement, ending: Ending): void {
  const who =
    call.options['agents'] === false ? 'no agents' : (textOption(call, 'agent') ?? 'the configured reviewer');
  const json = jsonText({ reviewer: who, ...measurement, ...ending });
  const output = textOption(call, 'output');
  if (output !== undefined) writeWhole(resolve(call.io.cwd, output), json);
  call.io.stdout.write(call.json ? json : measurementText(measurement, who, call.options['all'] === true));
}

type Bounds = {
  readonly from: (typeof severities)[number];
  readonly tolerance: number;
  readonly budget: number | null;
  readonly minRecall: number | null;
  readonly minPrecision: number | null;
  readonly maxFalseAlarms: number | null;
};

function boundsOf(call: Call): Bounds {
  const [tolerance, budget, minRecall, minPrecision, maxFalseAlarms] = together(
    () => numberOption(call, 'tolerance', 1000) ?? usualTolerance,
    () => numberOption(call, 'budget', 1e9),
    () => numberOption(call, 'minRecall', 1),
    () => numberOption(call, 'minPrecision', 1),
    () => numberOption(call, 'maxFalseAlarms', 1e6),
  );
  const from = severities.find((each) => each === textOption(call, 'from')) ?? 'LOW';
  return { from, tolerance, budget, minRecall, minPrecision, maxFalseAlarms };
}

export function numberOption(call: Pick<Call, 'options'>, name: string, most: number): number | null {
  const said = textOption(call, name);
  if (said === undefined) return null;
  const value = Number(said);
  if (/^\d+(?:\.\d+)?$/.test(said) && value <= most) return value;
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new GauntletError(
    'USAGE_INVALID',
    `--${flag} is a number from 0 to ${most}, not ${JSON.stringify(said)}`,
  );
}

/** What was not reviewed is no measurement; a bound that is not reached is a reviewer found wanting. */
function codeOf(measurement: Measurement, bounds: Bounds, stopped: ExitCode | null): ExitCode {
  if (stopped !== null) return stopped;
  if (measurement.notReviewed > 0) return exitCodes.environment;
  const isBelow = (value: number | null, least: number | null): boolean =>
    least !== null && (value ?? 0) < least;
  const isNoisy =
    (measurement.falseAlarmsPerCleanChange ?? 0) > (bounds.maxFalseAlarms ?? Number.POSITIVE_INFINITY);
  const isWanting =
    isBelow(measurement.recall.value, bounds.minRecall) ||
    isBelow(measurement.precision.value, bounds.minPrecision) ||
    isNoisy;
  return isWanting ? exitCodes.wanting : exitCodes.passed;
}
