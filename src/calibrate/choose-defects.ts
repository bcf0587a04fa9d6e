import type { Grammars } from '../../packages/scan/index.ts';
import { lineAt } from '../detect/index.ts';
import { type Chance, chanceOf } from './chance.ts';
import { type ChangedText, type DefectKind, defectKinds, type Planted, type PlantingPlace } from './kinds.ts';
import { changedLines, plant } from './plant.ts';
import { sitesIn } from './sites.ts';

/** A commit whose files may bear defects. */
export type Bearer = { readonly id: string; readonly files: readonly ChangedText[] };

export type ChosenDefect = { readonly bearer: string; readonly planted: Planted };

export type DefectWish = {
  readonly count: number;
  readonly seed: number;
  /** How many defects of each kind are there already, by other ways. */
  readonly already: Readonly<Partial<Record<DefectKind, number>>>;
  /** By which it is told whether what is changed by its text is a whole program afterwards. */
  readonly grammars?: Grammars;
};

/** So often one commit may come back with another defect in it: a calibration on few commits is one of those commits. */
const MOST_OF_ONE = 3;

type Candidate = { readonly bearer: string; readonly file: ChangedText; readonly site: PlantingPlace };

/**
 * As many defects as are wanted, one for each change, evenly of all kinds that there are places for. The same commits and
 * the same seed give the same defects.
 */
export function chooseDefects(
  bearers: readonly Bearer[],
  { count, seed, already, grammars }: DefectWish,
): readonly ChosenDefect[] {
  const chance = chanceOf(seed);
  const waiting = candidatesOf(bearers, chance);
  const many = new Map(defectKinds.map((kind) => [kind, already[kind] ?? 0]));
  const used = new Map<string, Set<DefectKind>>();
  const chosen: ChosenDefect[] = [];
  while (chosen.length < count && waiting.size > 0) {
    const kind = [...waiting.keys()].reduce((a, b) => ((many.get(b) ?? 0) < (many.get(a) ?? 0) ? b : a));
    const defect = nextOf(waiting.get(kind) ?? [], used, grammars);
    if (defect === undefined) {
      waiting.delete(kind);
      continue;
    }
    chosen.push(defect);
    many.set(kind, (many.get(kind) ?? 0) + 1);
    used.set(defect.bearer, (used.get(defect.bearer) ?? new Set()).add(kind));
  }
  return chosen;
}

/** By kind, in an order of chance; the kinds too, so that none is always the one that is left out. */
function candidatesOf(bearers: readonly Bearer[], chance: Chance): Map<DefectKind, Candidate[]> {
  const byKind = new Map<DefectKind, Candidate[]>();
  const all = bearers.flatMap(({ id, files }) =>
    files.flatMap((file) => {
      const lines = changedLines(file);
      return sitesIn(file)
        .filter(({ start }) => lines.has(lineAt(file.after, start)))
        .map((site): Candidate => ({ bearer: id, file, site }));
    }),
  );
  for (const kind of chance.shuffled(defectKinds)) {
    const own = chance.shuffled(all.filter(({ site }) => site.kind === kind));
    if (own.length > 0) byKind.set(kind, [...own]);
  }
  return byKind;
}

/** The first that is a defect, of the commit that was used least; what is none is never looked at again. */
function nextOf(
  waiting: Candidate[],
  used: ReadonlyMap<string, ReadonlySet<DefectKind>>,
  grammars: Grammars | undefined,
): ChosenDefect | undefined {
  for (let times = 0; times < MOST_OF_ONE; times += 1) {
    for (let at = 0; at < waiting.length; at += 1) {
      const candidate = waiting[at];
      if (candidate === undefined) continue;
      const { bearer, file, site } = candidate;
      const kinds = used.get(bearer);
      if (kinds?.has(site.kind) === true || (kinds?.size ?? 0) > times) continue;
      waiting.splice(at, 1);
      at -= 1;
      const planted = plant(file, site, changedLines(file), grammars);
      if (planted !== undefined) return { bearer, planted };
    }
  }
  return undefined;
}
