import { fits } from '../../schema/fits.ts';
import { openMapOf, optional, text } from '../../schema/shape.ts';
import { parsedJson } from './json-report.ts';
import { type PartReader, Tally } from './part.ts';
import { titleIn } from './passes.ts';

const goEvent = openMapOf({ Action: text(), Package: optional(text()), Test: optional(text()) });

/** `go test -v` and `go test -json`. Without either it names no test that passed, and is not read. */
const go: PartReader = (lines) => {
  const tally = new Tally();
  const passes: string[] = [];
  const ended = (word: string, name: string): void => {
    tally.add(word, 1);
    if (word === 'pass') passes.push(name);
    if (word === 'fail') tally.names.push(name);
  };
  for (const line of lines) {
    const [, word = '', name] = /^ *--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/.exec(line) ?? [];
    if (name !== undefined) ended(word.toLowerCase(), name);
    const event = line.startsWith('{') ? parsedJson(line) : undefined;
    if (!fits(goEvent, event) || event.Test === undefined) continue;
    if (['pass', 'fail', 'skip'].includes(event.Action)) ended(event.Action, event.Test);
  }
  const part = passes.length === 0 && tally.of('fail') > 0 ? undefined : tally.part('go');
  return part === undefined ? undefined : { ...part, passes };
};

/** Every target of `cargo test` has a summary of its own. */
const cargo: PartReader = (lines) => {
  const tally = new Tally();
  const passes: string[] = [];
  for (const line of lines) {
    const [, name = '', end] =
      /^test (.+?)(?: \(line \d+\))?(?: - (?:should panic|compile fail|compile))? \.\.\. (ok|FAILED)$/.exec(
        line,
      ) ?? [];
    if (end === 'ok') passes.push(titleIn(name));
    if (end === 'FAILED') tally.names.push(name);
    const summary = /^test result: (?:ok|FAILED)\. (\d+ passed; \d+ failed; \d+ ignored;)/.exec(line)?.[1];
    if (summary !== undefined) tally.read(summary.replace('ignored', 'skipped'));
  }
  const part = tally.part('cargo');
  return part === undefined ? undefined : { ...part, passes };
};

export const compiledRunners: readonly PartReader[] = [go, cargo];
