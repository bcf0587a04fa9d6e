import { textAt } from '../../project/text-at.ts';
import { join } from 'node:path';

import type { FileChange } from '../../detect/index.ts';
import { loadChanges } from '../../gates/index.ts';
import { changedAt, pastOf, placeOf, type Repository } from '../../git/index.ts';
import type { GoldenComment, LabelledChange } from '../../model/calibration.ts';
import {
  type Bearer,
  canBear,
  chanceOf,
  type ChangedText,
  chooseDefects,
  type Fix,
  type Planted,
  revertedFix,
  severityOf,
  sortPast,
  survives,
} from '../../calibrate/index.ts';
import type { PastCommit } from '../../ports/git.ts';
import type { Grammars } from '../../../packages/scan/index.ts';
import { grammarsFor, vendoredFolder } from '../../files/index.ts';
import type { MaterialOptions } from './calibrate-request.ts';

/** A labelled change and the folder its file is in: repositories it names are looked up from there. */
export type LabelledFile = { readonly folder: string; readonly change: LabelledChange };

/** A change of the repository's own past, as it was or with a defect in it, or one that somebody labelled. */
export type MadeChange = {
  readonly labelled: LabelledFile;
  /** The commit it was made of; null: somebody labelled it. */
  readonly commit: string | null;
  /** The kind of each of its comments. */
  readonly kinds: readonly string[];
  /** The clean change of the same commit, where that is among them. */
  readonly twin: string | null;
};

export type Material = {
  readonly changes: readonly MadeChange[];
  /** The newest commit that was looked at; null: labelled changes. */
  readonly tip: string | null;
};

export type PastMaterial = Material & {
  readonly tip: string;
  /** How much there was, for whoever has too little. */
  readonly found: {
    readonly commits: number;
    readonly fit: number;
    readonly lasting: number;
    readonly fixes: number;
    readonly defects: number;
    readonly kinds: number;
    readonly clean: number;
  };
};

/** One in so many defects is a fix that was taken back, where there are fixes; so many are in changes that are not there without them. */
const FIX_SHARE = 10;
const OTHER_SHARE = 4;

/** So many commits beside the clean ones are looked through for places. */
const MOST_OTHERS = 60;

/** The newest commit, and what the judge must not see: a commit with that in it is not used. */
type Allowed = { readonly tip: string; readonly isHidden: (path: string) => boolean };

/** Makes labelled changes of what was committed here. Everything is read from the repository as it is; nothing is written to it. */
export async function materialOf(
  repository: Repository,
  wish: MaterialOptions,
  { tip, isHidden }: Allowed,
): Promise<PastMaterial> {
  const all = await pastOf(repository.top, { range: wish.range, most: wish.most });
  const past = all.filter(({ files }) => !files.some(({ path }) => isHidden(path)));
  const sorted = sortPast(past);
  const chance = chanceOf(wish.seed);
  const reader = readerOf(repository);
  const order = chance.shuffled(sorted.lasting);
  const { clean, others } = await lastingOnes(order, { reader, wish, repository, tip });
  const grammars = await grammarsFor(past.flatMap(({ files }) => files.map(({ path }) => path)));
  const fixed = {
    fixes: chance.shuffled(sorted.fixes),
    most: Math.ceil(wish.defects / FIX_SHARE),
    grammars,
    now: textsOn(repository, tip),
  };
  const fixes = await revertedOnes(reader, fixed);
  const defects = defectsIn({ clean, others, fixes, wish, grammars });
  const kinds = new Set(defects.map(({ planted }) => planted.kind)).size;
  const made: readonly Made[] = chance.shuffled([
    ...clean.map(({ commit }): Made => ({ commit, base: commit.parent ?? '', planted: null, mode: '' })),
    ...defects,
  ]);
  return {
    changes: changesOf(made, repository),
    tip,
    found: {
      commits: past.length,
      fit: sorted.fit.length,
      lasting: sorted.lasting.length,
      fixes: sorted.fixes.length,
      defects: defects.length,
      kinds,
      clean: clean.length,
    },
  };
}

type Loaded = { readonly commit: PastCommit; readonly files: readonly ChangedText[] };
type Reader = (from: string, to: string) => Promise<readonly ChangedText[]>;

/** The texts of code that a commit changed, on both sides. */
function readerOf({ top }: Repository): Reader {
  const place = placeOf(top);
  return async (from, to) => {
    const changes = await loadChanges(changedAt({ from, head: to }, place), from, to);
    return textsOf(changes);
  };
}

/** What could bear a defect. A file that is not UTF-8 would be another one once it is written again. */
export function textsOf(changes: readonly FileChange[]): readonly ChangedText[] {
  return changes.flatMap(({ path, before, after }): readonly ChangedText[] => {
    if (!canBear(path) || vendoredFolder(path) !== undefined) return [];
    if (after?.text === undefined || !after.mode.startsWith('100')) return [];
    if (before !== null && before.text === undefined) return [];
    if ([path, before?.text, after.text].some((text) => text?.includes('\uFFFD') === true)) return [];
    return [{ path, mode: after.mode, before: before?.text ?? null, after: after.text }];
  });
}

type Looking = {
  readonly reader: Reader;
  readonly wish: MaterialOptions;
  readonly repository: Repository;
  readonly tip: string;
};

