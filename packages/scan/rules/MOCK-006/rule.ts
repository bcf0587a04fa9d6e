import * as ts from '../../syntax/typescript/view.ts';

import type { CodeCheck, Visit, Walk } from '../../engine/rule.ts';
import {
  areRows,
  holdsRecordList,
  isRecordData,
  isRowList,
  recordListIn,
} from '../../concepts/mock/record-data.ts';
import { isShipped } from '../../concepts/mock/names.ts';
import type { ScannedFile } from '../../engine/files/scanned-file.ts';
import { isDataSource } from '../../concepts/mock/data-sources.ts';

const SUBJECTS: ReadonlySet<string> = new Set(['BehaviorSubject', 'ReplaySubject']);

export const rule: CodeCheck = {
  kind: 'code',
  applies: isShipped,
  visit: new Map<ts.SyntaxKind, Visit>([
    ts.on(ts.isNewExpression, (node, walk) => {
      if (!ts.isIdentifier(node.expression)) return;
      if (SUBJECTS.has(node.expression.text) && isRecordData(node.arguments?.[0]) && isDataSource(walk.file))
        walk.report(node, `${node.expression.text} starts with hard-coded records`);
    }),
    ts.on(ts.isCallExpression, (node, walk) => {
      const made = ts.wordOf(node.expression);
      if (!MAKES.test(made)) return;
      const isHeld = made === 'signal' ? isRecordData(node.arguments[0]) : begins(node);
      const isShown = isPageOfRows(node, walk.file);
      if (!isHeld && !isShown) return;
      if (made !== 'useState' && isDataSource(walk.file) ? isHeld : isShown)
        walk.report(node, `${made}() starts with hard-coded records`);
    }),
    ts.on(ts.isPropertyAssignment, (node, walk) => {
      if (!/^(?:state|initialState)$/.test(ts.wordOf(node.name))) return;
      if (isOfStore(walk.ancestors) && isDataSource(walk.file)) beginning(node, walk);
    }),
  ]),
};

const MAKES = /^(?:signal|ref|shallowRef|reactive|writable|atom|useState|\$state)$/;

/** A page may begin with what it is made of; rows of a type that is not its own are no part of it. */
function isPageOfRows(
  { typeArguments, arguments: [first] }: ts.CallExpression,
  { language, text }: ScannedFile,
): boolean {
  const [type] = typeArguments ?? [];
  if (!areRows(first)) return false;
  // JavaScript has no types to tell.
  if (type === undefined)
    return /^(?:javascript|jsx|vue|svelte)$/.test(language) && !/lang=["']tsx?/.test(text);
  const element = ts.isArrayTypeNode(type) ? type.elementType : undefined;
  const name = ts.isTypeReferenceNode(element) ? ts.wordOf(element.typeName) : '';
  return name !== '' && !OF_PAGES.test(name);
}

const OF_PAGES =
  /(?:Tab|Column|Option|Menu|Step|Filter|Slide|Link|Tool|Widget|Nav|Choice|Section|Field|Feature|Plan|Faq|Question|Item)(?:s|Props|Config|Def)?$/;

/** `ref<Order[]>([{ id: 1, … }])`: rows, not choices. */
function begins({ arguments: [first] }: ts.CallExpression): boolean {
  if (first === undefined) return false;
  const value = ts.bare(first);
  return isRowList(value) || (ts.isObjectLiteralExpression(value) && holdsRecordList(value));
}

/** `defineStore('x', { state: … })`, `createSlice({ initialState: … })`, `new Vuex.Store({ state: … })`. */
function isOfStore(ancestors: readonly ts.Node[]): boolean {
  const call = ancestors.at(-2);
  if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return false;
  return /^(?:defineStore|createSlice|createStore|Store)$/.test(ts.calledName(call));
}

function beginning({ initializer }: ts.PropertyAssignment, walk: Walk): void {
  const given = ts.bare(initializer);
  const state = ts.bare(ts.isArrowFunction(given) && !ts.isBlock(given.body) ? given.body : given);
  if (!ts.isObjectLiteralExpression(state)) return;
  const member = recordListIn(state);
  if (member !== undefined) walk.report(member, 'the store starts with hard-coded records');
}
