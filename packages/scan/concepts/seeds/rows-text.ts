import type { SyntaxFinder } from '../../engine/rule.ts';
import type { Facts } from '../../engine/facts.ts';

/** What stands between a bracket and the one that closes it, from a place on. */
function between(text: string, open: number): string {
  const pairs: Readonly<Record<string, string>> = { '(': ')', '{': '}' };
  const close = pairs[text[open] ?? ''];
  let depth = 0;
  let quote = '';
  for (let at = open; at < text.length && at < open + 4_000; at += 1) {
    const each = text[at] ?? '';
    if (quote !== '') {
      if (each === quote) quote = '';
    } else if (each === '"' || each === "'") quote = each;
    else if (each === text[open]) depth += 1;
    else if (each === close) depth -= 1;
    if (depth === 0) return text.slice(open + 1, at);
  }
  return '';
}

/** The parts of a list of arguments, at its top level. */
function parts(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let begin = 0;
  let quote = '';
  for (let at = 0; at <= text.length; at += 1) {
    const each = text[at] ?? ',';
    if (quote !== '') {
      if (each === quote) quote = '';
    } else if (each === '"' || each === "'") quote = each;
    else if ('([{'.includes(each)) depth += 1;
    else if (')]}'.includes(each)) depth -= 1;
    else if (each === ',' && depth === 0) {
      found.push(text.slice(begin, at).trim());
      begin = at + 1;
    }
  }
  return found.filter((part) => part !== '');
}

function writtenOf(text: string): string {
  const own = /^["']([^"']*)["']$/.exec(text)?.[1];
  if (own !== undefined) return own;
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase();
  if (/^(?:None|null)$/.test(text)) return 'null';
  if (/^\d+$/.test(text)) return text;
  return /^(?:\w+\.)*[A-Z]\w*\.(\w+?)(?:\.value)?$/.exec(text)?.[1] ?? '?';
}

/** What a field must not be: `!closed`. */
function denied(value: string): string {
  return value === '?' || value === 'null' ? '?' : `!${value}`;
}

