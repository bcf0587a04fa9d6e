import { designOf } from '../../concepts/ui/design-of-project.ts';
import { isTheme, styledFiles } from '../../concepts/ui/style-places.ts';
import { packageOf } from '../../concepts/modules/find-module.ts';
import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import type { ProjectReport, ProjectCheck } from '../../engine/rule.ts';

const GENERIC: ReadonlySet<string> = new Set([
  'inter',
  'roboto',
  'arial',
  'helvetica',
  'helvetica neue',
  'system-ui',
  'ui-sans-serif',
  '-apple-system',
  'blinkmacsystemfont',
  'segoe ui',
  'sans-serif',
]);

/** The font of the whole product is one that nobody chose; with a declared design, one that it does not name. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const fonts = designOf(project).declared?.fonts;
    if (fonts !== undefined && fonts.size > 0) return undeclared(project, fonts, report);
    const said = new Set<string>();
    for (const file of styledFiles(project)) {
      // Pages that stand alone have no theme; a package has one font, and it is said once.
      if (file.language === 'html' || file.language === 'template' || said.has(packageOf(file.path, project)))
        continue;
      const first = file.styles.find((fact) => isWhole(file, fact) && GENERIC.has(fact.family.toLowerCase()));
      if (first?.is !== 'font') continue;
      said.add(packageOf(file.path, project));
      report.find(file.path, { line: first.line }, `the font of the theme is ${first.family}, a default`);
    }
  },
};

type FontFact = Extract<FileFacts['styles'][number], { readonly is: 'font' }>;

function isWhole({ path }: FileFacts, fact: FileFacts['styles'][number]): fact is FontFact {
  return fact.is === 'font' && (fact.isWhole || isTheme(path));
}

function undeclared(project: ProjectFacts, fonts: ReadonlySet<string>, report: ProjectReport): void {
  for (const file of styledFiles(project)) {
    const said = new Set<string>();
    for (const fact of file.styles) {
      if (fact.is !== 'font' || fonts.has(fact.family.toLowerCase()) || said.has(fact.family)) continue;
      said.add(fact.family);
      report.find(file.path, { line: fact.line }, `${fact.family} is not a font of the declared design`);
    }
  }
}
