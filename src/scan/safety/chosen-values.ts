import * as ts from '../parse/typescript.ts';

import type { FactWalk } from '../rule.ts';

/** Whether whoever wrote the file chose all that is put into a command, or looked at it before. */
export function isChosenHere(command: ts.Expression, walk: FactWalk): boolean {
  const written = ts.isIdentifier(command) ? writtenAs(command.text, walk) : [command];
  const values = written.flatMap((each) => valuesIn(each));
  return values.length > 0 && values.every((each) => isHarmless(each, walk));
}

/** What a name of the function around is made of: `const cmd = isWindows ? `where ${name}` : `which ${name}``. */
function writtenAs(name: string, { ancestors }: FactWalk): readonly ts.Expression[] {
  const made = ts.initialValue(name, ts.nearest(ancestors, ts.isBlock)?.statements ?? []);
  return made === undefined ? [] : [made];
}

function valuesIn(node: ts.Expression): readonly ts.Expression[] {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(valuesIn);
  if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
  return ts.isStringLiteralLike(node) ? [] : [node];
}

function isHarmless(node: ts.Expression, walk: FactWalk): boolean {
  const name = ts.lastWord(node);
  // The number of a process.
  if (/^p?pid$/i.test(name)) return true;
  if (!ts.isIdentifier(node)) return false;
  return isTested(name, walk) || isOption(name, walk) || isGivenTexts(name, walk);
}

/** `if (!SAFE_REF.test(ref)) throw …`, here or in whoever calls. */
function isTested(name: string, { file }: FactWalk): boolean {
  return new RegExp(String.raw`\b[A-Z][A-Z_]*\.test\(\s*${name}\s*\)`).test(file.text);
}

/** `const flag = isDeep ? '--unshallow' : \`--deepen=${step}\``. */
function isOption(name: string, walk: FactWalk): boolean {
  const ways = writtenAs(name, walk).flatMap((each) =>
    ts.isConditionalExpression(each) ? [each.whenTrue, each.whenFalse] : [each],
  );
  return (
    ways.length > 0 &&
    ways.every(
      (each) =>
        ts.isStringLiteralLike(each) || (ts.isTemplateExpression(each) && each.head.text.startsWith('--')),
    )
  );
}

/** A parameter of a function of this file alone that is called with written texts only. */
function isGivenTexts(name: string, { ancestors, file }: FactWalk): boolean {
  const around = ancestors.findLast((each) => ts.isFunctionLike(each));
  if (around === undefined || !('parameters' in around)) return false;
  const at = around.parameters.findIndex((each) => ts.isIdentifier(each.name) && each.name.text === name);
  const own = ts.wordOf(around.name);
  if (at !== 0 || own === '' || !isPrivate(around)) return false;
  const calls = [...file.text.matchAll(new RegExp(String.raw`(?<!function )\b${own}\(\s*(.)`, 'g'))].filter(
    ({ index }) => index < (around.name?.pos ?? 0) || index > (around.parameters.end ?? 0),
  );
  return calls.length > 0 && calls.every(([, first]) => first === "'" || first === '"');
}

function isPrivate(node: ts.SignatureDeclaration): boolean {
  if (ts.isMethodDeclaration(node)) return ts.hasModifier(node, ts.SyntaxKind.PrivateKeyword);
  return ts.isFunctionDeclaration(node) && !ts.isExported(node);
}
