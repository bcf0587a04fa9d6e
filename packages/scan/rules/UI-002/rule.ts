import type { DeclaredDesign } from '../../concepts/ui/declared-design.ts';
import { designOf } from '../../concepts/ui/design-of-project.ts';
import { DEFAULT_PURPLES, isStrong, PURPLE_HUES } from '../../concepts/ui/purple.ts';
import { sayPlaces, styledFiles, type StylePlace } from '../../concepts/ui/style-places.ts';
import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** Purple that nobody chose; with a declared design, any hue that it does not name. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const { declared } = designOf(project);
    const isDeclared = declared !== undefined && (declared.hues.size > 0 || declared.colours.size > 0);
    const places: StylePlace[] = [];
    for (const file of styledFiles(project)) {
      const found = isDeclared
        ? undeclaredHues(file, declared)
        : isPalette(project.text(file.path) ?? '')
          ? []
          : purples(file).filter((place) => !isTint(lineOf(place, project)));
      const [first] = found;
      // Once a file: whoever fixes one line sees the others.
      if (first !== undefined) places.push(first);
    }
    sayPlaces(project, places, report, {
      each: ({ written }) =>
        `${written}${isDeclared ? ': the declared design names no such hue' : ' is the purple that UI frameworks use by default'}`,
      together: (soMany, examples) =>
        isDeclared
          ? `hues that the design does not name: ${soMany} (${examples})`
          : `the accent colour is the purple that UI frameworks use by default: ${soMany} (${examples})`,
    });
  },
};

/** The places of purple in a file where it is the accent: beside two other hues of the same kind it is one of a palette. */
function purples({ path, styles }: FileFacts): readonly StylePlace[] {
  const others = new Map<string, Set<string>>();
  for (const fact of styles)
    if (fact.is === 'hue' && isStrong(fact.shade))
      others.set(fact.paints, (others.get(fact.paints) ?? new Set()).add(fact.hue));
  const isLonely = (paints: string): boolean => (others.get(paints)?.size ?? 0) < 3;
  return styles.flatMap((fact) => {
    if (fact.is !== 'hue' && fact.is !== 'colour') return [];
    const isPurple =
      fact.is === 'hue'
        ? fact.isAccent && isStrong(fact.shade) && PURPLE_HUES.has(fact.hue) && isLonely(fact.paints)
        : isAccent(fact.name) && DEFAULT_PURPLES.has(fact.colour);
    return isPurple ? [{ file: path, line: fact.line, written: fact.written }] : [];
  });
}

function lineOf({ file, line }: StylePlace, project: ProjectFacts): string {
  return (project.text(file) ?? '').split('\n', line)[line - 1] ?? '';
}

/** `violet: 'bg-violet-600'` is a variant that somebody named, and what stands beside it one of its kind. */
function isPalette(text: string): boolean {
  return /^\s*['"]?(?:indigo|violet|purple)['"]?\s*:/m.test(text);
}

/** Text on its own pale ground is a badge, no accent. */
function isTint(line: string): boolean {
  return /\bbg-(indigo|violet|purple)-(?:(?:50|100)\b|\d+\/\d+).*\btext-\1-/.test(line);
}

/** Of named colours only what is named as the accent; a palette has a purple among the others. */
function isAccent(name: string): boolean {
  return !/^(?:--|[$@])/.test(name) || /primary|accent|brand|secondary/i.test(name);
}

function undeclaredHues({ path, styles }: FileFacts, { hues }: DeclaredDesign): readonly StylePlace[] {
  return styles.flatMap((fact) =>
    fact.is === 'hue' && !hues.has(fact.hue) && (hues.size > 0 || PURPLE_HUES.has(fact.hue))
      ? [{ file: path, line: fact.line, written: fact.written }]
      : [],
  );
}
