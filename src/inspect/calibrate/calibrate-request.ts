import { enough } from '../../model/calibration.ts';
import { GauntletError } from '../../model/error.ts';
import type { Severity } from '../../model/severity.ts';
import type { Depth } from '../../model/team.ts';
import { usualTolerance } from '../../review/index.ts';
import type { CalibrateOptions } from './calibrate-call.ts';
import { readAll } from '../../project/read-all.ts';
import { usualFrom } from './calibration-store.ts';

/** From what, and how much of it, changes are made. */
export type MaterialOptions = {
  /** A commit or `A..B`, as git understands it, and where it ends. */
  readonly range: string;
  readonly newest: string;
  readonly most: number;
  readonly seed: number;
  readonly defects: number;
  readonly kinds: number;
  readonly clean: number;
};

/** A folder of labelled changes, and which of them; null: the folder that comes along, all of them. */
export type LabelledOptions = { readonly folder: string | null; readonly only: readonly string[] | null };

/** What a judge has to reach; null: anything will do. */
export type RequiredQuality = {
  readonly recall: number | null;
  readonly precision: number | null;
  readonly falseAlarms: number | null;
};

export type CalibrateRequest = {
  /** null: defects are planted in changes of the past. */
  readonly labelled: LabelledOptions | null;
  readonly least: RequiredQuality;
  readonly material: MaterialOptions;
  /** The agents that are calibrated, one after the other; null among them: the configured reviewer. */
  readonly agents: readonly (string | null)[];
  readonly budget: number | null;
  readonly from: Severity;
  readonly tolerance: number;
  /** As they were asked for; null: as the risk of a change or the configuration says. */
  readonly depth: Depth | null;
};

const USUAL_COMMITS = 2000;

export function calibrateRequestOf(call: { readonly options: Partial<CalibrateOptions> }): CalibrateRequest {
  const [commits, defects, clean, seed, kinds, budget, tolerance, recall, precision, falseAlarms] = readAll(
    () => commitsOf(call),
    () => wholeOption('defects', call.options.defects) ?? enough.defects,
    () => wholeOption('clean', call.options.clean) ?? enough.clean,
    () => wholeOption('seed', call.options.seed) ?? 1,
    () => wholeOption('kinds', call.options.kinds),
    () => numberOption('budget', call.options.budget, 1e9),
    () => wholeOption('tolerance', call.options.tolerance, 1000) ?? usualTolerance,
    () => numberOption('minRecall', call.options.minRecall, 1),
    () => numberOption('minPrecision', call.options.minPrecision, 1),
    () => numberOption('maxFalseAlarms', call.options.maxFalseAlarms, 1e6),
  );
  if (defects + clean === 0)
    throw new GauntletError('USAGE_INVALID', 'no defects and no clean changes: nothing to measure');
  const labelled = labelledOf(call);
  if (labelled === null && precision !== null)
    throw new GauntletError(
      'USAGE_INVALID',
      '--min-precision needs --labelled: planted changes have no precision',
    );
  return {
    labelled,
    least: { recall, precision, falseAlarms },
    material: { ...commits, seed, defects, kinds: kinds ?? Math.min(enough.kinds, defects), clean },
    agents: call.options.agents === false ? [null] : (call.options.agent?.split(',') ?? [null]),
    budget,
    from: call.options.from ?? usualFrom,
    depth: call.options.depth ?? null,
    tolerance,
  };
}

function labelledOf(call: { readonly options: Partial<CalibrateOptions> }): LabelledOptions | null {
  const only = call.options.only?.split(',') ?? null;
  const { labelled } = call.options;
  if (labelled !== undefined) return { folder: labelled === true ? null : labelled, only };
  if (only !== null) throw new GauntletError('USAGE_INVALID', '--only needs --labelled');
  return null;
}

function commitsOf(call: {
  readonly options: Partial<CalibrateOptions>;
}): Pick<MaterialOptions, 'range' | 'newest' | 'most'> {
  const commits = call.options.commits ?? String(USUAL_COMMITS);
  const isCount = /^\d{1,7}$/.test(commits);
  if (commits.startsWith('-') || commits === '')
    throw new GauntletError('USAGE_INVALID', '--commits takes a number or a range such as v1.0..main');
  const range = isCount ? 'HEAD' : commits;
  return {
    range,
    newest: range.split('..').at(-1)?.replace(/^\./, '') || 'HEAD',
    most: isCount ? Number(commits) : 1_000_000,
  };
}

function wholeOption(name: string, said: string | undefined, most = 999_999_999): number | undefined {
  if (said === undefined) return undefined;
  if (/^\d{1,9}$/.test(said) && Number(said) <= most) return Number(said);
  throw new GauntletError(
    'USAGE_INVALID',
    `--${name} is a whole number up to ${most}, not ${JSON.stringify(said)}`,
  );
}

function numberOption(name: string, said: string | undefined, most: number): number | null {
  if (said === undefined) return null;
  const value = Number(said);
  if (/^\d+(?:\.\d+)?$/.test(said) && value <= most) return value;
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new GauntletError(
    'USAGE_INVALID',
    `--${flag} is a number from 0 to ${most}, not ${JSON.stringify(said)}`,
  );
}
