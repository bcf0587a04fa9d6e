import { type Command, CommanderError, InvalidArgumentError } from 'commander';

import { nearest } from '../schema/nearest.ts';

/** A command line that was understood, or all that is wrong with it. */
type Parsed = { readonly parser: Command; readonly wrong: readonly string[] };

/** The parser stops at the first mistake; people want to hear of all of them. Only help that was asked for is thrown. */
export function parseLine(build: () => Command, args: readonly string[]): Parsed {
  const parser = build();
  const wrong = collectInvalid(parser);
  try {
    parser.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode === 0) throw error;
    const unknown = unknownIn(build(), args);
    // Whatever follows an unknown option may belong to it: then nobody knows which operands there are.
    const isKnown = unknown.length === 0 || error.code === 'commander.missingMandatoryOptionValue';
    if (isKnown) wrong.push(error.message.replace(/^error: /, '').replaceAll('\n', ' '));
    wrong.push(...unknown);
  }
  return { parser, wrong };
}

/** From now on an option with a value that is none of its choices is noted, and the rest is read on. */
function collectInvalid(parser: Command): string[] {
  const wrong: string[] = [];
  for (const option of parser.options) {
    const { parseArg } = option;
    if (parseArg === undefined) continue;
    option.parseArg = (value, previous) => {
      try {
        return parseArg(value, previous);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        wrong.push(
          `option '${option.flags}' argument '${value}' is invalid. ${error.message.replace(/\.$/, '')}`,
        );
        return previous;
      }
    };
  }
  return wrong;
}

function unknownIn(parser: Command, args: readonly string[]): readonly string[] {
  collectInvalid(parser);
  let unknown: readonly string[] = [];
  try {
    ({ unknown } = parser.parseOptions([...args]));
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  const end = unknown.indexOf('--');
  const flags = (end === -1 ? unknown : unknown.slice(0, end)).filter((word) => /^-./.test(word));
  const known = parser.options.flatMap(({ long }) => long?.slice(2) ?? []);
  return [...new Set(flags)].map((flag) => {
    const meant = flag.startsWith('--') ? nearest(flag.slice(2), known) : undefined;
    return `unknown option '${flag}'${meant === undefined ? '' : ` (Did you mean --${meant}?)`}`;
  });
}
