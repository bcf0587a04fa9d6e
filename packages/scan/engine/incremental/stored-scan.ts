import type { Facts, FileFacts } from '../facts.ts';
import type { FileScan } from '../file-scan.ts';
import type { FileChange } from './cached-results.ts';
import { factKinds } from '../fact-kinds.generated.ts';
import { recordRead, TEXT } from './dependencies.ts';

/**
 * The scan of a file as text. Its head is read in every scan. Rules read facts by kind, and seldom all of them, so
 * each kind that a file has is a line of its own; most kinds it has none of.
 */
export type StoredFileScan = { readonly head: string; readonly facts: string };

export function writeFileScan({ facts, left, findings, crashes, tests }: FileScan): StoredFileScan {
  if (facts === null) return { head: JSON.stringify({ left, findings, crashes, tests }), facts: '' };
  const { path, language, isTest, isSide, suppressions, isScript } = facts;
  const file = { path, language, isTest, isSide, suppressions, isScript };
  const kinds: string[] = [];
  let lines = '';
  for (const kind of factKinds) {
    if (facts[kind].length === 0) continue;
    kinds.push(kind);
    lines += `${JSON.stringify(facts[kind])}\n`;
  }
  return { head: JSON.stringify({ left, findings, crashes, tests, file, kinds }), facts: lines };
}

type FileHead = Pick<FileFacts, 'path' | 'language' | 'isTest' | 'isSide' | 'suppressions' | 'isScript'>;

type FileScanHead = Omit<FileScan, 'facts'> & {
  readonly file?: FileHead;
  readonly kinds?: readonly (keyof Facts)[];
};

/** What `writeFileScan` wrote of the file with this number; undefined where it is damaged. */
export function readFileScan(head: string, facts: () => string, at: number): FileScan | undefined {
  try {
    const { left, findings, crashes, tests, file, kinds } = JSON.parse(head) as FileScanHead;
    const isWhole = left === null ? file?.path !== undefined : typeof left === 'string';
    if (!isWhole || ![findings, crashes].every(Array.isArray)) return undefined;
    const known =
      file === undefined ? null : (new StoredFacts(file, kinds ?? [], facts, at) as StoredFacts & Facts);
    return { left, findings, crashes, tests, facts: known };
  } catch {
    return undefined;
  }
}

/** Records that a rule reads the whole text of a file. */
export function noteText(file: FileFacts): void {
  if (file instanceof StoredFacts) recordRead(TEXT, file.at);
}

/** The kinds of facts that differ between two scans of a file; undefined where it is another kind of file now. */
export function changeOf(at: number, before: StoredFileScan, now: StoredFileScan): FileChange | undefined {
  const [old, fresh] = [before, now].map(({ head }) => JSON.parse(head) as FileScanHead);
  if (JSON.stringify(old?.file) !== JSON.stringify(fresh?.file)) return undefined;
  const lines = [factsByKind(old, before), factsByKind(fresh, now)] as const;
  const kinds = factKinds.flatMap((kind, number) =>
    lines[0].get(kind) === lines[1].get(kind) ? [] : [number],
  );
  return { at, kinds };
}

function factsByKind(head: FileScanHead | undefined, { facts }: StoredFileScan): ReadonlyMap<string, string> {
  const lines = facts.split('\n');
  return new Map((head?.kinds ?? []).map((kind, place) => [kind, lines[place] ?? '']));
}

/** The same for all files, and nobody's to add to. */
const NOTHING: readonly unknown[] = Object.freeze([]);
const numbers: ReadonlyMap<string, number> = new Map(factKinds.map((kind, number) => [kind, number]));

/** Facts that are read from their text when they are asked for, and noted as asked for. */
class StoredFacts implements FileHead {
  readonly path: string;
  readonly language: FileHead['language'];
  readonly isTest: boolean;
  readonly isSide: boolean;
  readonly suppressions: FileHead['suppressions'];
  readonly isScript?: true;
  /** Which file of the project it is. */
  readonly at: number;
  readonly kinds: readonly number[];
  /** By kind, as they stand in the text and as they are. */
  lines: readonly string[] | undefined;
  readonly known: (readonly unknown[] | undefined)[] = [];
  readonly text: () => string;

  constructor(
    { path, language, isTest, isSide, suppressions, isScript }: FileHead,
    kinds: readonly string[],
    text: () => string,
    at: number,
  ) {
    this.path = path;
    this.language = language;
    this.isTest = isTest;
    this.isSide = isSide;
    this.suppressions = suppressions;
    if (isScript !== undefined) this.isScript = isScript;
    this.kinds = kinds.map((kind) => numbers.get(kind) ?? -1);
    this.text = text;
    this.at = at;
  }

  ofKind(kind: number): readonly unknown[] {
    recordRead(kind, this.at);
    const place = this.kinds.indexOf(kind);
    if (place < 0) return NOTHING;
    return (this.known[place] ??= this.read(place));
  }

  read(place: number): readonly unknown[] {
    this.lines ??= this.text().split('\n');
    return JSON.parse(this.lines[place] ?? '') as readonly unknown[];
  }
}

for (const [number, kind] of factKinds.entries())
  Object.defineProperty(StoredFacts.prototype, kind, {
    get(this: StoredFacts) {
      return this.ofKind(number);
    },
    enumerable: true,
  });
