import ts from 'typescript-api';

/** What stands around an expression without changing it: parentheses, `as T`, `satisfies T`, `!`. */
export function bare(node: ts.Expression): ts.Expression {
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isTypeAssertionExpression(inner)
  )
    inner = inner.expression;
  return inner;
}

/**
 * Whether an expression is made-up data written out: a list of records, or one record that has an identity. Empty lists,
 * options, flags and answers like `{ success: true }` are what real code says too.
 */
export function isRecordData(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  const inner = bare(node);
  if (ts.isArrayLiteralExpression(inner)) return isRecordList(inner);
  return ts.isObjectLiteralExpression(inner) && (isIdentified(inner) || holdsRecordList(inner));
}

function isRecordList({ elements }: ts.ArrayLiteralExpression): boolean {
  return elements.length > 0 && elements.every((each) => isRecord(bare(each)));
}

/** A list of rows, as a database would give them: no list of choices. */
export function isRowList(node: ts.Expression | undefined): boolean {
  const inner = node === undefined ? undefined : bare(node);
  return (
    inner !== undefined &&
    ts.isArrayLiteralExpression(inner) &&
    isRecordList(inner) &&
    inner.elements.some(isIdentified)
  );
}

/** Several rows, each with its id and with what only rows have: no tabs, steps or columns of a page. */
export function areRows(node: ts.Expression | undefined): boolean {
  const inner = node === undefined ? undefined : bare(node);
  return (
    inner !== undefined &&
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
    const value = bare(each.initializer);
    return ts.isArrayLiteralExpression(value) && isRecordList(value) && value.elements.some(isIdentified);
  });
}

/** At least two members, most of them values that were written out. */
function isRecord(node: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(node) || node.properties.length < 2) return false;
  const written = node.properties.filter(
    (each) => ts.isPropertyAssignment(each) && isValue(each.initializer),
  );
  return written.length >= 2 && written.length * 3 >= node.properties.length * 2;
}

const IDENTITY = /^(?:_?id|uuid|email|firstName|lastName|fullName|username|createdAt|price|title|name)$/;

/** What rows of a database have and what menus, tabs and choices do not. */
const OF_ROWS =
  /(?:[a-z](?:Id|At|On|Date)|_(?:id|at|on|date))$|^(?:status|state|price|amount|total|quantity|seats?|email|phone|address|balance|stock|rating|author|customer|user)$/;

/** `{ id: 's1', film: 'Alien', startsAt: '2030-01-01' }`: an id, and beside it what only rows have. */
function isRow({ properties }: ts.ObjectLiteralExpression): boolean {
  const hasId = properties.some(
    (each) =>
      /^_?id$/.test(nameOf(each.name)) &&
      (ts.isShorthandPropertyAssignment(each) || ts.isPropertyAssignment(each)),
  );
  const written = properties.filter(
    (each) => ts.isPropertyAssignment(each) && isValue(each.initializer) && !isEmptyText(each.initializer),
  );
  return hasId && written.length >= 3 && written.some((each) => OF_ROWS.test(nameOf(each.name)));
}

/** Stands where there is nothing to say, and makes nothing up. */
function isEmptyText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) && node.text === '';
}

/** A record with what makes it one of many. */
function isIdentified(node: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(node)) return false;
  if (hasWrittenNumber(node) || isRow(node)) return true;
  if (!isRecord(node)) return false;
  const named = node.properties.filter(
    (each) => ts.isPropertyAssignment(each) && isValue(each.initializer) && IDENTITY.test(nameOf(each.name)),
  );
  // `{ id, title: 'Map', shelf: 'A1' }`: what was asked for, and the rest written out.
  const isAsked = node.properties.some(
    (each) => ts.isShorthandPropertyAssignment(each) && /^_?id$/.test(each.name.text),
  );
  return named.length >= (isAsked ? 1 : 2);
}

/** `{ id: 42, seats, status: 'PENDING' }`: nobody but a database gives such numbers. */
function hasWrittenNumber({ properties }: ts.ObjectLiteralExpression): boolean {
  const written = properties.filter((each) => ts.isPropertyAssignment(each) && isValue(each.initializer));
  return (
    properties.length >= 3 &&
    written.length >= 2 &&
    written.some(
      (each) =>
        ts.isPropertyAssignment(each) &&
        /^_?id$/.test(nameOf(each.name)) &&
        ts.isNumericLiteral(bare(each.initializer)) &&
        Number((bare(each.initializer) as ts.NumericLiteral).text) > 0,
    )
  );
}

/** The name of a member, as far as it is written. */
export function nameOf(name: ts.Node | undefined): string {
  if (name === undefined) return '';
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : '';
}

/** A value that somebody wrote out: no name stands in it. */
function isValue(node: ts.Expression): boolean {
  const inner = bare(node);
  if (WRITTEN.has(inner.kind)) return true;
  if (ts.isNewExpression(inner)) return ts.isIdentifier(inner.expression) && inner.expression.text === 'Date';
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
