import * as ts from '../../syntax/typescript/view.ts';

/**
 * Whether an expression is made-up data written out: a list of records, or one record that has an identity. Empty lists,
 * options, flags and answers like `{ success: true }` are what real code says too.
 */
export function isRecordData(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  const inner = ts.bare(node);
  if (ts.isArrayLiteralExpression(inner)) return isRecordList(inner);
  return ts.isObjectLiteralExpression(inner) && (isIdentified(inner) || holdsRecordList(inner));
}

function isRecordList({ elements }: ts.ArrayLiteralExpression): boolean {
  return elements.length > 0 && elements.every((each) => isRecord(ts.bare(each)));
}

/** A list of rows, as a database would give them: no list of choices. */
export function isRowList(node: ts.Expression | undefined): boolean {
  const inner = ts.bare(node);
  return ts.isArrayLiteralExpression(inner) && isRecordList(inner) && inner.elements.some(isIdentified);
}

/** Several rows, each with its id and with what only rows have: no tabs, steps or columns of a page. */
export function areRows(node: ts.Expression | undefined): boolean {
  const inner = ts.bare(node);
  return (
    ts.isArrayLiteralExpression(inner) &&
    inner.elements.length > 1 &&
    inner.elements.every((each) => ts.isObjectLiteralExpression(each) && isRow(each))
  );
}

/** A list of records inside an envelope: `{ data: [{ id: 1, … }], total: 2 }`. */
export function holdsRecordList(node: ts.ObjectLiteralExpression): boolean {
  return recordListIn(node) !== undefined;
}

/** The member that holds the records. */
export function recordListIn({
  properties,
}: ts.ObjectLiteralExpression): ts.ObjectLiteralElementLike | undefined {
  return properties.find((each) => {
    if (!ts.isPropertyAssignment(each)) return false;
    const value = ts.bare(each.initializer);
    return ts.isArrayLiteralExpression(value) && isRecordList(value) && value.elements.some(isIdentified);
  });
}

/** At least two members, most of them values that were written out. */
function isRecord(node: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(node) || node.properties.length < 2) return false;
  const written = writtenIn(node);
  return written.length >= 2 && written.length * 3 >= node.properties.length * 2;
}

const IDENTITY = /^(?:_?id|uuid|email|firstName|lastName|fullName|username|createdAt|price|title|name)$/;

/** What rows of a database have and what menus, tabs and choices do not. */
const OF_ROWS =
  /(?:[a-z](?:Id|At|On|Date)|_(?:id|at|on|date))$|^(?:status|state|price|amount|total|quantity|seats?|email|phone|address|balance|stock|rating|author|customer|user)$/;

/** `{ id: 's1', film: 'Alien', startsAt: '2030-01-01' }`: an id, and beside it what only rows have. */
function isRow(node: ts.ObjectLiteralExpression): boolean {
  const hasId = ts.valuesOf(node).some(([key]) => /^_?id$/.test(key));
  // An empty text stands where there is nothing to say, and makes nothing up.
  const written = writtenIn(node).filter(([, value]) => ts.textOf(value) !== '');
  return hasId && written.length >= 3 && written.some(([key]) => OF_ROWS.test(key));
}

/** A record with what makes it one of many. */
function isIdentified(node: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(node)) return false;
  if (hasWrittenNumber(node) || isRow(node)) return true;
  if (!isRecord(node)) return false;
  const named = writtenIn(node).filter(([key]) => IDENTITY.test(key));
  // `{ id, title: 'Map', shelf: 'A1' }`: what was asked for, and the rest written out.
  const isAsked = node.properties.some(
    (each) => ts.isShorthandPropertyAssignment(each) && /^_?id$/.test(each.name.text),
  );
  return named.length >= (isAsked ? 1 : 2);
}

/** `{ id: 42, seats, status: 'PENDING' }`: nobody but a database gives such numbers. */
function hasWrittenNumber(node: ts.ObjectLiteralExpression): boolean {
  const written = writtenIn(node);
  const id = ts.bare(written.find(([key]) => /^_?id$/.test(key))?.[1]);
  const isNumbered = ts.isNumericLiteral(id) && Number(id.text) > 0;
  return isNumbered && node.properties.length >= 3 && written.length >= 2;
}

/** The members whose values were written out. */
function writtenIn(node: ts.ObjectLiteralExpression): readonly (readonly [string, ts.Expression])[] {
  return node.properties.flatMap((each) =>
    ts.isPropertyAssignment(each) && isValue(each.initializer)
      ? [[ts.keyOf(each.name), each.initializer] as const]
      : [],
  );
}

/** A value that somebody wrote out: no name stands in it. */
function isValue(node: ts.Expression): boolean {
  const inner = ts.bare(node);
  if (WRITTEN.has(inner.kind)) return true;
  if (ts.isNewExpression(inner)) return ts.wordOf(inner.expression) === 'Date';
  if (ts.isArrayLiteralExpression(inner)) return inner.elements.every(isValue);
  return isRecord(inner);
}

const WRITTEN: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.PrefixUnaryExpression,
]);
