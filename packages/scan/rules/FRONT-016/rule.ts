import { addTo } from '../../engine/add-to.ts';
import type { FunctionFact } from '../../concepts/functions/typescript.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';
import { normalised } from './same-text.ts';

type Copy = FunctionFact & { readonly path: string };

/** Fewer words and signs than this are written alike by chance. */
const FEWEST_TOKENS = 50;
/** How many copies are named beside the first. */
const NAMED = 3;

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const said: Copy[] = [];
    // A function inside of one that is a copy is copied with it: the longer ones are told first.
    for (const [first, ...others] of [...copiesIn(project)].toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
      if (first === undefined) continue;
      if (said.some((each) => each.path === first.path && each.body < first.body && first.to <= each.to))
        continue;
      said.push(first);
      // One finding for all copies: they have one cause.
      const [second, ...more] = others;
      if (second === undefined || isPicture(second, project)) continue;
      const as = second.name === first.name ? '' : ` as ${first.name}`;
      const places = [first, ...more.slice(0, NAMED)].map(({ path, line }) => `${path}:${line}`).join(', ');
      const rest = more.length > NAMED ? ` and ${more.length - NAMED} more` : '';
      const message = `${second.name} is duplicated in ${places}${rest}${as}`;
      report.find(second.path, { line: second.line }, message);
    }
  },
};

/** An icon as a component: its copies are drawn alike, and nobody changes them by hand. */
function isPicture({ path, body, to }: Copy, project: ProjectFacts): boolean {
  return /^[\s({]*(?:return)?[\s(]*<svg\b/.test(
    (project.text(path) ?? '').slice(body, to).replace(/^=>/, ''),
  );
}

function lengthOf(copies: readonly Copy[]): number {
  return Math.max(...copies.map(({ body, to }) => to - body));
}

/** Functions of different files that say the same, in the order of their paths. */
function* copiesIn(project: ProjectFacts): Generator<readonly Copy[]> {
  const byShape = new Map<number, Copy[]>();
  for (const { path, functions } of project.files.values())
    for (const each of functions) addTo(byShape, each.shape, { ...each, path });
  const texts = new Map<string, string>();
  const textOf = (path: string): string => {
    const text = texts.get(path) ?? project.text(path) ?? '';
    texts.set(path, text);
    return text;
  };
  for (const alike of byShape.values()) {
    if (new Set(alike.map(({ path }) => path)).size < 2) continue;
    const same = new Map<string, Copy[]>();
    for (const each of alike) {
      const text = textOf(each.path);
      const [given, done] = [text.slice(each.from, each.until), text.slice(each.body, each.to)];
      const tokens = normalised(given, done, each.path.endsWith('.py'));
      if (tokens.length < FEWEST_TOKENS) continue;
      addTo(same, tokens.join(' '), each);
    }
    for (const copies of same.values()) {
      const kept = onePerFile(copies.toSorted((a, b) => (a.path < b.path ? -1 : 1)));
      if (kept.length > 1 && !isScaffold(kept)) yield kept;
    }
  }
}

/** So many folders beside each other with the same file: made from one template, each owns its own on purpose. */
const FEWEST_OF_ONE_TEMPLATE = 5;

function isScaffold(copies: readonly Copy[]): boolean {
  if (copies.length < FEWEST_OF_ONE_TEMPLATE) return false;
  const [first = [], ...others] = copies.map(({ path }) => path.split('/'));
  if (others.some((other) => other.length !== first.length)) return false;
  const [only, ...more] = new Set(others.flatMap((other) => differing(first, other)));
  return only !== undefined && more.length === 0 && only < first.length - 1;
}

function differing(one: readonly string[], other: readonly string[]): readonly number[] {
  return one.flatMap((step, at) => (step === other[at] ? [] : [at]));
}

function onePerFile(copies: readonly Copy[]): readonly Copy[] {
  const seen = new Set<string>();
  return copies.filter(({ path }) => {
    const key = withoutVersion(path);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** `nodes/v1/x.ts` and `nodes/v2/x.ts` are one file that is kept in two ages on purpose. */
function withoutVersion(path: string): string {
  return path.replaceAll(/(?<=^|[/._-])v?\d+(?:[._]\d+)*(?=[/._-])|V\d+/gi, 'v');
}
