import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { defined } from '../../engine/defined.ts';
import { namedThing, writtenObject, writtenValues } from '../../syntax/typescript/objects.ts';
import { returned } from '../../syntax/typescript/members.ts';
import { enumIn, heldBy } from './sequelize.ts';
import { entityFact, type FieldFact, fieldFact, listFact } from './fact.ts';
import { kindOfName } from './field-kinds.ts';
import { words } from '../../engine/words.ts';

function call(node: ts.CallExpression, walk: FactWalk): void {
  const callee = namedThing(node.expression);
  const [first, second] = node.arguments;
  if (callee === undefined || first === undefined || second === undefined) return;
  const text = ts.textOf(first);
  const [held] = heldBy(walk);
  const { facts, file } = walk;
  if (callee === 'relations') relations(first, second, walk);
  else if (text === undefined || held === undefined) return;
  else if (/^(?:pg|mysql|sqlite|singlestore)?Table$|^createTable$/.test(callee)) {
    const made = ts.isArrowFunction(second) ? returned(second.body) : second;
    const columns = writtenObject(made)?.members;
    if (columns === undefined) return;
    const fields = [...columns].map(([key, value]) => columnOf(key, value, file.source));
    facts.entities.push(entityFact('drizzle', held, { table: text, fields }));
  } else if (/^(?:pg|mysql)Enum$/.test(callee)) {
    const values = writtenValues(second);
    if (values !== undefined) facts.enums.push(listFact(held, values, walk.line(node), 'enum'));
  }
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

const DEFAULTS = words('default defaultNow defaultRandom $default $defaultFn $onUpdate generatedAlwaysAs');

function columnOf(name: string, node: ts.Expression, source: ts.SourceFile): FieldFact {
  const [[type, made] = ['', undefined], ...rest] = chainOf(node);
  const after = new Map(rest);
  const [first, second] = made?.arguments ?? [];
  const column = ts.textOf(first);
  const options = writtenObject(second ?? first)?.members;
  const listed = options?.get('enum') ?? (type === 'mysqlEnum' ? second : undefined);
  const values = writtenValues(listed);
  const known = kindOfName(type);
  const isEnum = listed !== undefined || (known === undefined && type.endsWith('Enum'));
  const modeKind = modeKindOf(namedThing(options?.get('mode')));
  // A type that is none of the library's may be an enumeration of any name: `listingState('state')`.
  const mayBeEnum = isEnum || (known === undefined && modeKind === undefined);
  const enumName = listed === undefined ? made && type : enumIn(listed);
  const given = after.get(DEFAULTS.find((each) => after.has(each)) ?? '');
  const isCounted = /serial/i.test(type);
  const isId = after.has('primaryKey');
  const points = after.get('references')?.arguments[0];
  const pointed = ts.isArrowFunction(points) ? points.body : undefined;
  const to = ts.isPropertyAccessExpression(pointed) ? namedThing(pointed.expression) : undefined;
  return fieldFact(name, ts.lineOf(node, source), {
    column: column === name ? undefined : column,
    kind: isEnum ? 'enum' : (modeKind ?? known),
    type: made === undefined ? node.getText(source) : type,
    isNullable: !isId && !after.has('notNull'),
    isList: after.has('array'),
    isId,
    default: given?.arguments[0]?.getText(source) ?? (given !== undefined || isCounted ? '' : undefined),
    values,
    enum: mayBeEnum && values === undefined ? enumName : undefined,
    stores: mayBeEnum ? 'value' : undefined,
    references: to === undefined ? undefined : { to },
  });
}

/** `integer('done', { mode: 'boolean' })`. */
function modeKindOf(mode: string | undefined): 'boolean' | 'datetime' | undefined {
  if (mode === 'boolean') return 'boolean';
  return mode?.startsWith('timestamp') === true ? 'datetime' : undefined;
}

/** `relations(posts, ({ one }) => ({ author: one(users, { fields: [posts.authorId] }) }))`. */
function relations(of: ts.Expression, made: ts.Expression, walk: FactWalk): void {
  const from = namedThing(of);
  const body = ts.isFunction(made) ? returned(made.body) : undefined;
  const written = writtenObject(body);
  if (from === undefined || written === undefined) return;
  for (const [field, value] of written.members) {
    if (!ts.isCallExpression(value)) continue;
    const to = namedThing(value.arguments[0]);
    const listed = writtenObject(value.arguments[1])?.members.get('fields');
    const keys = ts.isArrayLiteralExpression(listed)
      ? listed.elements.map(namedThing).filter((each) => each !== undefined)
      : [];
    const many = namedThing(value.expression) === 'many';
    walk.facts.links.push(defined({ from, to, many, keys, field, line: walk.line(value) }));
  }
}

/** Tables, enumerations and relations of Drizzle. */
export const drizzleEntities: FactFinder = {
  applies: ({ isTest }) => !isTest,
  visit: new Map([ts.on(ts.isCallExpression, call)]),
};