function valuesIn(text: string): { readonly values: Record<string, string>; readonly isOpen: boolean } {
  const values: Record<string, string> = {};
  let isOpen = false;
  for (const part of parts(text)) {
    const found = /^(\w+)\s*=\s*(?![=>])([^]+)$/.exec(part);
    if (found?.[1] === undefined) isOpen = true;
    else values[found[1]] = writtenOf((found[2] ?? '').trim());
  }
  return { values, isOpen };
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** `User(email=…, role=…)`, `User.objects.create(…)`, `User.objects.create_user(…)`. */
function pythonRows(text: string, facts: Facts): void {
  const makes =
    /(?<![\w.@])(?<!class )([A-Z]\w+)(?:\.objects\.(?:create|create_user|create_superuser|get_or_create|update_or_create))?\(/g;
  for (const found of text.matchAll(makes)) {
    const { values, isOpen } = valuesIn(between(text, found.index + found[0].length - 1));
    // What is given without names to create_user is its name, its address and its password.
    if (Object.keys(values).length < (found[0].includes('create_user') ? 1 : 2)) continue;
    // A superuser has rights that no argument says, and `defaults` are no names of fields.
    facts.rows.push({
      entity: found[1] ?? '',
      values,
      isOpen: isOpen || /\.objects\.(?!create\()/.test(found[0]),
      line: lineAt(text, found.index),
    });
  }
}

const ONE_ROW = /\.(?:first|one|one_or_none|scalar_one|scalar_one_or_none|scalar|first_or_404|get)\(/;

const LISTS =
  /(?<![\w.])([A-Z]\w+)\.objects\.(filter|all|select_related|prefetch_related|order_by|exclude|annotate)\(/g;

const FLASK_LISTS =
  /(?<![\w.])([A-Z]\w+)\.query\.(?:filter_by\(([^)]*)\)|(?:all|order_by|filter|paginate)\()/g;

/** `Post.objects.filter(is_published=True)`, `db.query(Post).filter_by(…)`, `select(Post).where(Post.is_published == True)`. */
function pythonLists(text: string, facts: Facts): void {
  for (const found of text.matchAll(LISTS)) {
    const inner = between(text, found.index + found[0].length - 1);
    const after = text.slice(found.index + found[0].length + inner.length, found.index + 2_000);
    // What is deleted or changed is not shown.
    if (/^\)\s*\.(?:delete|update|exists)\(/.test(after)) continue;
    const isPlain = found[2] === 'filter' || found[2] === 'all';
    const { values, isOpen } = isPlain ? valuesIn(inner) : { values: {}, isOpen: true };
    facts.lists.push({ entity: found[1] ?? '', values, isOpen, line: lineAt(text, found.index) });
  }
  for (const { 1: entity = '', 2: given = '', index } of text.matchAll(FLASK_LISTS)) {
    const { values, isOpen } = valuesIn(given);
    const after = text.slice(index, index + 400).split(/\n\s*\n|\n\s*(?:return|if|for)\b/)[0] ?? '';
    // One by its key, and what is deleted or changed, is no list.
    if (/\.(?:first\w*|one\w*|get\w*|delete|update|count|exists)\(/.test(after)) continue;
    facts.lists.push({ entity, values, isOpen, line: lineAt(text, index) });
  }
  for (const found of text.matchAll(/\b(?:query|select)\(\s*([A-Z]\w+)\s*\)/g)) {
    const entity = found[1] ?? '';
    const rest =
      text.slice(found.index, found.index + 600).split(/\n\s*\n|\n\s*(?:return|if|for)\b/)[0] ?? '';
    // One row that is looked up is no list.
    const before = text.slice(Math.max(0, found.index - 60), found.index);
    if (/\bscalar\(\s*(?:\w+\.)?$/.test(before) || ONE_ROW.test(rest)) continue;
    const values: Record<string, string> = {};
    for (const [, field = '', value = ''] of rest.matchAll(
      new RegExp(String.raw`\b${entity}\.(\w+)\s*(?:==\s*|\.is_\()([\w."']+)`, 'g'),
    ))
      values[field] = writtenOf(value);
    for (const [, field = '', value = ''] of rest.matchAll(
      new RegExp(String.raw`\b${entity}\.(\w+)\s*!=\s*([\w."']+)`, 'g'),
    ))
      values[field] = denied(writtenOf(value));
    for (const [, inner = ''] of rest.matchAll(/\.filter_by\(([^)]*)\)/g))
      Object.assign(values, valuesIn(inner).values);
    facts.lists.push({ entity, values, isOpen: false, line: lineAt(text, found.index) });
  }
}

/** `new User { Email = …, Role = Role.Admin }`. */
function csharpRows(text: string, facts: Facts): void {
  for (const found of text.matchAll(/\bnew\s+([A-Z]\w*)\s*(?:\(\s*\))?\s*\{/g)) {
    const { values, isOpen } = valuesIn(between(text, found.index + found[0].length - 1));
    if (Object.keys(values).length >= 2)
      facts.rows.push({ entity: found[1] ?? '', values, isOpen, line: lineAt(text, found.index) });
  }
}

/** `_context.Posts.Where(p => p.IsPublished && p.Status == PostStatus.Live)`. */
function csharpLists(text: string, facts: Facts): void {
  for (const found of text.matchAll(
    /\b_?(?:\w*[cC]ontext|db)\.([A-Z]\w*)\s*((?:\.\w+\([^;]*)?)(?=;|\n\s*\n)/g,
  )) {
    const chain = found[2] ?? '';
    if (!/ToList|ToArray|AsEnumerable|Count/.test(chain)) continue;
    const values: Record<string, string> = {};
    const condition = [...chain.matchAll(/\.Where\(\s*(\w+)\s*=>\s*([^]*?)\)\s*(?=\.|$)/g)];
    for (const [, name = '', inner = ''] of condition)
      for (const each of inner.split('&&')) {
        const compared = new RegExp(String.raw`^\s*(!?)${name}\.(\w+)\s*(?:([=!])=\s*([\w."]+))?\s*$`).exec(
          each,
        );
        const [, not, field, sign, value] = compared ?? [];
        if (field === undefined) continue;
        const written = value === undefined ? String(not === '') : writtenOf(value);
        values[field] = sign === '!' ? denied(written) : written;
      }
    const isOpen = condition.some(([, , inner = '']) => inner.includes('||'));
    facts.lists.push({ entity: found[1] ?? '', values, isOpen, line: lineAt(text, found.index) });
  }
}

/** Rows and lists of Python. */
export const pythonRowFacts: SyntaxFinder = {
  language: 'python',
  applies: ({ isTest }) => !isTest,
  find(_root, facts, { text, isSide }) {
    pythonRows(text, facts);
    if (!isSide) pythonLists(text, facts);
  },
};

/** Rows and lists of C#. */
export const csharpRowFacts: SyntaxFinder = {
  language: 'csharp',
  applies: ({ isTest }) => !isTest,
  find(_root, facts, { text, isSide }) {
    csharpRows(text, facts);
    if (!isSide) csharpLists(text, facts);
  },
};
