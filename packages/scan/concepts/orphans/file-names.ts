import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { wordSet } from '../../engine/words.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly fileNames: FileNameFact[];
  }
}

/**
 * A file that is named in a text rather than imported: `./worker.ts`; or a pattern that means many: `./pages/*.vue`,
 * and `./locales/*` for what is put together at run time.
 */
export type FileNameFact = { readonly name: string; readonly isLoaded: boolean };

const NAME = /^\.{1,2}\/|\.(?:[cm]?[jt]sx?|vue|svelte)\b["'}]*$|\*.*\/|\/.*\*/;

/** Told by a letter or two before the pattern is asked: it begins with a dot, or has one or a slash in it. */
function mayName(name: string): boolean {
  return name.includes('.') || name.includes('/');
}

function text(node: ts.Node, { facts, ancestors }: FactWalk): void {
  const { text: name } = node as ts.StringLiteralLike;
  if (name.length < 4 || name.length > 200 || !mayName(name) || !NAME.test(name)) return;
  const around = ancestors.at(-1);
  if (around === undefined || isImporting(around)) return;
  facts.fileNames.push({ name, isLoaded: false });
}

/** What stands there is an import, and known as one. */
function isImporting(node: ts.Node): boolean {
  return (
    (ts.isCallExpression(node) && ts.isLoading(node)) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isLiteralTypeNode(node) ||
    ts.isExternalModuleReference(node)
  );
}

const LISTING = wordSet('readdir readdirSync glob globSync importAll autoload');

/** What a call loads without naming it: the rest of a template, everything in a folder. */
function call(node: ts.CallExpression, { facts }: FactWalk): void {
  const { expression } = node;
  const [first] = node.arguments;
  if (ts.isLoading(node)) {
    if (first !== undefined && !ts.isStringLiteralLike(first))
      facts.fileNames.push({ name: begun(first), isLoaded: true });
    return;
  }
  const name = ts.calledName(node);
  if (LISTING.has(name)) {
    const isGlob = ts.isStringLiteralLike(first) || ts.isArrayLiteralExpression(first);
    facts.fileNames.push({ name: isGlob && !name.startsWith('readdir') ? './' : './*', isLoaded: true });
    for (const each of ts.isArrayLiteralExpression(first) ? first.elements : [first])
      if (ts.isStringLiteralLike(each)) facts.fileNames.push({ name: each.text, isLoaded: true });
    // `readdirSync(join(__dirname, '..', 'plugins'))`
    const parts = ts.isCallExpression(first) ? first.arguments.filter(ts.isStringLiteralLike) : [];
    if (parts.length > 0)
      facts.fileNames.push({ name: `${parts.map((each) => each.text).join('/')}/*`, isLoaded: true });
  }
  const isContext = name === 'context' && ts.isPropertyAccessExpression(expression);
  if (isContext && ts.isStringLiteralLike(first))
    facts.fileNames.push({ name: `${first.text.replace(/\/$/, '')}/*`, isLoaded: true });
}

/** How a text begins that is put together: `./locales/` of `./locales/${name}.ts`. */
function begun(node: ts.Expression): string {
  if (ts.isTemplateExpression(node)) return `${node.head.text}*`;
  if (ts.isBinaryExpression(node)) {
    const { left } = node;
    return ts.isStringLiteralLike(left) ? `${left.text}*` : begun(left);
  }
  return '*';
}

/** Files that are named or loaded by other means than an import. */
export const fileNameFacts: FactFinder = {
  applies: () => true,
  visit: new Map([
    [ts.SyntaxKind.StringLiteral, text],
    [ts.SyntaxKind.NoSubstitutionTemplateLiteral, text],
    ts.on(ts.isCallExpression, call),
  ]),
};
