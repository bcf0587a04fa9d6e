import type { StyleFact } from './style-fact.ts';
import { coloursIn } from './colours.ts';
import { classWords } from './class-words.ts';
import { spacesIn } from './spaces.ts';
import { markupTags } from '../../syntax/markup/tags.ts';
import { type StyleDeclaration, styleDeclarations } from '../../syntax/css/style-sheet.ts';
import type { TextFinder } from '../../engine/rule.ts';
import { lineCounter, type ScannedFile } from '../../engine/files/scanned-file.ts';
import type { Facts } from '../../engine/facts.ts';

function wordOf(family: string): string {
  return family.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

const COLOURED = /color|background|border|outline|fill|stroke|^--|^[$@]|gradient|caret|accent|decoration/i;
const SPACED = /^(?:padding|margin|(?:row-|column-|grid-)?gap)(?:-\w+)*$/;
const PAGE = /^(?:\*|html|body|:root|:host|html\s*,\s*body|body\s*,\s*html|#root|#app)\b/;

/** What one declaration says; `told` is called with how far into the text it stands. */
export function declarationFacts(
  { property, value, around, valueStart }: StyleDeclaration,
  told: (fact: StyleFact, at: number) => void,
): void {
  if (around.some((each) => /^@(?:font-face|media\s+print|page)/.test(each))) return;
  if (property === '@apply') for (const { fact, at } of classWords(value)) told(fact, valueStart + at);
  if (property.startsWith('@') && /^@(?:apply|include|import|use|forward|extend)$/.test(property)) return;
  if (COLOURED.test(property))
    for (const { colour, written, at } of coloursIn(value))
      told({ is: 'colour', colour, written, name: property, line: 0 }, valueStart + at);
  if (/^font(?:-family)?$|^(?:--|[$@]).*font/i.test(property)) {
    const family = firstFont(property, value);
    // `--font-inter: Inter` names a font to choose from.
    const isNamed = family !== undefined && property.toLowerCase().endsWith(wordOf(family));
    const isKept = (property.startsWith('-') || /^[$@]/.test(property)) && !isNamed;
    const isWhole = isKept || PAGE.test(around.at(-1) ?? '');
    if (family !== undefined) told({ is: 'font', family, isWhole, line: 0 }, valueStart);
  }
  if (SPACED.test(property))
    for (const { px, written } of spacesIn(value))
      told({ is: 'space', px, isStep: false, written, line: 0 }, valueStart);
}

/** The first family of a stack; undefined for a variable, a keyword, a size or a font for code. */
function firstFont(property: string, value: string): string | undefined {
  if (
    /mono|code|size|weight|height|style|spacing|icon/i.test(property) ||
    /mono|consol|courier|menlo/i.test(value)
  )
    return undefined;
  const stack = property === 'font' ? value.replace(/^.*?\d[\w.%]*(?:\/[\w.%]+)?\s+/, '') : value;
  if (property !== 'font-family' && !/[,'"]/.test(stack)) return undefined;
  const family = (stack.split(',')[0] ?? '').trim().replaceAll(/^["']|["']$/g, '');
  return /^(?:-?[A-Za-z][\w -]*)$/.test(family) && !/^(?:inherit|initial|unset|revert)$/.test(family)
    ? family
    : undefined;
}

/** Keeps what was told, once each, with its line; distances on the grid once a file. */
export function noteStyles(text: string, facts: Facts): (fact: StyleFact, at: number) => void {
  const known = new Set<string>();
  const lineAt = lineCounter(text);
  return (fact, at) => {
    const line = lineAt(at);
    const isCommon = fact.is === 'space' && fact.px % 4 === 0;
    const key = `${fact.is}${fact.is === 'font' ? fact.family : fact.is === 'space' ? fact.px : fact.written}`;
    const place = isCommon ? key : `${key}${line}`;
    if (known.has(place)) return;
    known.add(place);
    facts.styles.push({ ...fact, line });
  };
}

function ofPage(file: ScannedFile, facts: Facts): void {
  const { text } = file;
  const note = noteStyles(text, facts);
  for (const { name, content, attributes } of markupTags(text)) {
    if (name === 'style' && content !== undefined) {
      const hasLineComments = attributes.some((each) => each.name === 'lang' && each.value !== 'css');
      const part = { from: content.start, to: content.end, hasLineComments };
      for (const each of styleDeclarations(text, part)) declarationFacts(each, note);
    }
    for (const { name: attribute, value, valueStart } of attributes) {
      if (attribute === 'style')
        for (const each of styleDeclarations(text, { from: valueStart, to: valueStart + value.length }))
          declarationFacts(each, note);
      else if (/^(?::style|v-bind:style|\[style\]|\[ngStyle\])$/.test(attribute))
        boundStyle(value, valueStart, note);
    }
  }
}

/** `:style="{ color: '#fff' }"`. */
function boundStyle(value: string, start: number, note: (fact: StyleFact, at: number) => void): void {
  for (const found of value.matchAll(/['"]?([\w-]+)['"]?\s*:\s*['"`]([^'"`]*)['"`]/g)) {
    const property = dashed(found[1] ?? '');
    const valueStart = start + found.index;
    declarationFacts({ property, value: found[2] ?? '', start: valueStart, valueStart, around: [] }, note);
  }
}

/** `backgroundColor` as style sheets write it. */
export function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const SHEETS = /^(?:css|scss|less)$/;
const PAGES = /^(?:vue|svelte|html|template)$/;

/** Styles of sheets and pages, and the classes of everything that is shown. */
export const styleTexts: TextFinder = {
  applies: ({ language, isTest }) =>
    !isTest && (SHEETS.test(language) || PAGES.test(language) || language === 'tsx' || language === 'jsx'),
  find(file, facts) {
    const { text, language, path } = file;
    if (SHEETS.test(language)) {
      if (isForeign(text)) return;
      const note = noteStyles(text, facts);
      for (const each of styleDeclarations(text, { hasLineComments: language !== 'css' }))
        declarationFacts(each, note);
      return;
    }
    if (PAGES.test(language) && !path.endsWith('.pug')) ofPage(file, facts);
    const note = noteStyles(text, facts);
    for (const { fact, at } of classWords(text)) if (!isComment(text, at)) note(fact, at);
  },
};

/** A sheet that somebody else wrote and that was copied here says so at its top, with its version. */
function isForeign(text: string): boolean {
  return /^\s*(?:@charset[^;]*;\s*)?\/\*(?:!|(?:(?!\*\/)[\s\S]){0,600}?\bv?\d+\.\d+\.\d+)/.test(
    text.slice(0, 1_000),
  );
}

function isComment(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at).trimStart();
  return /^(?:\/\/|\*|\/\*|<!--|\{\/\*)/.test(line);
}
