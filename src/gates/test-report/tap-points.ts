import type { ReportPart, PartReader } from './part.ts';
import { titleIn } from './passes.ts';

type Subtest = { readonly indent: number; readonly name: string; hasPoints: boolean; hasFailed: boolean };

/** TAP as node:test, tap, AVA, Mocha and others print it. Points without points of their own are the tests. */
export const tapPoints: PartReader = (lines) => {
  if (!lines.some((line) => /^(?:TAP version \d+|1\.\.\d+.*)$/.test(line))) return undefined;
  const part = { passed: 0, failed: 0, skipped: 0, names: [] as string[], passes: [] as string[] };
  const open: Subtest[] = [];
  for (const line of withoutDetails(lines)) {
    if (/^TAP version \d+$/.test(line)) open.length = 0;
    const indent = indentOf(line);
    const subtest = /^ *# Subtest: (.+)$/.exec(line)?.[1];
    if (subtest !== undefined && open.length < DEEPEST)
      open.push({ indent, name: subtest.trim(), hasPoints: false, hasFailed: false });
    const point = POINT.exec(line);
    if (point === null) continue;
    const { name, isSpared } = described(point[2] ?? '');
    const own = closing(open, indent, name);
    const isFailed = point[1] !== undefined && !isSpared;
    for (const each of open) Object.assign(each, { hasPoints: true, hasFailed: each.hasFailed || isFailed });
    if (own?.hasPoints === true && (own.hasFailed || !isFailed)) continue;
    if (isSpared) part.skipped += 1;
    else if (!isFailed) {
      part.passed += 1;
      part.passes.push(titleIn(name));
    } else {
      part.failed += 1;
      part.names.push([...open.map((each) => each.name), name].join(' › '));
    }
  }
  const isNode = lines.some((line) => /^# duration_ms [\d.]+$/.test(line));
  return { runner: isNode ? 'node:test' : 'tap', ...part } satisfies ReportPart;
};

/** A branch that opens subtests and never ends them must not make reading slow. */
const DEEPEST = 64;

const POINT = /^ *(not )?ok\b(?: \d+)?(?: -)?(?: (.*))?$/;

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The lines without what stands between `---` and `...` behind a point. */
function withoutDetails(lines: readonly string[]): readonly string[] {
  let block: number | null = null;
  return lines.filter((line, at) => {
    if (block !== null && line !== '' && indentOf(line) < block) block = null;
    if (block === null && /^ +---$/.test(line) && POINT.test(lines[at - 1] ?? '')) block = indentOf(line);
    const isInside = block !== null;
    if (block === indentOf(line) && line.trim() === '...') block = null;
    return !isInside;
  });
}

/** The subtest that this point is the result of. One that never came to its result is closed with it. */
function closing(open: Subtest[], indent: number, name: string): Subtest | undefined {
  const at = open.findLastIndex((each) => each.name === name && [0, 4].includes(each.indent - indent));
  return at === -1 ? undefined : open.splice(at)[0];
}

function described(text: string): { readonly name: string; readonly isSpared: boolean } {
  const [, name = '', directive = ''] = /^(.*?)(?:(?:^| )# *(.*))?$/.exec(text.trim()) ?? [];
  return { name: name.trim(), isSpared: /^(?:skip|todo)\b/i.test(directive) };
}
