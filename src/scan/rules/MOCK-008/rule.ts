import ts from 'typescript-api';

import type { CodeCheck, Visit, Walk } from '../../rule.ts';
import type { ScannedFile } from '../../scanned-file.ts';
import { nearest } from '../../syntax/around.ts';

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
  words: [
    'Count',
    'Badge',
    'badge',
    'Total',
    'Items',
    'Notifications',
    'Messages',
    'Alerts',
    'unread',
    'pending',
    'open',
    'overdue',
    'waiting',
    'outstanding',
    'active',
    'total',
    'upcoming',
    'online',
    'unpaid',
  ],
  applies: isView,
  visit: new Map<ts.SyntaxKind, Visit>([
    [
      ts.SyntaxKind.VariableDeclaration,
      (node, walk) => {
        if (!ts.isVariableDeclaration(node)) return;
        if (ts.isArrayBindingPattern(node.name)) return state(node.name, node.initializer, walk);
        if (!ts.isIdentifier(node.name)) return;
        if (isProperty(walk.ancestors)) return;
        const { text } = node.name;
        if (isCount(node.initializer) && (KNOWN_ELSEWHERE.test(text) || isShown(text, walk.file)))
          walk.report(node, `${text} is a number that was written here`);
      },
    ],
    [
      ts.SyntaxKind.PropertyDeclaration,
      (node, walk) => {
        if (!ts.isPropertyDeclaration(node) || !ts.isIdentifier(node.name)) return;
        if (
          KNOWN_ELSEWHERE.test(node.name.text) &&
          isCount(node.initializer) &&
          !isInput(node, walk.file.source)
        )
          walk.report(node, `${node.name.text} is a number that was written here`);
      },
    ],
    [
      ts.SyntaxKind.JsxAttribute,
      (node, walk) => {
        if (!ts.isJsxAttribute(node) || !ts.isIdentifier(node.name)) return;
        const value = node.initializer;
        if (value === undefined || !ts.isJsxExpression(value)) return;
        if (!KNOWN_ELSEWHERE.test(node.name.text) && !(node.name.text === 'count' && isOfBadge(walk))) return;
        if (isCount(value.expression))
          walk.report(node, `${node.name.text} is a number that was written here`);
      },
    ],
    [
      ts.SyntaxKind.PropertyAssignment,
      (node, walk) => {
        if (!ts.isPropertyAssignment(node) || !ts.isIdentifier(node.name)) return;
        // A component's state or data; other objects are limits, options, messages.
        if (nearest(walk.ancestors, ts.isCallExpression) !== undefined) return;
        if (KNOWN_ELSEWHERE.test(node.name.text) && isCount(node.initializer))
          walk.report(node, `${node.name.text} is a number that was written here`);
      },
    ],
  ]),
};

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
  if (!ts.isIdentifier(first.name) || !KNOWN_ELSEWHERE.test(first.name.text)) return;
  if (value === undefined || !ts.isCallExpression(value) || !ts.isIdentifier(value.expression)) return;
  if (value.expression.text === 'useState' && isCount(value.arguments[0]))
    walk.report(first, `${first.name.text} is a number that was written here`);
}

/** More than one: 0 is a beginning, and 1 is often a step. */
function isCount(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  if (ts.isNumericLiteral(node)) return Number(node.text) > 1;
  // A state that begins with a number: of Vue, Angular, Svelte, Solid.
  const isState =
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    /^(?:ref|shallowRef|signal|\$state|writable)$/.test(node.expression.text);
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
  const statement = nearest(ancestors, ts.isVariableStatement);
  return (
    statement !== undefined &&
    (statement.declarationList.flags & ts.NodeFlags.Let) !== 0 &&
    statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}
