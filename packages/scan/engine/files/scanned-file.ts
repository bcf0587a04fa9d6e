import type * as ts from '../../syntax/typescript/view.ts';

import type { Language } from './languages.ts';

/** One file that is looked at. */
export type ScannedFile = {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  readonly isTest: boolean;
  /** Shown, set up or played with rather than shipped: examples, scripts, seeds. */
  readonly isSide: boolean;
};

/** A file with its syntax tree. Nodes have no parents: whoever needs them gets the ancestors. */
export type CodeFile = ScannedFile & { readonly source: ts.SourceFile };

/** The 1-based line of a position. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** The same for many positions of one text that mostly rise: counts on from the last one. */
export function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let from = 0;
  return (position) => {
    if (position < from) [line, from] = [1, 0];
    for (let at = text.indexOf('\n', from); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) {
      line += 1;
      from = at + 1;
    }
    return line;
  };
}

/** One line of a text, trimmed and cut: what a person is shown of it. */
export function lineText(text: string, line: number): string {
  const lines = text.split('\n', line);
  return (lines[line - 1] ?? '').trim().slice(0, 200);
}
