import type { ReportPart } from './part.ts';

/** What node:test calls a file that ended without a test. */
export const FILE = /^\S+\.[cm]?[jt]sx?$/;

/** A mark before a title, as Mocha, AVA, node:test and verbose Jest and Vitest print it. */
const MARKED = /^( *)[✔✓√] +(.+?)(?: \(?[\d.]+ ?m?s\)?)?(?: # .*)?$/;
/** `tests/test_a.py::test_b PASSED` and, by workers, `[gw0] [ 50%] PASSED tests/test_a.py::test_b`. */
const PYTEST = /^(?:\[gw\d+\] \[ *\d+%\] (?:PASSED|XPASS) (\S.*)|(\S+::.+?) (?:PASSED|XPASS)(?: .*)?)$/;
/** `test_b (tests.test_a.Case.test_b) ... ok`. */
const UNITTEST = /^(\w+) \([\w.]+\) \.\.\. ok$/;

/** The titles of all passed tests of one stream; null where the output does not name exactly as many as passed. */
export function passesIn(lines: readonly string[], parts: readonly ReportPart[]): readonly string[] | null {
  const passed = parts.reduce((total, part) => total + part.passed, 0);
  const { all, innermost, placed } = marked(lines);
  const lists = [parts.flatMap((part) => part.passes ?? []), all, innermost, placed, ofPython(lines)];
  return lists.find((names) => names.length === passed) ?? null;
}

/** Titles behind marks: all, without those that close a group which `▶` opened, and those with their file before them. */
function marked(lines: readonly string[]): Record<'all' | 'innermost' | 'placed', readonly string[]> {
  const all: string[] = [];
  const innermost: string[] = [];
  const placed: string[] = [];
  const open = new Set<string>();
  for (const line of lines) {
    const group = /^( *)▶ (.+)$/.exec(line);
    if (group !== null) open.add(`${group[1]}${group[2]}`);
    const [found, indent, name = ''] = MARKED.exec(line) ?? [];
    // Vitest counts the tests of a file.
    if (found === undefined || /\(\d+ tests?\b.*\)$/.test(name)) continue;
    all.push(titleIn(name));
    if (titleIn(name) !== name) placed.push(titleIn(name));
    if (!open.delete(`${indent}${name}`)) innermost.push(titleIn(name));
  }
  return { all, innermost, placed };
}

function ofPython(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const [, byWorker, verbose] = PYTEST.exec(line) ?? [];
    const name = byWorker ?? verbose ?? UNITTEST.exec(line)?.[1];
    return name === undefined ? [] : [titleIn(name)];
  });
}

/** A test's own title: its name without file and groups. */
export function titleIn(name: string): string {
  return name.slice(Math.max(...[' › ', ' > ', '::'].map((sign) => endOf(name, sign)))).trim();
}

function endOf(name: string, sign: string): number {
  const at = name.lastIndexOf(sign);
  return at === -1 ? 0 : at + sign.length;
}
