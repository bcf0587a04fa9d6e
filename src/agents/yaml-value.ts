import { isNode, LineCounter, parseDocument } from 'yaml';

import { messageOf } from './pinned-file.ts';

/** A place in a value: keys of maps and positions in lists. */
export type Path = readonly (string | number)[];

/** Notes one thing that is wrong at a place. */
export type Say = (path: Path, message: string) => void;

/** A YAML text as plain data. */
export type YamlValue = {
  readonly value: unknown;
  /** 1-based, counted from the beginning of the text; of the nearest thing above that exists. */
  lineOf(path: Path): number;
  /** What is wrong with the YAML itself, by line. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
};

const MOST_CHARACTERS = 1_000_000;
const MOST_PROBLEMS = 50;

/** Reads a YAML text that people wrote; aliases are refused, and nothing is ever thrown. */
export function readYaml(text: string): YamlValue {
  const nothing = (message: string): YamlValue => ({
    value: null,
    lineOf: () => 1,
    problems: [{ line: 1, message }],
  });
  if (text.length > MOST_CHARACTERS) return nothing('larger than 1 MB');
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, {
      lineCounter: lines,
      version: '1.2',
      merge: false,
      logLevel: 'silent',
    });
    const problems = document.errors.slice(0, MOST_PROBLEMS).map(({ pos, message }) => ({
      line: lines.linePos(pos[0]).line,
      message: (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, ''),
    }));
    const lineOf = (path: Path): number => {
      for (let length = path.length; length > 0; length -= 1) {
        const node = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
      }
      return 1;
    };
    return { value: problems.length > 0 ? null : document.toJS({ maxAliasCount: 0 }), lineOf, problems };
  } catch (error) {
    return nothing(messageOf(error));
  }
}
