import * as ts from '../../syntax/typescript/view.ts';

import { addressesIn, styleDeclarations } from '../../syntax/css/style-sheet.ts';
import { type MarkupTag, markupTags } from '../../syntax/markup/tags.ts';
import type { FactFinder, FactWalk, TextFinder } from '../../engine/rule.ts';
import { lineAt, type ScannedFile } from '../../engine/files/scanned-file.ts';
import type { Facts } from '../../engine/facts.ts';
import { wordSet } from '../../engine/words.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly assets: AssetFact[];
  }
}

/** A picture, font, film or document that a file names, and how. */
export type AssetFact = {
  readonly address: string;
  readonly line: number;
  readonly by: 'attribute' | 'url' | 'import';
};

const ASSET =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|eot|otf|pdf|mp4|mp3|wav|ogg|webm|mov)(?:[?#][^/]*)?$/i;

/** Whether an address ends like that of an asset and is written out in full. */
export function namesAsset(address: string): boolean {
  // SvelteKit's own alias is no value that is put in.
  const written = address.replace(/^\$lib\//, '');
  return ASSET.test(address) && !/[{}<>$*|`\s\\]|^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(written);
}

const ATTRIBUTES = wordSet('src href poster xlink:href data srcset');

function inMarkup({ text }: ScannedFile, tags: readonly MarkupTag[], facts: Facts): void {
  for (const { name: tag, attributes } of tags)
    for (const { name, value, start } of attributes) {
      if (!ATTRIBUTES.has(name.toLowerCase()) || (name === 'data' && tag !== 'object')) continue;
      for (const address of addressesOf(name.toLowerCase(), value))
        if (namesAsset(address)) facts.assets.push({ address, line: lineAt(text, start), by: 'attribute' });
    }
}

function addressesOf(name: string, value: string): readonly string[] {
  if (name === 'srcset') return value.split(',').map((each) => each.trim().split(/\s+/)[0] ?? '');
  const served =
    /^\{%-?\s*static\s+["']([^"']+)["']\s*-?%\}$/.exec(value.trim()) ??
    /^\{\{-?\s*url_for\(\s*["']static["']\s*,\s*(?:filename|path)\s*=\s*["']([^"']+)["']\s*\)\s*-?\}\}$/.exec(
      value.trim(),
    );
  return [served?.[1] === undefined ? value.trim() : `/static/${served[1].replace(/^\//, '')}`];
}

type Part = { readonly from: number; readonly to: number; readonly hasLineComments: boolean };

function inStyles(text: string, part: Part, facts: Facts): void {
  for (const { value, valueStart, property } of styleDeclarations(text, part)) {
    if (property.startsWith('@')) continue;
    for (const { address, at } of addressesIn(value))
      if (namesAsset(address)) facts.assets.push({ address, line: lineAt(text, valueStart + at), by: 'url' });
  }
}

/** What the style blocks and attributes of a page and the rules of a style sheet name. */
export const assetTexts: TextFinder = {
  applies: ({ language }) => /^(?:css|scss|less|html|template|vue|svelte)$/.test(language),
  find(file, facts) {
    const { text, language } = file;
    if (language === 'css' || language === 'scss' || language === 'less') {
      if (text.includes('url('))
        inStyles(text, { from: 0, to: text.length, hasLineComments: language !== 'css' }, facts);
      return;
    }
    if (file.path.endsWith('.pug')) return;
    const tags = markupTags(text);
    inMarkup(file, tags, facts);
    for (const { name, content, attributes } of tags) {
      if (name !== 'style' || content === undefined) continue;
      const isPlain = !attributes.some((each) => each.name === 'lang' && each.value !== 'css');
      inStyles(text, { from: content.start, to: content.end, hasLineComments: !isPlain }, facts);
    }
  },
};

function add(node: ts.Node, word: ts.Node | undefined, by: AssetFact['by'], walk: FactWalk): void {
  const address = ts.textOf(ts.isJsxExpression(word) ? word.expression : word);
  if (address !== undefined && namesAsset(address))
    walk.facts.assets.push({ address, line: walk.line(node), by });
}

/** `<img src="…">` in JSX, and what a module imports. */
export const assetFacts: FactFinder = {
  applies: () => true,
  visit: new Map([
    ts.on(ts.isJsxAttribute, (node, walk) => {
      if (/^(?:src|href|poster)$/.test(ts.wordOf(node.name))) add(node, node.initializer, 'attribute', walk);
    }),
    ts.on(ts.isImportDeclaration, (node, walk) => add(node, node.moduleSpecifier, 'import', walk)),
    ts.on(ts.isExportDeclaration, (node, walk) => add(node, node.moduleSpecifier, 'import', walk)),
    ts.on(ts.isCallExpression, (node, walk) => {
      if (ts.isLoading(node)) add(node, node.arguments[0], 'import', walk);
    }),
    ts.on(ts.isNewExpression, (node, walk) => {
      const [address, base] = node.arguments ?? [];
      // `new URL('./logo.png', import.meta.url)` is an import to every bundler.
      const isModule = ts.isPropertyAccessExpression(base) && base.name.text === 'url';
      if (ts.wordOf(node.expression) === 'URL' && isModule) add(node, address, 'import', walk);
    }),
  ]),
};
