import * as ts from '../../syntax/typescript/view.ts';

import { styleDeclarations } from '../../syntax/css/style-sheet.ts';
import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { dashed, declarationFacts, noteStyles } from './styles.ts';
import type { StyleFact } from './style-fact.ts';

type Note = (fact: StyleFact, at: number) => void;

const notes = new WeakMap<ts.SourceFile, Note>();

function noteOf(walk: FactWalk): Note {
  let note = notes.get(walk.file.source);
  if (note === undefined) {
    note = noteStyles(walk.file.text, walk.facts);
    notes.set(walk.file.source, note);
  }
  return note;
}

const DEEPEST = 4;

/** What an object that is a style, or a set of styles, says. */
function ofObject(node: ts.Node | undefined, walk: FactWalk, depth = 0): void {
  if (node === undefined || depth > DEEPEST) return;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return ofObject(node.expression, walk, depth + 1);
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return ofObject(node.body, walk, depth + 1);
  if (!ts.isObjectLiteralExpression(node)) return;
  for (const each of node.properties) {
    if (!ts.isPropertyAssignment(each)) continue;
    const key = ts.isIdentifier(each.name) || ts.isStringLiteral(each.name) ? each.name.text : undefined;
    const value = each.initializer;
    if (key !== undefined && ts.isStringLiteralLike(value)) declared(key, value.text, value, walk);
    else if (key !== undefined && ts.isNumericLiteral(value)) declared(key, `${value.text}px`, value, walk);
    else ofObject(value, walk, depth + 1);
  }
}

function declared(key: string, value: string, at: ts.Node, walk: FactWalk): void {
  const property = key.startsWith('--') ? key : dashed(key);
  const valueStart = at.getStart(walk.file.source);
  declarationFacts({ property, value, start: valueStart, valueStart, around: [] }, (fact) =>
    noteOf(walk)(fact, valueStart),
  );
}

function attribute(node: ts.JsxAttribute, walk: FactWalk): void {
  const name = ts.wordOf(node.name);
  const value = node.initializer;
  const inner = ts.isJsxExpression(value) ? value.expression : value;
  if (inner === undefined) return;
  // Numbers of `sx` are steps of a theme, not pixels.
  if (/^(?:style|css|\w+Style)$/.test(name)) ofObject(inner, walk);
  if (name === 'sx') ofTheme(inner, walk);
  const isPaint = /^(?:color|bg|bgColor|backgroundColor|background|borderColor)$/.test(name);
  if (isPaint && ts.isStringLiteralLike(inner) && inner.text.startsWith('#'))
    declared(name === 'bg' ? 'background' : name, inner.text, inner, walk);
}

/** Only what is written as text. */
function ofTheme(node: ts.Node, walk: FactWalk): void {
  if (!ts.isObjectLiteralExpression(node)) return;
  for (const each of node.properties) {
    if (!ts.isPropertyAssignment(each) || !ts.isIdentifier(each.name)) continue;
    const value = each.initializer;
    if (ts.isStringLiteralLike(value)) declared(each.name.text, value.text, value, walk);
    else ofTheme(value, walk);
  }
}

function call(node: ts.CallExpression, walk: FactWalk): void {
  const isSheet =
    /^(?:makeStyles|createStyles|createUseStyles|css|style|keyframes)$/.test(ts.calledName(node)) ||
    (ts.calledName(node) === 'create' && ts.wordOf(ts.calledOn(node)) === 'StyleSheet');
  if (isSheet) ofObject(node.arguments[0], walk);
}

function variable(node: ts.VariableDeclaration, walk: FactWalk): void {
  if (/styles?$/i.test(ts.wordOf(node.name))) ofObject(node.initializer, walk);
}

/** A style sheet in a template: styled components, and the `styles` of an Angular component. */
function sheet(template: ts.Node, walk: FactWalk): void {
  const isPlain = ts.isNoSubstitutionTemplateLiteral(template) || ts.isStringLiteral(template);
  if (!isPlain && !ts.isTemplateExpression(template)) return;
  const { text } = walk.file;
  const from = template.getStart(walk.file.source) + 1;
  const to = template.getEnd() - 1;
  for (const each of styleDeclarations(text, { from, to, hasLineComments: true }))
    declarationFacts(each, noteOf(walk));
}

function tagged(node: ts.TaggedTemplateExpression, walk: FactWalk): void {
  const tag = ts.wordOf(ts.rootOf(node.tag));
  if (/^(?:styled|css|createGlobalStyle|injectGlobal)$/.test(tag)) sheet(node.template, walk);
}

function property(node: ts.PropertyAssignment, walk: FactWalk): void {
  const name = ts.wordOf(node.name);
  if (name === 'styles' && walk.file.path.endsWith('.component.ts')) {
    const value = node.initializer;
    for (const each of ts.isArrayLiteralExpression(value) ? value.elements : [value]) sheet(each, walk);
  }
  if (/^(?:fontFamily|sans|body|heading)$/.test(name)) font(node.initializer, walk);
}

/** The font of a theme: `fontFamily: { sans: ['Inter', …] }`, `fontFamily: 'Roboto, sans-serif'`. */
function font(value: ts.Expression, walk: FactWalk): void {
  if (!/tailwind\.config|theme|typography|tokens/i.test(walk.file.path)) return;
  const first = ts.isArrayLiteralExpression(value) ? value.elements[0] : value;
  if (ts.isStringLiteralLike(first)) declared('fontFamily', first.text, first, walk);
}

/** Styles that are written in code. */
export const styleFacts: FactFinder = {
  applies: ({ language, path, isTest }) =>
    !isTest &&
    (language === 'tsx' ||
      language === 'jsx' ||
      /styles?\.[jt]s$|\.component\.ts$|theme|tailwind|tokens|typography/i.test(path)),
  visit: new Map([
    ts.on(ts.isJsxAttribute, attribute),
    ts.on(ts.isCallExpression, call),
    ts.on(ts.isVariableDeclaration, variable),
    ts.on(ts.isTaggedTemplateExpression, tagged),
    ts.on(ts.isPropertyAssignment, property),
  ]),
};
