/** A figure with the bounds between which it is, at 95 %, if the changes are a fair sample; null where there are none. */
export type Estimate = {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Of how many. */
  readonly of: number;
};

/** A share of 1, with its bounds. */
export type Share = Estimate;

const nothing: Estimate = { value: null, low: null, high: null, of: 0 };

/** The interval of Wilson: it stays honest where there are few. */
export function shareOf(part: number, all: number): Share {
  if (all === 0) return nothing;
  const [z, share] = [1.96, part / all];
  const middle = share + (z * z) / (2 * all);
  const half = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  const scale = 1 + (z * z) / all;
  return {
    value: share,
    low: Math.max(0, (middle - half) / scale),
    high: Math.min(1, (middle + half) / scale),
    of: all,
  };
}

/**
 * How many there are for each: Byar's interval for counts, widened by as much as the counts differ more among
 * themselves than chance alone would make them (quasi-Poisson). None in twenty is not "never": the upper bound says so.
 */
export function rateOf(counts: readonly number[]): Estimate {
  const of = counts.length;
  if (of === 0) return nothing;
  const events = counts.reduce((sum, each) => sum + each, 0);
  const value = events / of;
  const spread = of < 2 || value === 0 ? 1 : Math.max(1, varianceOf(counts, value) / value);
  // Fewer events of fewer changes: those that would tell as much if each came by itself.
  const [told, from] = [events / spread, of / spread];
  return {
    value,
    low: countBound(told, -1.96) / from,
    high: countBound(told + 1, 1.96) / from,
    of,
  };
}

/** A mean, with the interval of Student; never below nothing, because nothing costs less. */
export function meanOf(values: readonly number[]): Estimate {
  const of = values.length;
  if (of === 0) return nothing;
  const value = values.reduce((sum, each) => sum + each, 0) / of;
  if (of === 1) return { value, low: null, high: null, of };
  const half = studentQuantile(of - 1) * Math.sqrt(varianceOf(values, value) / of);
  return { value, low: Math.max(0, value - half), high: value + half, of };
}

function varianceOf(values: readonly number[], mean: number): number {
  return values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (values.length - 1);
}

/** 97.5 % of Student's distribution: exact for few, by the expansion of Cornish and Fisher from there on. */
const STUDENT = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086,
];

function studentQuantile(freedom: number): number {
  const z = 1.959_964;
  const [second, third] = [(z ** 3 + z) / 4, (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96];
  return STUDENT[freedom - 1] ?? z + second / freedom + third / freedom ** 2;
}

/** Byar's approximation of the exact bound (Garwood) for a count: within 1 % of it from five events on. */
function countBound(events: number, z: number): number {
  if (events === 0) return 0;
  return events * Math.max(0, 1 - 1 / (9 * events) + z / (3 * Math.sqrt(events))) ** 3;
}