/** As many clean changes as are wanted, and further commits that could bear defects. */
async function lastingOnes(
  order: readonly PastCommit[],
  { reader, wish, repository, tip }: Looking,
): Promise<{ readonly clean: readonly Loaded[]; readonly others: readonly Loaded[] }> {
  const clean: Loaded[] = [];
  const others: Loaded[] = [];
  for (const commit of order) {
    if (clean.length >= wish.clean && others.length >= MOST_OTHERS) break;
    const files = await reader(commit.parent ?? '', commit.id);
    if (files.length === 0) continue;
    const isClean = clean.length < wish.clean && (await survives(files, textsOn(repository, tip)));
    (isClean ? clean : others).push({ commit, files });
  }
  return { clean, others };
}

function textsOn({ peek }: Repository, tip: string): (path: string) => Promise<string | null> {
  return async (path) => (await textAt(peek, tip, path)) ?? null;
}

type Made = {
  readonly commit: PastCommit;
  /** What it is compared with. */
  readonly base: string;
  readonly planted: Planted | null;
  readonly mode: string;
  /** Where another tree than the commit's is the one that is changed. */
  readonly on?: string;
};
type Defect = Made & { readonly planted: Planted };

/** Fixes that are taken back on top of what came after them, where that left the file alone. */
type Fixes = {
  readonly fixes: readonly Fix[];
  readonly most: number;
  readonly grammars: Grammars;
  readonly now: (path: string) => Promise<string | null>;
};

async function revertedOnes(
  reader: Reader,
  { fixes, most, grammars, now }: Fixes,
): Promise<readonly Defect[]> {
  const reverted: Defect[] = [];
  for (const { commit, file, successor } of fixes) {
    if (reverted.length >= most) break;
    const fixed = (await reader(commit.parent ?? '', commit.id)).find(({ path }) => path === file);
    const planted = fixed === undefined ? undefined : revertedFix(fixed, commit.subject, grammars);
    if (fixed === undefined || planted === undefined || !(await survives([fixed], now))) continue;
    const isUntouched = successor?.parent === commit.id && successor.files.every(({ path }) => path !== file);
    const on = isUntouched ? successor.id : commit.id;
    reverted.push({ commit, base: on, on, planted, mode: fixed.mode });
  }
  return reverted;
}

type Sources = {
  readonly clean: readonly Loaded[];
  readonly others: readonly Loaded[];
  readonly fixes: readonly Defect[];
  readonly wish: MaterialOptions;
  readonly grammars: Grammars;
};

/** Most of them in changes that are judged without the defect too; the rest wherever kinds are that are rare so far. */
function defectsIn({ clean, others, fixes, wish, grammars }: Sources): readonly Defect[] {
  const wanted = Math.max(0, wish.defects - fixes.length);
  const counts = (defects: readonly Defect[]) =>
    defects.reduce<Record<string, number>>((sum, { planted: { kind } }) => {
      return { ...sum, [kind]: (sum[kind] ?? 0) + 1 };
    }, {});
  const choose = (from: readonly Loaded[], count: number, before: readonly Defect[]): readonly Defect[] => {
    const bearers: readonly Bearer[] = from.map(({ commit, files }) => ({ id: commit.id, files }));
    const byId = new Map(from.map((each) => [each.commit.id, each]));
    return chooseDefects(bearers, { count, seed: wish.seed, already: counts(before), grammars }).flatMap(
      ({ bearer, planted }): readonly Defect[] => {
        const { commit, files } = byId.get(bearer) ?? {};
        const mode = files?.find(({ path }) => path === planted.file)?.mode;
        if (commit === undefined || mode === undefined) return [];
        return [{ commit, base: commit.parent ?? '', planted, mode }];
      },
    );
  };
  const first = choose(clean, wanted - Math.floor(wanted / OTHER_SHARE), fixes);
  const second = choose(others, wanted - first.length, [...fixes, ...first]);
  const missing = wanted - first.length - second.length;
  // Where there are no other commits, the clean ones bear the rest too: more of the same choice begins like it.
  const third = missing <= 0 ? [] : choose(clean, first.length + missing, fixes).slice(first.length);
  return [...fixes, ...first, ...second, ...third];
}

/** Named by their number in an order of chance: neither name nor place says what is in them. */
function changesOf(made: readonly Made[], { common }: Repository): readonly MadeChange[] {
  const digits = String(made.length).length;
  const ids = made.map((_, index) => `change-${String(index + 1).padStart(digits, '0')}`);
  const cleanIds = new Map(
    made.flatMap(({ commit, planted }, index) => (planted === null ? [[commit.id, ids[index] ?? '']] : [])),
  );
  return made.map(({ commit, base, on, planted, mode }, index) => {
    const isReverted = planted?.kind === 'reverted-fix';
    const { subject, body } = commit;
    const texts = planted === null ? {} : { [planted.file]: { mode, text: planted.text } };
    const change = {
      id: ids[index] ?? '',
      title: subject.slice(0, 200),
      // What a fix was for would say what is wrong without it.
      purpose: isReverted ? null : `# ${subject}\n\n${body}\n`,
      source: commit.id,
      comments: planted === null ? [] : [commentOf(planted)],
      change: {
        kind: 'trees' as const,
        objects: join(common, 'objects'),
        base,
        head: on ?? commit.id,
        texts,
      },
    };
    const twin = planted === null || isReverted ? null : (cleanIds.get(commit.id) ?? null);
    return {
      labelled: { folder: '', change },
      commit: commit.id,
      kinds: planted === null ? [] : [planted.kind],
      twin,
    };
  });
}

function commentOf({ kind, file, line, endLine, what }: Planted): GoldenComment {
  return { file, line, endLine, severity: severityOf[kind], text: what, words: [] };
}
