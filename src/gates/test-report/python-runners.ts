import { type PartReader, Tally } from './part.ts';

/** `= 3 failed, 1 passed in 1.99s =`, with or without the signs. */
const PYTEST = /^(?:=+ )?((?:\d+ [a-z ]+, )*\d+ [a-z ]+|no tests ran) in [\d.]+s(?: \([\d:]+\))?(?: =+)?$/;

const pytest: PartReader = (lines) => {
  const tally = new Tally();
  let isListing = false;
  for (const line of lines) {
    if (/^=+ short test summary info =+$/.test(line)) isListing = true;
    const name = isListing ? /^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$/.exec(line)?.[1] : undefined;
    if (name !== undefined) tally.names.push(name);
    const summary = PYTEST.exec(line)?.[1];
    if (summary === undefined) continue;
    isListing = false;
    tally.read(summary);
  }
  return tally.part('pytest');
};

const unittest: PartReader = (lines) => {
  const tally = new Tally();
  let ran: number | null = null;
  for (const [at, line] of lines.entries()) {
    const name = /^(?:FAIL|ERROR): (.+)$/.exec(line)?.[1];
    if (name !== undefined && /^={70}$/.test(lines[at - 1] ?? '')) tally.names.push(name);
    const amount = /^Ran (\d+) tests? in [\d.]+s$/.exec(line)?.[1];
    if (amount !== undefined) ran = Number(amount);
    const end = /^(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/.exec(line);
    if (end === null || ran === null) continue;
    const of = (word: string): number => Number(new RegExp(`\\b${word}=(\\d+)`).exec(end[1] ?? '')?.[1] ?? 0);
    const failed = of('(?<!expected )failures') + of('errors') + of('unexpected successes');
    const spared = of('skipped') + of('expected failures');
    tally.add('failed', failed);
    tally.add('skipped', spared);
    // Several parts of one test may fail, and what prepares a class may fail without a test.
    tally.add('passed', Math.max(0, ran - failed - spared));
    ran = null;
  }
  return tally.part('unittest');
};

export const pythonRunners: readonly PartReader[] = [pytest, unittest];
