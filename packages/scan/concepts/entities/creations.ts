import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk, TextFinder } from '../../engine/rule.ts';
import { writtenObject } from '../../syntax/typescript/objects.ts';
import { lineAt } from '../../engine/files/scanned-file.ts';
import { givenAt } from './given-names.ts';
import { heldBy } from './sequelize.ts';
import type { CreationFact } from './fact.ts';

const ONE = /^(?:create|build|save|insert|insertOne|findOrCreate)$/;
const MANY = /^(?:createMany|createManyAndReturn|insertMany|bulkCreate)$/;

function call(node: ts.CallExpression, walk: FactWalk): void {
  if (!ts.isPropertyAccessExpression(node.expression)) return;
  const { name, expression } = node.expression;
  const [first, second] = node.arguments;
  if (first === undefined) return;
  if (name.text === 'values') return drizzle(expression, first, node, walk);
  const isMany = MANY.test(name.text);
  if (!isMany && !ONE.test(name.text) && name.text !== 'upsert') return;
  const of = ts.lastWord(expression);
  if (of === '') return;
  const options = writtenObject(first)?.members;
  const rows = options?.get('data') ?? (name.text === 'upsert' ? options?.get('create') : undefined);
  if (rows !== undefined && ts.isPropertyAccessExpression(expression))
    return record({ entity: of, orm: 'prisma', rows }, node, walk);
  if (/^[A-Z]/.test(of)) return record({ entity: of, rows: first }, node, walk);
  const repository = /^_?(?<stem>\w+?)(?:Repository|Repo)$/.exec(of)?.groups?.['stem'];
  if (repository !== undefined) return record({ entity: repository, rows: first }, node, walk);
  if (/[mM]anager$/.test(of) && ts.isIdentifier(first) && second !== undefined)
    record({ entity: first.text, rows: second }, node, walk);
}

/** `db.insert(users).values({ … })`. */
function drizzle(of: ts.Expression, rows: ts.Expression, node: ts.Node, walk: FactWalk): void {
  const table = ts.isCallExpression(of) && ts.calledName(of) === 'insert' ? ts.lastWord(of.arguments[0]) : '';
  if (table !== '') record({ entity: table, orm: 'drizzle', rows }, node, walk);
}

/** `new User({ … })`. */
function construction(node: ts.NewExpression, walk: FactWalk): void {
  const [first] = node.arguments ?? [];
  if (ts.isIdentifier(node.expression) && ts.isObjectLiteralExpression(first))
    record({ entity: node.expression.text, rows: first }, node, walk);
}

type Made = {
  readonly entity: string;
  readonly orm?: CreationFact['orm'];
  readonly rows: ts.Expression;
};

function record({ entity, orm, rows }: Made, node: ts.Node, walk: FactWalk): void {
  if (ts.isArrayLiteralExpression(rows)) {
    for (const row of rows.elements)
      if (ts.isObjectLiteralExpression(row)) record({ entity, orm, rows: row }, row, walk);
    return;
  }
  const written = writtenObject(rows);
  const [held] = heldBy(walk);
  walk.facts.creations.push({
    entity,
    ...(orm === undefined ? {} : { orm }),
    fields: [...(written?.members.keys() ?? []), ...setLater(held, restOfFunction(node, walk))],
    isOpen: (written?.isOpen ?? true) || isPassedOn(walk),
    line: walk.line(node),
  });
}

/** What follows in the function around: another function's variable of that name is another one. */
function restOfFunction(node: ts.Node, { ancestors, file }: FactWalk): string {
  const around = ts.nearest(ancestors, ts.isFunctionLike);
  return file.text.slice(node.pos, around?.end ?? file.text.length);
}

const NEXT_FUNCTION = {
  python: /\n[ \t]*(?:async\s+)?def\s/,
  csharp: /\n[ \t]*(?:public|private|protected|internal)\s/,
};

/** Fields that are set on a row after it was made: `order.status = …`. */
function setLater(held: string | undefined, text: string): readonly string[] {
  if (held === undefined || !/^\w+$/.test(held)) return [];
  const found = text.matchAll(new RegExp(String.raw`\b${held}\.(?<name>\w+)\s*=(?![=>])`, 'g'));
  return [...found].map(({ groups }) => groups?.['name'] ?? '');
}

/** Given to somebody who may add to it: `Object.assign(repository.create({ … }), more)`. */
function isPassedOn({ ancestors }: FactWalk): boolean {
  const around = ancestors.at(-1);
  return ts.isCallExpression(around) && !/^(?:save|add|push|insert|persist)$/.test(ts.calledName(around));
}

/** Where rows are made in TypeScript and JavaScript. */
export const creationFacts: FactFinder = {
  applies: ({ isTest }) => !isTest,
  visit: new Map([ts.on(ts.isCallExpression, call), ts.on(ts.isNewExpression, construction)]),
};

const PYTHON =
  /(?<![\w.])(?<entity>[A-Z]\w*)(?:\.objects\.(?:create|get_or_create|update_or_create)|\.create)?\(/g;
const CSHARP = /\bnew\s+(?<entity>[A-Z]\w*)\s*(?:\(\s*\)\s*)?(?=\{)/g;

/** As far as is looked before and behind the place where a row is made, however the text is written. */
const LONGEST_BEFORE = 300;
const LONGEST_FUNCTION = 6_000;
/** Brackets that do not close, after which the text is taken for broken. */
const MOST_UNCLOSED = 100;

/** Where rows are made in Python and C#: by keywords, and by initializers. */
export const creationTexts: TextFinder = {
  applies: ({ isTest, language, path }) =>
    !isTest && (language === 'python' || language === 'csharp') && !/(?:^|\/)[Mm]igrations?\//.test(path),
  find({ language, text }, facts) {
    let unclosed = 0;
    for (const found of text.matchAll(language === 'python' ? PYTHON : CSHARP)) {
      const open = found.index + found[0].length - (language === 'python' ? 1 : 0);
      const given = givenAt(text, open, language === 'python' ? '#' : '//');
      if (given === undefined) {
        unclosed += 1;
        if (unclosed > MOST_UNCLOSED) return;
        continue;
      }
      const before = text
        .slice(Math.max(0, found.index - LONGEST_BEFORE), found.index)
        .replace(/^[^]*\n/, '');
      const held = /(?<name>\w+)\s*=\s*(?:await\s+)?$/.exec(before)?.groups?.['name'];
      // A class that begins, a comment, a type.
      const [rest = ''] = text
        .slice(found.index, found.index + LONGEST_FUNCTION)
        .split(NEXT_FUNCTION[language === 'python' ? 'python' : 'csharp'], 1);
      if (/^\s*(?:class\s|#|\/\/|\*)|->\s*$|:\s*$/.test(before)) continue;
      facts.creations.push({
        entity: found.groups?.['entity'] ?? '',
        fields: [...given.names, ...setLater(held, rest)],
        // `get_or_create(…, defaults={…})` of Django.
        isOpen: given.isOpen || given.names.includes('defaults'),
        line: lineAt(text, found.index),
      });
    }
  },
};
