import type { TextRule } from '../../rule.ts';

const GENERIC = '(?:Inter|Roboto|Arial)';
/** The first of the fonts that are asked for; those behind it only stand in. */
const STYLE = new RegExp(
  `(?:^|[;{\\s"'])(?:font-family|--font(?![\\w-]*-(?:inter|roboto|arial))[\\w-]*)\\s*:\\s*["']?${GENERIC}["']?\\s*(?:,|;|!|"|'|\\}|$)`,
);
const SCRIPT = new RegExp(
  `\\bfontFamily\\s*:\\s*(?:\\{\\s*\\w+\\s*:\\s*)?\\[?\\s*["'\`]+${GENERIC}["'\`,]|\\b(?:sans|body|heading)\\s*:\\s*\\[\\s*["']${GENERIC}["']|import\\s*\\{[^}]*\\b(?:Inter|Roboto)\\b[^}]*\\}\\s*from\\s*["']next/font/google["']`,
);

export const rule: TextRule = {
  id: 'SLOP-003',
  family: 'slop',
  kind: 'text',
  severity: 'INFO',
  title: 'A font that nobody chose',
  why: 'The font every template comes with says nothing about this product.',
  fix: 'Choose a font for headings and text, and name it in the theme once.',
  confidence: 'medium',
  applies: ({ language, isTest, isSide, path }) =>
    !isTest &&
    !isSide &&
    (STYLES.has(language) || SCRIPTS.has(language)) &&
    !/(?:^|[/._-])(?:e?mails?|pdf|print|newsletter|og)(?:[/._-]|$)|\/templates?\/.*\//i.test(path),
  check({ text, language }, report) {
    // Whoever brings a font of their own chose this one beside it; a component alone sets nobody's font.
    if (!/font/i.test(text) || /next\/font\/local|<style[^>]*\bscoped\b/.test(text)) return;
    const isScript = SCRIPTS.has(language);
    let isFace = false;
    for (const [index, line] of withoutComments(text).split('\n').entries()) {
      // A file of a font says its name, and chooses nothing.
      if (line.includes('@font-face')) isFace = true;
      else if (isFace && line.includes('}')) isFace = false;
      const isFound = !isFace && (isScript ? SCRIPT.test(line) : STYLE.test(line));
      if (isFound && !/^\s*(?:\/\/|\/?\*|<!--)/.test(line))
        report({ line: index + 1 }, 'the font is one that templates come with');
    }
  },
};

const STYLES: ReadonlySet<string> = new Set(['css', 'scss', 'less', 'html', 'vue', 'svelte']);
const SCRIPTS: ReadonlySet<string> = new Set(['typescript', 'tsx', 'javascript', 'jsx']);

/** Comments over several lines become blank. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, (found) => found.replaceAll(/[^\n]/g, ' '));
}
