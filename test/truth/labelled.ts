import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Found, Judged } from './run-truth.ts';

/**
 * A project with all its mistakes in it at once, as somebody in a hurry leaves it. A line that is wrong ends with
 * `<- RULE` in a comment, or `<- RULE, RULE`; what is about a whole file stands above all files as `finds RULE path`.
 */
export type Labelled = {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
  readonly labels: readonly Label[];
};

/** `line` 0: somewhere in the file; a file `*`: anywhere. */
type Label = { readonly rule: string; readonly file: string; readonly line: number };

const MARK =
  /\s*(?:\/\/|#|\/\*|<!--|--|\{\/\*)?\s*<- (?<rules>[A-Z0-9]+-\d+(?:, [A-Z0-9]+-\d+)*)\s*(?:\*\/\}?|-->)?\s*$/;

export function readLabelled(folder: string): readonly Labelled[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return names.toSorted().map((name) => ({
    name: name.slice(0, -'.txt'.length),
    ...parsed(readFileSync(join(folder, name), 'utf8').replaceAll('¦', '')),
  }));
}

function parsed(text: string): Omit<Labelled, 'name'> {
  const files = new Map<string, string>();
  const labels: Label[] = [];
  const [head = '', ...parts] = text.split(/^=== /m);
  for (const [, rule = '', file = ''] of head.matchAll(/^finds (\S+) (\S+)$/gm))
    labels.push({ rule, file, line: 0 });
  for (const part of parts) {
    const [path = '', ...lines] = part.split('\n');
    const plain = lines.map((line, index) => {
      const mark = MARK.exec(line);
      for (const rule of mark?.groups?.['rules']?.split(', ') ?? [])
        labels.push({ rule, file: path, line: index + 1 });
      return mark === null ? line : line.slice(0, mark.index);
    });
    files.set(path, plain.join('\n'));
  }
  return { files, labels };
}

/** How far from the label a finding may stand and still be about it. */
const NEAR = 3;

/** One verdict for each label; what is found beside them is wrong, and stands with the first. */
export function judgeLabels({ name, labels }: Labelled, found: readonly Found[]): readonly Judged[] {
  const taken = new Set<Found>();
  const judged = labels.map(({ rule, file, line }): Judged => {
    const meant = found
      .filter((each) => each.rule === rule && (file === '*' || each.file === file) && !taken.has(each))
      .filter((each) => line === 0 || each.line === 0 || Math.abs(each.line - line) <= NEAR)
      .toSorted((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))[0];
    if (meant !== undefined) taken.add(meant);
    return {
      project: name,
      mutation: { rule, what: `line ${line}`, file, find: null, put: null },
      isCaught: meant !== undefined,
      right: meant === undefined ? [] : [meant],
      wrong: [],
    };
  });
  const wrong = found.filter((each) => !taken.has(each));
  return judged.map((each, index) => (index === 0 ? { ...each, wrong } : each));
}
