import ts from 'typescript-api';

import type { FactFinder, FactWalk } from '../rule.ts';
import { lineIn, namedThing, writtenObject, writtenValues } from '../syntax/objects.ts';
import { returned } from '../syntax/members.ts';
import { enumIn, heldBy } from './entities-sequelize.ts';
import type { FieldFact } from './entities.ts';
import { kindOfName } from './field-kinds.ts';

function call(node: ts.Node, walk: FactWalk): void {
  if (!ts.isCallExpression(node)) return;
  const callee = namedThing(node.expression);
  const [first, second] = node.arguments;
  if (callee === undefined || first === undefined || second === undefined) return;
  if (/^(?:pg|mysql|sqlite|singlestore)?Table$|^createTable$/.test(callee) && ts.isStringLiteralLike(first))
    table(node, first.text, second, walk);
  else if (/^(?:pg|mysql)Enum$/.test(callee) && ts.isStringLiteralLike(first))
    enumeration(node, second, walk);
  else if (callee === 'relations') relations(first, second, walk);
}

function table(node: ts.CallExpression, name: string, columns: ts.Expression, walk: FactWalk): void {
  const [held] = heldBy(walk);
  const made = ts.isArrowFunction(columns) ? returned(columns.body) : columns;
  const written = writtenObject(made);
  if (held === undefined || written === undefined) return;
  const { source } = walk.file;
  walk.facts.entities.push({
    orm: 'drizzle',
    name: held,
    aliases: [],
    table: name,
    fields: [...written.members].map(([key, value]) => columnOf(key, value, source)),
    extends: [],
    isAbstract: false,
    line: lineIn(source, node),
  });
}

/** `text('name').notNull().default('x')`: the calls of a chain by name, the innermost first. */
function chainOf(node: ts.Expression): readonly (readonly [string, ts.CallExpression])[] {
  const calls: (readonly [string, ts.CallExpression])[] = [];
  for (let at: ts.Expression = node; ts.isCallExpression(at);) {
    const { expression } = at;
    const name = namedThing(expression);
    if (name !== undefined) calls.unshift([name, at]);
    if (!ts.isPropertyAccessExpression(expression)) break;
    at = expression.expression;
  }
  return calls;
}

function columnOf(name: string, node: ts.Expression, source: ts.SourceFile): FieldFact {
  const [type, ...rest] = chainOf(node);
  const after = new Map(rest);
  const [first, second] = type?.[1].arguments ?? [];
  const column = first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined;
  const options = writtenObject(second ?? first)?.members;
  const listed = options?.get('enum') ?? (type?.[0] === 'mysqlEnum' ? second : undefined);
  const values = writtenValues(listed);
  const mode = namedThing(options?.get('mode'));
  const known = kindOfName(type?.[0] ?? '');
  const isEnum = listed !== undefined || (known === undefined && type?.[0].endsWith('Enum') === true);
  const modeKind = modeKindOf(mode);
  const isOwn = known === undefined && modeKind === undefined;
  const given = [
    'default',
    'defaultNow',
    'defaultRandom',
    '$default',
    '$defaultFn',
    '$onUpdate',
    'generatedAlwaysAs',
  ];
  const fallback =
    given.find((each) => after.has(each)) ?? (/serial/i.test(type?.[0] ?? '') ? '' : undefined);
  const isId = after.has('primaryKey');
  const points = after.get('references')?.arguments[0];
  const pointed = points !== undefined && ts.isArrowFunction(points) ? points.body : undefined;
  const to =
    pointed !== undefined && ts.isPropertyAccessExpression(pointed)
      ? namedThing(pointed.expression)
      : undefined;
  const enumName = listed === undefined ? type?.[0] : enumIn(listed);
  return {
    name,
    ...(column === undefined || column === name ? {} : { column }),
    kind: isEnum ? 'enum' : (modeKind ?? known ?? 'unknown'),
    type: type?.[0] ?? node.getText(source),
    isNullable: !isId && !after.has('notNull'),
    isList: after.has('array'),
    isId,
    ...(fallback === undefined ? {} : { default: after.get(fallback)?.arguments[0]?.getText(source) ?? '' }),
    ...(values === undefined ? {} : { values }),
    // A type that is none of the library's may be an enumeration of any name: `listingState('state')`.
    ...((isEnum || isOwn) && values === undefined && enumName !== undefined ? { enum: enumName } : {}),
    ...(isEnum || isOwn ? { stores: 'value' as const } : {}),
    ...(to === undefined ? {} : { references: { to } }),
    line: lineIn(source, node),
  };
}

/** `integer('done', { mode: 'boolean' })`. */
function modeKindOf(mode: string | undefined): 'boolean' | 'datetime' | undefined {
  if (mode === 'boolean') return 'boolean';
  return mode?.startsWith('timestamp') === true ? 'datetime' : undefined;
}

function enumeration(node: ts.CallExpression, list: ts.Expression, walk: FactWalk): void {
  const [name] = heldBy(walk);
  const values = writtenValues(list);
  if (name === undefined || values === undefined) return;
  const members = values.map((value) => ({ name: String(value), value }));
  const line = lineIn(walk.file.source, node);
  walk.facts.enums.push({ name, kind: 'enum', members, isOpen: false, isExported: true, line });
}

/** `relations(posts, ({ one }) => ({ author: one(users, { fields: [posts.authorId] }) }))`. */
function relations(of: ts.Expression, made: ts.Expression, walk: FactWalk): void {
  const from = namedThing(of);
  const body = ts.isArrowFunction(made) || ts.isFunctionExpression(made) ? returned(made.body) : undefined;
  const written = writtenObject(body);
  if (from === undefined || written === undefined) return;
  for (const [field, value] of written.members) {
    if (!ts.isCallExpression(value)) continue;
    const to = namedThing(value.arguments[0]);
    const listed = writtenObject(value.arguments[1])?.members.get('fields');
    const keys =
      listed !== undefined && ts.isArrayLiteralExpression(listed)
        ? listed.elements.map(namedThing).filter((each) => each !== undefined)
        : [];
    walk.facts.links.push({
      from,
      ...(to === undefined ? {} : { to }),
      many: namedThing(value.expression) === 'many',
      keys,
      field,
      line: lineIn(walk.file.source, value),
    });
  }
}

/** Tables, enumerations and relations of Drizzle. */
export const drizzleEntities: FactFinder = {
  words: ['drizzle-orm'],
  applies: ({ isTest }) => !isTest,
  visit: new Map([[ts.SyntaxKind.CallExpression, call]]),
};
