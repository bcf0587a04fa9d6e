import type { TextCheck } from '../../engine/rule.ts';
import { wordSet } from '../../engine/words.ts';

const PHRASES =
  /\blorem ipsum\b|\bcoming soon\b|\bunder construction\b|\b(?:will|to) be implemented\b|\bnot (?:yet )?implemented(?: yet)?\b|\bimplementation pending\b|\bplaceholder (?:text|content|page)\b|\bthis (?:page|feature|section|view) is (?:a placeholder|not (?:ready|available) yet)\b|\b(?:content|page|feature) goes here\b/i;
/** Where the application itself knows of things to come, saying so is a feature. */
const SOON = /^coming soon$/i;
/** Lines that nobody is shown: comments, code that throws or logs, names of keys. */
const UNSEEN =
  /^\s*(?:\/\/|\*|\/\*|\{\/\*|<!--|#|@\*)|\b(?:throw|console\.|Error\(|import |TODO|describe\(|it\()/;

export const rule: TextCheck = {
  kind: 'text',
  applies: ({ language, isTest, isSide, path }) =>
    !isTest &&
    !isSide &&
    PAGES.has(language) &&
    !/(?:^|\/)(?:emails?|docs?|locales?|i18n|stories)\//i.test(path),
  check({ path, text, language }, report) {
    if (!PHRASES.test(text)) return;
    const isScript = language === 'tsx' || language === 'jsx';
    for (const [index, line] of withoutComments(text).split('\n').entries()) {
      const phrase = PHRASES.exec(line);
      if (phrase === null || UNSEEN.test(line) || isAttribute(line, phrase.index)) continue;
      if (isScript && !isShown(line, phrase.index)) continue;
      if (SOON.test(phrase[0]) && isFeature(path, text)) continue;
      // What is put together says which of many things is missing: an answer, not a page.
      if (line.slice(0, phrase.index).includes('${')) continue;
      report({ line: index + 1 }, `"${phrase[0]}" is shown to people`);
    }
  },
};

const PAGES = wordSet('tsx jsx vue svelte html template');

/** Comments over several lines become blank. */
function withoutComments(text: string): string {
  const blank = (found: string): string => found.replaceAll(/[^\n]/g, ' ');
  return text.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, blank).replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, blank);
}

/** Inside `placeholder="…"`, `alt="…"` or a class: a hint, not the page. */
function isAttribute(line: string, at: number): boolean {
  return /(?:placeholder|className|class|id|data-[\w-]+|key|href|src|alt)\s*=\s*\{?["'`][^"'`]*$/.test(
    line.slice(0, at),
  );
}

/** In a script only what stands between tags, or on a line of its own, is text of the page; so is a label. */
function isShown(line: string, at: number): boolean {
  const before = line.slice(0, at);
  const after = line.slice(at);
  if (/>[^<>{}=]*$/.test(before) && !/=>[^<>]*$/.test(before)) return true;
  if (
    /^\s*[\w\s,.!'’&-]*$/.test(before) &&
    /^[\w\s,.!?'’…&;-]*(?:<|\{|$)/.test(after) &&
    !/[;(){}=]/.test(before)
  )
    return true;
  return /(?:title|label|children|text|heading|description|message)\s*[=:]\s*\{?["'`][^"'`]*$/.test(before);
}

/** A tile or a badge among things that are there: the application knows of things to come. */
function isFeature(path: string, text: string): boolean {
  return /coming-?soon/i.test(path) || /ComingSoon|comingSoon/.test(text) || text.split('\n', 61).length > 60;
}
