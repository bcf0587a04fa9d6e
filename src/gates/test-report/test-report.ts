import type { Runner } from '../../detect/index.ts';
import { sanitize } from '../../formats/index.ts';
import { compiledRunners } from './compiled-runners.ts';
import { jsonReports } from './json-report.ts';
import type { ReportPart, PartReader } from './part.ts';
import { passesIn } from './passes.ts';
import { pythonRunners } from './python-runners.ts';
import { scriptRunners } from './script-runners.ts';
import { tapPoints } from './tap-points.ts';
import { xmlReports } from './xml-report.ts';

/** The tests a check ran, as its output says. The output is the tested code's own: it can make a result stricter, never milder. */
export type TestReport = {
  readonly runners: readonly Runner[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Every failed test; null where the output does not name all of them. A repeated name gets a number. */
  readonly failures: readonly string[] | null;
  /** The titles of all passed tests, without file and group; null where the output does not name them. */
  readonly passes?: readonly string[] | null;
  /** A runner was there and no test passed or failed. */
  readonly ranNoTest: boolean;
  /** Some of the output is gone: there may have been more tests. */
  readonly isCut?: true;
};

const readers: readonly PartReader[] = [
  ...scriptRunners,
  ...pythonRunners,
  ...compiledRunners,
  tapPoints,
  ...jsonReports,
  ...xmlReports,
];

const MOST_NAMES = 1000;
const MOST_PASSES = 5000;
const LONGEST_NAME = 300;
const LONGEST_LINE = 1000;

/**
 * Reads what test runners printed, several of them and several packages included; null where nothing can be read.
 * `started`: the runners that the command is known to start. Where one of them reported, failures that others report do not
 * count; what others passed does, as it may be missing.
 */
export function readTestReport(output: string, started: ReadonlySet<Runner> = new Set()): TestReport | null {
  const parts: ReportPart[] = [];
  let passes: readonly string[] | null = [];
  const streams = [...streamsOf(sanitize(output))].map(
    ([prefix, lines]) => [prefix, lines, partsIn(lines)] as const,
  );
  const isKnown = streams.some(([, , all]) => all.some(({ runner }) => started.has(runner)));
  const asCounted = (part: ReportPart): ReportPart =>
    isKnown && !started.has(part.runner) ? { ...part, failed: 0, names: [] } : part;
  for (const [prefix, lines, all] of streams) {
    const own = all.map(asCounted);
    for (const part of own) parts.push({ ...part, names: part.names.map((name) => `${prefix}${name}`) });
    const named = own.length === 0 ? [] : passesIn(lines, own);
    passes = passes === null || named === null ? null : [...passes, ...named];
  }
  if (parts.length === 0) return null;
  const sum = (key: 'passed' | 'failed' | 'skipped'): number =>
    parts.reduce((total, part) => total + part[key], 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
  const isCut = CUT.test(output);
  const isNamed = !isCut && parts.every((part) => part.names.length >= part.failed);
  const names = parts.flatMap((part) => part.names);
  return {
    runners: [...new Set(parts.map((part) => part.runner))],
    passed,
    failed,
    skipped,
    failures: isNamed && names.length <= MOST_NAMES ? numbered(names) : null,
    passes: isCut || passes === null || passes.length > MOST_PASSES ? null : passes.map(shortName),
    // Of a cut output the part that is gone may have had tests.
    ranNoTest: !isCut && passed + failed === 0,
    ...(isCut ? { isCut } : {}),
  };
}

/** How the output of a program is marked where some of it was cut. */
const CUT = /^\[… \d+ bytes omitted …\]$|^\[…\]|^\[output was cut\]$/m;

/** A runner may say the same in two forms, lines and JSON for example: then each adds at most what the other does not have. */
function partsIn(lines: readonly string[]): readonly ReportPart[] {
  const byRunner = new Map<Runner, ReportPart>();
  for (const part of readers.flatMap((read) => read(lines) ?? [])) {
    const other = byRunner.get(part.runner);
    const most = (key: 'passed' | 'failed' | 'skipped'): number => Math.max(part[key], other?.[key] ?? 0);
    byRunner.set(part.runner, {
      runner: part.runner,
      passed: most('passed'),
      failed: most('failed'),
      skipped: most('skipped'),
      names: [...(other?.names ?? []), ...part.names],
      passes: (part.passes?.length ?? 0) > (other?.passes?.length ?? 0) ? part.passes : other?.passes,
    });
  }
  return [...byRunner.values()];
}

/** Turbo, pnpm, Lerna and Yarn put the package in front of every line, and packages may run at the same time. */
const PREFIX = /^(?!test result: )(?:\[[@\w./-]+\]: |[@a-z0-9][@a-z0-9._/-]*(?:[:#][\w:.-]+| [\w:.-]+)?: )/;

function streamsOf(output: string): ReadonlyMap<string, readonly string[]> {
  const streams = new Map<string, string[]>();
  for (const line of output.split('\n')) {
    const prefix = PREFIX.exec(line)?.[0] ?? '';
    const lines = streams.get(prefix);
    const rest = shortened(line.slice(prefix.length).trimEnd());
    if (lines === undefined) streams.set(prefix, [rest]);
    else lines.push(rest);
  }
  return streams;
}

/** Long enough for every line that is read but a report in JSON or XML, and short enough that no pattern takes long. */
function shortened(line: string): string {
  return line.startsWith('{') || line.startsWith('<') ? line : line.slice(0, LONGEST_LINE);
}

function shortName(name: string): string {
  return sanitize(name, { singleLine: true, maxLength: LONGEST_NAME });
}

function numbered(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const short = shortName(name);
    const times = (seen.get(short) ?? 0) + 1;
    seen.set(short, times);
    return times === 1 ? short : `${short} (${times})`;
  });
}
