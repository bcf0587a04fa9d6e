import { sanitize } from '../formats/index.ts';
import { count, money } from './say.ts';

type Share = {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly of: number;
};

/** What a measurement of a reviewer tells, as far as it is printed. */
type Measured = {
  readonly changes: number;
  readonly clean: number;
  readonly notReviewed: number;
  readonly comments: number;
  readonly found: number;
  readonly matched: number;
  readonly matchedByWords: number;
  readonly precision: Share;
  readonly recall: Share;
  readonly f1: number | null;
  readonly recallBySeverity: Readonly<Record<string, Share | undefined>>;
  readonly falseAlarmsPerCleanChange: number | null;
  readonly spent: { readonly usd: number; readonly tokens: number };
  readonly ms: number;
  readonly scores: readonly {
    readonly id: string;
    readonly reviewed: boolean;
    readonly because: string | null;
    readonly found: number;
    readonly matched: readonly unknown[];
    readonly missed: readonly {
      readonly severity: string;
      readonly file: string | null;
      readonly line: number | null;
      readonly text: string;
    }[];
    readonly extra: readonly {
      readonly severity: string;
      readonly file: string;
      readonly line: number;
      readonly message: string;
    }[];
  }[];
};

/** The figures of a reviewer, change by change and in all; with `all` also what was missed and what was said too much. */
export function measurementText(measured: Measured, who: string, all: boolean): string {
  const lines = [
    `${who}: ${count(measured.changes, 'change')}, ${measured.clean} clean, ${count(measured.comments, 'comment')} wanted`,
    '',
    ...measured.scores.flatMap((score) => scoreLines(score, all)),
    '',
    `precision  ${share(measured.precision)}   ${measured.matched} of ${measured.found} said`,
    `recall     ${share(measured.recall)}   ${measured.matched} of ${measured.comments} wanted`,
    ...Object.entries(measured.recallBySeverity).map(
      ([severity, of]) => `  ${severity.padEnd(9)}${of === undefined ? '' : `${share(of)}   of ${of.of}`}`,
    ),
    `F1         ${figure(measured.f1)}`,
    `false alarms for each clean change  ${figure(measured.falseAlarmsPerCleanChange)}`,
    `cost       ${money(measured.spent.usd)}, ${measured.spent.tokens} tokens, ${(measured.ms / 1000).toFixed(1)} s`,
    ...(measured.matchedByWords === 0
      ? []
      : [`${measured.matchedByWords} of the matches rest on words alone: their labels name no line`]),
    ...(measured.notReviewed === 0
      ? []
      : [`${count(measured.notReviewed, 'change')} not reviewed: what they want counts as missed`]),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** Words of others on one line, where it stood. */
function printable(line: string): string {
  const indent = line.length - line.trimStart().length;
  return ' '.repeat(indent) + sanitize(line, { singleLine: true, maxLength: 400 });
}

function scoreLines(score: Measured['scores'][number], all: boolean): readonly string[] {
  const { id, reviewed, because, found, matched, missed, extra } = score;
  const wanted = matched.length + missed.length;
  const figures = `${matched.length} of ${wanted} found, ${extra.length} too much`;
  const what = reviewed
    ? wanted + found === 0
      ? 'clean, nothing said'
      : figures
    : `not reviewed: ${because ?? ''}`;
  if (!all) return [`${id.padEnd(34)} ${what}`];
  return [
    `${id.padEnd(34)} ${what}`,
    ...missed.map((each) => `    missed ${each.severity} ${each.file ?? ''}:${each.line ?? ''} ${each.text}`),
    ...extra.map((each) => `    too much ${each.severity} ${each.file}:${each.line} ${each.message}`),
  ];
}

function share({ value, low, high }: Share): string {
  return value === null ? 'none' : `${figure(value)} (${figure(low)} to ${figure(high)})`;
}

function figure(value: number | null): string {
  return value === null ? 'none' : value.toFixed(2);
}
