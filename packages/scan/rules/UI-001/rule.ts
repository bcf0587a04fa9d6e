import { designOf } from '../../concepts/ui/design-of-project.ts';
import { isTheme, sayPlaces, styledFiles, type StylePlace } from '../../concepts/ui/style-places.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** A colour that stands where it is used instead of in the theme; with a declared design, one that is not declared. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const { declared, problem } = designOf(project);
    if (problem !== undefined) report.unresolved(problem);
    if (declared !== undefined && declared.colours.size > 0)
      return sayPlaces(project, undeclared(project, declared.colours), report, {
        each: ({ written }) => `${written} is not a colour of the declared design`,
        together: (soMany, examples) => `colours that the design does not declare: ${soMany} (${examples})`,
      });
    sayPlaces(project, hardCoded(project), report, {
      each: ({ written }) => `${written} is hard-coded here instead of being named in the theme`,
      together: (soMany, examples) =>
        `colours are hard-coded instead of being named in a theme: ${soMany} (${examples})`,
    });
  },
};

/** A name that is given to a colour makes it a token, wherever it stands. */
function isName(name: string): boolean {
  return /^(?:--|[$@])/.test(name);
}

function hardCoded(project: ProjectFacts): readonly StylePlace[] {
  const places: StylePlace[] = [];
  for (const { path, styles } of styledFiles(project)) {
    if (isTheme(path)) continue;
    for (const fact of styles)
      if (fact.is === 'colour' && !isName(fact.name))
        places.push({ file: path, line: fact.line, written: fact.written });
  }
  return places;
}

function undeclared(project: ProjectFacts, colours: ReadonlySet<string>): readonly StylePlace[] {
  const places: StylePlace[] = [];
  for (const { path, styles } of styledFiles(project))
    for (const fact of styles)
      if (fact.is === 'colour' && !colours.has(fact.colour.slice(0, 7)) && !isPlain(fact.colour))
        places.push({ file: path, line: fact.line, written: fact.written });
  return places;
}

/** Black and white belong to every design. */
function isPlain(colour: string): boolean {
  return /^#(?:000000|ffffff)/.test(colour);
}
