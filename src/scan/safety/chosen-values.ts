import ts from 'typescript-api';

import type { FactWalk } from '../rule.ts';

/** Whether whoever wrote the file chose all that is put into a command, or looked at it before. */
export function isChosenHere(command: ts.Expression, walk: FactWalk): boolean {
  const written = ts.isIdentifier(command) ? writtenAs(command.text, walk) : [command];
  const values = written.flatMap((each) => valuesIn(each));
  return values.length > 0 && values.every((each) => isHarmless(each, walk));
}

/** What a name of the function around is made of: `const cmd = isWindows ? \`where ${name}\` : \`which ${name}\``. */
function writtenAs(name: string, { ancestors }: FactWalk): readonly ts.Expression[] {
  const block = ancestors.findLast((each) => ts.isBlock(each));
  return (block?.statements ?? []).flatMap((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.flatMap(({ name: bound, initializer }) =>
          ts.isIdentifier(bound) && bound.text === name && initializer !== undefined ? [initializer] : [],
        )
      : [],
  );
}

function valuesIn(node: ts.Expression): readonly ts.Expression[] {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(valuesIn);
  if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
  return ts.isStringLiteralLike(node) ? [] : [node];
}

function isHarmless(node: ts.Expression, walk: FactWalk): boolean {
  const name = ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '';
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
  const made = writtenAs(name, walk);
  const ways = made.flatMap((each) =>
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
  const own = around.name !== undefined && ts.isIdentifier(around.name) ? around.name.text : '';
  if (at !== 0 || own === '' || !isPrivate(around)) return false;
  const calls = [...file.text.matchAll(new RegExp(String.raw`(?<!function )\b${own}\(\s*(.)`, 'g'))].filter(
    ({ index }) => index < (around.name?.pos ?? 0) || index > (around.parameters.end ?? 0),
  );
  return calls.length > 0 && calls.every(([, first]) => first === "'" || first === '"');
}

function isPrivate(node: ts.SignatureDeclaration): boolean {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  const has = (kind: ts.SyntaxKind): boolean => modifiers.some((each) => each.kind === kind);
  if (ts.isMethodDeclaration(node)) return has(ts.SyntaxKind.PrivateKeyword);
  return ts.isFunctionDeclaration(node) && !has(ts.SyntaxKind.ExportKeyword);
}
