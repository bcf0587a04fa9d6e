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
 * How many there are for each: Garwood's exact interval for counts, widened by as much as the counts differ more among
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
    low: told === 0 ? 0 : gammaQuantile(0.025, told) / from,
    high: gammaQuantile(0.975, told + 1) / from,
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

/** Where the gamma distribution of a shape (and scale 1) reaches a probability: found by halving. */
function gammaQuantile(probability: number, shape: number): number {
  let [low, high] = [0, shape + 10 * Math.sqrt(shape) + 20];
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (gammaBelow(middle, shape) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The regularised lower incomplete gamma function: a series where that is quick, else a continued fraction (Lentz). */
function gammaBelow(x: number, shape: number): number {
  if (x <= 0) return 0;
  const front = Math.exp(shape * Math.log(x) - x - logGamma(shape));
  return x < shape + 1 ? front * seriesOf(x, shape) : 1 - front * fractionOf(x, shape);
}

function seriesOf(x: number, shape: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let n = 1; n < 1000 && term > sum * 1e-15; n += 1) {
    term *= x / (shape + n);
    sum += term;
  }
  return sum;
}

function fractionOf(x: number, shape: number): number {
  const tiny = 1e-300;
  let b = x + 1 - shape;
  let c = 1 / tiny;
  let d = 1 / b;
  let whole = d;
  for (let n = 1; n < 1000; n += 1) {
    const a = -n * (n - shape);
    b += 2;
    d = 1 / (Math.abs(a * d + b) < tiny ? tiny : a * d + b);
    c = Math.abs(b + a / c) < tiny ? tiny : b + a / c;
    whole *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return whole;
}

/** Lanczos, with the coefficients that are good for 15 digits. */
const LANCZOS = [
  676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_13, -176.615_029_162_140_59,
  12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_571_6e-6, 1.505_632_735_149_311_6e-7,
];

function logGamma(z: number): number {
  if (z < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * z)) - logGamma(1 - z);
  const shifted = z - 1;
  const series = LANCZOS.reduce(
    (sum, coefficient, index) => sum + coefficient / (shifted + index + 1),
    0.999_999_999_999_809_93,
  );
  const base = shifted + LANCZOS.length - 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(series);
}
