import type { TextCheck } from '../../rule.ts';

const GENERIC = '(?:Inter|Roboto|Arial)';
/** The first of the fonts that are asked for; those behind it only stand in. */
const STYLE = new RegExp(
  `(?:^|[;{\\s"'])(?:font-family|--font(?![\\w-]*-(?:inter|roboto|arial))[\\w-]*)\\s*:\\s*["']?${GENERIC}["']?\\s*(?:,|;|!|"|'|\\}|$)`,
);
const SCRIPT = new RegExp(
  `\\bfontFamily\\s*:\\s*(?:\\{\\s*\\w+\\s*:\\s*)?\\[?\\s*["'\`]+${GENERIC}["'\`,]|\\b(?:sans|body|heading)\\s*:\\s*\\[\\s*["']${GENERIC}["']|import\\s*\\{[^}]*\\b(?:Inter|Roboto)\\b[^}]*\\}\\s*from\\s*["']next/font/google["']`,
);

export const rule: TextCheck = {
  kind: 'text',
  applies: ({ language, isTest, isSide, path }) =>
    !isTest &&
    !isSide &&
    (STYLES.has(language) || SCRIPTS.has(language)) &&
    !/(?:^|[/._-])(?:e?mails?|pdf|print|newsletter|og)(?:[/._-]|$)|\/templates?\/.*\/|(?:failure|error|maintenance|40\d|50\d)\w*\.html$/i.test(
      path,
    ),
  check({ text, language, path }, report) {
    // Whoever brings a font of their own chose this one beside it; a component alone sets nobody's font.
    if (!/font/i.test(text) || /next\/font\/local|<style[^>]*\bscoped\b/.test(text)) return;
    const isScript = SCRIPTS.has(language);
    // An object in a component styles one thing; a theme is for all.
    if (isScript && !/theme|tailwind|config|style|font|layout|_app|_document/i.test(path)) return;
    let isFace = false;
    let around = '';
    for (const [index, line] of withoutComments(text).split('\n').entries()) {
      // A file of a font says its name, and chooses nothing.
      if (line.includes('@font-face')) isFace = true;
      else if (isFace && line.includes('}')) isFace = false;
      if (line.includes('{')) around = line;
      const isFound = !isFace && (isScript ? isChosenAlone(line) : STYLE.test(line) && isWide(line, around));
      if (isFound && !/^\s*(?:\/\/|\/?\*|<!--)/.test(line))
        report({ line: index + 1 }, 'the font is one that templates come with');
    }
  },
};

/** For the whole page or its headings, or under a name that others use. */
function isWide(line: string, around: string): boolean {
  return (
    /--font/.test(line) ||
    /(?:^|[\s,}>])(?:html|body|:root|:host|\*|h[1-6]|#root|#app|#__next)(?=[\s,{:]|$)/.test(around)
  );
}

/** Whoever takes several fonts has chosen; one for code is no choice. */
function isChosenAlone(line: string): boolean {
  if (!SCRIPT.test(line)) return false;
  const taken = /import\s*\{([^}]*)\}/.exec(line)?.[1]?.split(',') ?? [];
  return taken.filter((each) => each.trim() !== '' && !/_(?:Mono|Code)\b/.test(each)).length < 2;
}

const STYLES: ReadonlySet<string> = new Set(['css', 'scss', 'less', 'html', 'vue', 'svelte']);
const SCRIPTS: ReadonlySet<string> = new Set(['typescript', 'tsx', 'javascript', 'jsx']);

/** Comments over several lines become blank. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, (found) => found.replaceAll(/[^\n]/g, ' '));
}
