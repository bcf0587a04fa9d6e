/**
 * What is put into a text at run time: `fixed` cannot carry somebody's words (a constant, a number, a placeholder, what
 * was escaped), `open` may, `given` came with a request.
 */
export type Hole = { readonly hole: 'fixed' | 'open' | 'given' };

/** A text as it is put together, in order. */
export type SqlParts = readonly (string | Hole)[];

export const fixed: SqlParts = [{ hole: 'fixed' }];
export const open: SqlParts = [{ hole: 'open' }];
export const given: SqlParts = [{ hole: 'given' }];

const STATEMENT =
  /^\s*(?:--[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*\(?\s*(?:explain\s+(?:analy[sz]e\s+)?)?(?:select\s[\s\S]*\sfrom\s|insert\s+(?:or\s+\w+\s+|ignore\s+)?into\s|replace\s+into\s|update\s+(?:only\s+)?[\w.\x22`[\]]+(?:\s+(?:as\s+)?\w+)?\s+set\s|delete\s+from\s|merge\s+into\s|with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\s*\(|(?:exec|call)\s+\w+)/i;

/** Whether a text is a statement of SQL and not a sentence that begins with "select" or "update". */
export function isStatement(parts: SqlParts): boolean {
  return STATEMENT.test(parts.map((each) => (typeof each === 'string' ? each : ' x ')).join(''));
}

/** Whether something that may carry words of somebody else stands where SQL wants a value. */
export function isInjectable(parts: SqlParts): boolean {
  let before = '';
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      before += part;
      continue;
    }
    const next = parts[index + 1];
    const after = typeof next === 'string' ? next : '';
    if (part.hole === 'given' && !isPlaceholder(before)) return true;
    if (part.hole === 'open' && isValuePlace(before, after)) return true;
    before += 'x';
  }
  return false;
}

/** `$${index}`, `:${name}`, `@${name}`: what is written there is the name of a parameter. */
function isPlaceholder(before: string): boolean {
  return /(?:\$|(?<!:):|@)$/.test(before);
}

const VALUE = /(?:[=<>~]|\b(?:i?like|in|between|regexp|rlike|limit|offset|top))\s*\(?\s*$/i;
const ROW = /\bvalues\s*(?:\([^()]*\)\s*,\s*)*\([^()]*$/i;

function isValuePlace(before: string, after: string): boolean {
  // `= ${alias}.id` names a column, and so does what is quoted as a name.
  if (/^\.\w/.test(after) || isPlaceholder(before) || /["`[]$/.test(before)) return false;
  if (isInText(before)) return true;
  return VALUE.test(before) || ROW.test(before);
}

/** Whether a text of SQL, in single quotes, is open at the end. */
function isInText(before: string): boolean {
  return (before.match(/'/g)?.length ?? 0) % 2 === 1;
}

/** Names of functions that make a text harmless, or a number of it. */
export const CLEANS =
  /escape|quote|sanit|identifier|^ident$|^literal$|^(?:Number|parseInt|parseFloat|BigInt|Boolean|String\.raw|int|float|bool|len|Decimal|UUID|toISOString|getTime|valueOf|isoformat|toFixed|ToUnix\w*)$|placeholder|toSql|bindParam/i;

/** What people call a list of placeholders, a constant, or a name of the schema: none of it is somebody's words. */
export const PLACEHOLDERS =
  /[pP]laceholders?$|^(?:marks|qmarks|bindings|binds)$|^[A-Z][A-Z0-9_]*$|(?:^|[a-z_])(?:[tT]able|[cC]olumn|[sS]chema|[vV]iew|[iI]ndex|[cC]onstraint|[tT]rigger|[dD]atabase)(?:_?[nN]ames?)?$/;
