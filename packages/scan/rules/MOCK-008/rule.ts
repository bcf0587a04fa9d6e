import * as ts from '../../syntax/typescript/view.ts';

import type { CodeCheck, Visit, Walk } from '../../engine/rule.ts';
import type { ScannedFile } from '../../engine/files/scanned-file.ts';

/** Numbers that only a backend can know. `discount`, `retryCount` and `pageCount` are none of them. */
const KNOWN_ELSEWHERE =
  /^(?:unread|pending|new|notification|notifications|message|messages|cart|inbox|alert|alerts|overdue|badge|unassigned|unresolved|waiting|outstanding)(?:Count|Total|s?Badge|Items(?:Count)?|NotificationCount|MessageCount|Notifications|Messages|Alerts)$|^badgeValue$/;

/** Counts that are only told by being shown: `pendingRequests`, `totalUsers`. */
const MAY_BE_COUNTED =
  /^(?:unread|pending|open|overdue|new|waiting|outstanding|active|total|upcoming|online|unpaid)[A-Z]\w*(?:s|Revenue|Sales)$/;
/** What a page is made of, and how it behaves. */
const OF_THE_PAGE =
  /Page|Size|Limit|Max|Min|Ms$|Seconds|Minutes|Hours|Days|Timeout|Width|Height|Step|Column|Row|Slide|Tab|Level|Delay|Retr|Attempt|Item|Question|Slot|Star|Digit|Char|Columns|Images|Chunks|Results/;

export const rule: CodeCheck = {
  kind: 'code',
  applies: isView,
  visit: new Map<ts.SyntaxKind, Visit>([
    ts.on(ts.isVariableDeclaration, (node, walk) => {
      if (ts.isArrayBindingPattern(node.name)) return state(node.name, node.initializer, walk);
      const name = ts.wordOf(node.name);
      if (isProperty(walk.ancestors) || !isCount(node.initializer)) return;
      if (KNOWN_ELSEWHERE.test(name) || isShown(name, walk.file)) say(node, walk);
    }),
    ts.on(ts.isPropertyDeclaration, (node, walk) => {
      const isKnown = KNOWN_ELSEWHERE.test(ts.wordOf(node.name));
      if (isKnown && isCount(node.initializer) && !isInput(node, walk.file.source)) say(node, walk);
    }),
    ts.on(ts.isJsxAttribute, (node, walk) => {
      const name = ts.wordOf(node.name);
      const isKnown = KNOWN_ELSEWHERE.test(name) || (name === 'count' && isOfBadge(walk));
      if (isKnown && ts.isJsxExpression(node.initializer) && isCount(node.initializer.expression))
        say(node, walk);
    }),
    ts.on(ts.isPropertyAssignment, (node, walk) => {
      // A component's state or data; other objects are limits, options, messages.
      if (ts.nearest(walk.ancestors, ts.isCallExpression) !== undefined) return;
      if (KNOWN_ELSEWHERE.test(ts.wordOf(node.name)) && isCount(node.initializer)) say(node, walk);
    }),
  ]),
};

function say(node: ts.Node & { readonly name: ts.Node }, walk: Walk): void {
  walk.report(node, `${ts.wordOf(node.name)} is a hard-coded number`);
}

/** `<Badge count={5} />`. */
function isOfBadge({ ancestors }: Walk): boolean {
  const tag = ancestors.findLast((each) => ts.isJsxOpeningElement(each) || ts.isJsxSelfClosingElement(each));
  return tag !== undefined && ts.isIdentifier(tag.tagName) && tag.tagName.text.endsWith('Badge');
}

/** Whether a page shows it as it is: `({pendingRequests})`, `{{ totalUsers }}`. */
function isShown(name: string, { text }: ScannedFile): boolean {
  if (!MAY_BE_COUNTED.test(name) || OF_THE_PAGE.test(name)) return false;
  return new RegExp(String.raw`\{\{?\s*${name}(?:\.value|\(\))?\s*\}`).test(text);
}

/** `const [unreadCount] = useState(3)`: who can change it may well learn the true number. */
function state({ elements }: ts.ArrayBindingPattern, value: ts.Expression | undefined, walk: Walk): void {
  const [first, ...others] = elements;
  if (first === undefined || others.length > 0 || !ts.isBindingElement(first)) return;
  if (!KNOWN_ELSEWHERE.test(ts.wordOf(first.name)) || !ts.isCallExpression(value)) return;
  if (ts.wordOf(value.expression) === 'useState' && isCount(value.arguments[0])) say(first, walk);
}

/** More than one: 0 is a beginning, and 1 is often a step. */
function isCount(node: ts.Expression | undefined): boolean {
  if (ts.isNumericLiteral(node)) return Number(node.text) > 1;
  // A state that begins with a number: of Vue, Angular, Svelte, Solid.
  const isState =
    ts.isCallExpression(node) &&
    /^(?:ref|shallowRef|signal|\$state|writable)$/.test(ts.wordOf(node.expression));
  return isState && isCount(node.arguments[0]);
}

/** What a parent gives has a default here, and a default may be anything. */
function isInput(node: ts.PropertyDeclaration, source: ts.SourceFile): boolean {
  return (ts.getDecorators(node) ?? []).some(({ expression }) =>
    /Input|Prop/.test(expression.getText(source)),
  );
}

function isView({ path, language, isTest, isSide }: ScannedFile): boolean {
  if (isTest || isSide) return false;
  if (language === 'tsx' || language === 'jsx' || language === 'vue' || language === 'svelte') return true;
  return /\.component\.[jt]s$|(?:^|\/)(?:components?|pages?|views?|screens?|widgets?|layouts?)\//.test(path);
}

/** `export let` of a Svelte component: what stands when whoever uses it says nothing. */
function isProperty(ancestors: readonly ts.Node[]): boolean {
  const statement = ts.nearest(ancestors, ts.isVariableStatement);
  return (
    statement !== undefined &&
    (statement.declarationList.flags & ts.NodeFlags.Let) !== 0 &&
    ts.isExported(statement)
  );
}
