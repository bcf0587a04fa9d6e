import { fits } from '../../schema/fits.ts';
import { openMapOf, optional, text } from '../../schema/shape.ts';
import { parsedJson } from './json-report.ts';
import { type PartReader, Tally } from './part.ts';
import { titleIn } from './passes.ts';

const goEvent = openMapOf({ Action: text(), Test: optional(text()), Output: optional(text()) });

/** How `go test` says that a package is done, and that it has no test or none that was asked for. */
const PACKAGE = /^(?:ok|FAIL|\?)\s+\S+\s+(?:[\d.]+s|\(cached\)|\[)/;
const WITHOUT_TESTS = /\[no test(?:s to run| files)\]$/;

/** `go test -v` and `go test -json`. Without either it names no test that passed, so only that it ran none is read. */
const go: PartReader = (lines) => {
  const tally = new Tally();
  const passes: string[] = [];
  const ended = (word: string, name: string): void => {
    tally.add(word, 1);
    if (word === 'pass') passes.push(name);
    if (word === 'fail') tally.names.push(name);
  };
  const packages: string[] = [];
  let isVerbose = false;
  for (const line of lines) {
    isVerbose ||= line.startsWith('=== RUN ');
    if (PACKAGE.test(line)) packages.push(line);
    const [, word = '', name] = /^ *--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/.exec(line) ?? [];
    if (name !== undefined) ended(word.toLowerCase(), name);
    const event = line.startsWith('{') ? parsedJson(line) : undefined;
    if (!fits(goEvent, event)) continue;
    if (PACKAGE.test(event.Output ?? '')) packages.push(event.Output?.trimEnd() ?? '');
    if (event.Test === undefined) continue;
    if (['pass', 'fail', 'skip'].includes(event.Action)) ended(event.Action, event.Test);
  }
  if (packages.length > 0 && packages.every((line) => WITHOUT_TESTS.test(line))) tally.read('');
  const part = passes.length === 0 && !isVerbose && tally.of('fail') > 0 ? undefined : tally.part('go');
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
