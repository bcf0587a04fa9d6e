import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import { isShippedPage } from '../../engine/files/file-kinds.ts';
import type { ProjectReport } from '../../engine/rule.ts';
import { packageOf } from '../modules/find-module.ts';

/** Something about the looks that stands in a file. */
export type StylePlace = { readonly file: string; readonly line: number; readonly written: string };

/** Where a project keeps its colours, fonts and distances: what stands there is not hard-coded, it is the theme. */
const THEME =
  /(?:^|[/._-])(?:tailwind[\w.-]*|themes?|variables?|vars|tokens?|design-?(?:system|tokens)|palettes?|colou?rs?|typography|mixins|brand(?:ing)?)(?=[./_-])|theme\.[jt]sx?$/i;

export function isTheme(path: string): boolean {
  return THEME.test(path);
}

/** What has its own reasons for its colours: mail programs know no variables, pictures and code have their own. */
const OWN_REASONS =
  /(?:^|[/._-])(?:e?mail[\w]*|newsletters?|swagger[\w-]*|github-\w+|react-[\w-]+|preflight|unsupported|failure|error|maintenance|offline|\w+_failure|pdfs?|prints?|og|opengraph|invoices?|icons?|logos?|illustrations?|svgs?|charts?|graphs?|highlight|prism|hljs|codemirror|monaco|syntax|normalize|reset|bootstrap|fontawesome|quill|tinymce|ckeditor|katex|embeds?|third-?party|xterm|terminal|ansi|flags?|confetti|storybook|wwwroot|public|landing|marketing|extension)(?=[./_-])|(?:Icon|Logo|Email|Pdf|Chart|Svg)s?\.[jt]sx$/i;

/** The files whose looks are the product's own. */
export function* styledFiles(project: ProjectFacts): Generator<FileFacts> {
  for (const [path, facts] of project.files)
    if (facts.styles.length > 0 && isShippedPage(path) && !OWN_REASONS.test(path)) yield facts;
}

/** From this many files on it is a habit of the project, and is said once. */
const HABIT = 10;
/** From this many lines on it is a habit of the file. */
const LINES = 4;

type Saying = {
  readonly each: (place: StylePlace) => string;
  /** `so many` is the number of places and, for a package, of files. */
  readonly together: (soMany: string, examples: string) => string;
};

/**
 * Says what was found so that people read it: every line where they are few, once a file where they are many, once a
 * package where the whole of it is written like that.
 */
export function sayPlaces(
  project: ProjectFacts,
  places: readonly StylePlace[],
  report: ProjectReport,
  { each, together }: Saying,
): void {
  for (const inPackage of Map.groupBy(places, ({ file }) => packageOf(file, project)).values()) {
    const files = [...Map.groupBy(inPackage, ({ file }) => file).values()];
    if (files.length >= HABIT) {
      const worst = files.toSorted((a, b) => b.length - a.length)[0] ?? [];
      const soMany = `${inPackage.length} in ${files.length} files, most of them in this one`;
      sayOnce(worst, report, together(soMany, examplesOf(inPackage)));
      continue;
    }
    for (const inFile of files) {
      const lines = [...Map.groupBy(inFile, ({ line }) => line).values()];
      if (lines.length >= LINES)
        sayOnce(inFile, report, together(`${inFile.length} in this file`, examplesOf(inFile)));
      else
        for (const [first, ...more] of lines)
          if (first !== undefined)
            report.find(
              first.file,
              { line: first.line },
              each({ ...first, written: examplesOf([first, ...more]) }),
            );
    }
  }
}

function sayOnce(places: readonly StylePlace[], report: ProjectReport, message: string): void {
  const [first] = places;
  if (first !== undefined) report.find(first.file, { line: first.line }, message);
}

/** The ones that come most often. */
function examplesOf(places: readonly StylePlace[]): string {
  const counts = new Map<string, number>();
  for (const { written } of places) counts.set(written, (counts.get(written) ?? 0) + 1);
  const often = [...counts].toSorted((a, b) => b[1] - a[1]).map(([written]) => written);
  return `${often.slice(0, 3).join(', ')}${often.length > 3 ? ', …' : ''}`;
}
