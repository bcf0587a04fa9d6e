import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';
import { defined } from '../../engine/defined.ts';
import { namedThing, writtenObject, writtenValues } from '../../syntax/typescript/objects.ts';
import { isRequired } from './typeorm.ts';
import { enumIn, heldBy } from './sequelize.ts';
import { entityFact, type FieldFact, fieldFact } from './fact.ts';
import { kindOfColumn } from './field-kinds.ts';

function schema(node: ts.NewExpression, walk: FactWalk): void {
  if (namedThing(node.expression) !== 'Schema') return;
  const [columns, options] = node.arguments ?? [];
  const written = writtenObject(columns);
  if (written === undefined) return;
  const { source } = walk.file;
  const fields = [...written.members].map(([name, value]) => fieldOf(name, value, source));
  const told = writtenObject(options)?.members;
  const timestamps = told?.get('timestamps');
  if (timestamps !== undefined && timestamps.kind !== ts.SyntaxKind.FalseKeyword)
    for (const name of ['createdAt', 'updatedAt'])
      fields.push({ ...plain(name, ts.lineOf(timestamps, source)), kind: 'datetime', default: '' });
  const inPlace = modelAround(walk);
  const [held] = heldBy(walk);
  const name = inPlace ?? held;
  if (name === undefined) return;
  const rows = node.typeArguments?.[0];
  const isNamed = ts.isTypeReferenceNode(rows) && ts.isIdentifier(rows.typeName);
  walk.facts.entities.push(
    entityFact('mongoose', name, {
      aliases: [
        ...(held === undefined || held === name ? [] : [held]),
        ...(isNamed ? [rows.typeName.getText(source)] : []),
      ],
      table: ts.textOf(told?.get('collection')),
      fields,
      // A schema is kept once a model is made of it, here or elsewhere.
      isAbstract: inPlace === undefined,
    }),
  );
}

/** `mongoose.model('User', new Schema(…))`. */
function modelAround({ ancestors }: FactWalk): string | undefined {
  const call = ancestors.at(-1);
  if (!ts.isCallExpression(call) || namedThing(call.expression) !== 'model') return undefined;
  return ts.textOf(call.arguments[0]);
}

function plain(name: string, line: number): FieldFact {
  return fieldFact(name, line, { isNullable: true });
}

function fieldOf(name: string, node: ts.Expression, source: ts.SourceFile): FieldFact {
  const line = ts.lineOf(node, source);
  if (ts.isArrayLiteralExpression(node)) {
    const [first] = node.elements;
    const item = first === undefined ? plain(name, line) : fieldOf(name, first, source);
    const many = item.relation === undefined ? {} : { relation: { ...item.relation, many: true } };
    return { ...item, ...many, isList: true, line };
  }
  const inner = ts.unwrapped(node);
  if (inner !== undefined) return fieldOf(name, inner, source);
  const options = writtenObject(node)?.members;
  const type = options === undefined ? node : options.get('type');
  // Without a type it is a document in the document.
  const isNested = options !== undefined && (type === undefined || writtenObject(type) !== undefined);
  if (isNested) return { ...plain(name, line), kind: 'json', type: 'object' };
  if (ts.isArrayLiteralExpression(type))
    return { ...fieldOf(name, type, source), isNullable: !isRequired(options?.get('required')), line };
  const listed = options?.get('enum');
  const given = options?.get('default');
  const ref = namedThing(options?.get('ref')) ?? (options?.has('refPath') === true ? '' : undefined);
  return fieldFact(name, line, {
    kind: listed === undefined ? kindOfColumn(type) : 'enum',
    type: type?.getText(source),
    isNullable: !isRequired(options?.get('required')),
    default: given?.getText(source),
    ...(listed === undefined ? {} : { ...listedValues(listed), stores: 'value' }),
    ...(ref === undefined
      ? {}
      : { references: { to: ref }, relation: { to: ref, many: false, keys: [name] } }),
  });
}

/** `enum: ['a', 'b']`, `enum: Status`, `enum: Object.values(Status)`, `enum: { values: […], message }`. */
function listedValues(node: ts.Expression): Pick<FieldFact, 'enum' | 'values'> {
  const listed = writtenObject(node)?.members.get('values') ?? node;
  const values = writtenValues(listed);
  return values === undefined ? defined({ enum: enumIn(listed) }) : { values };
}

function call(node: ts.CallExpression, walk: FactWalk): void {
  const { facts } = walk;
  const called = namedThing(node.expression);
  const [first, second] = node.arguments;
  const name = ts.textOf(first);
  if (called === 'model') {
    const held = namedThing(second);
    if (name !== undefined && held !== undefined) facts.entitySets.push({ entity: held, name });
  }
  // `schema.virtual('author', { ref: 'User', localField: 'authorId', foreignField: '_id' })`.
  if (called !== 'virtual' || !ts.isPropertyAccessExpression(node.expression)) return;
  const from = namedThing(node.expression.expression);
  const told = writtenObject(second)?.members;
  const to = namedThing(told?.get('ref'));
  const key = namedThing(told?.get('localField'));
  if (from === undefined || first === undefined || to === undefined) return;
  const keys = key === undefined ? [] : [key];
  const line = walk.line(node);
  facts.links.push(defined({ from, to, many: !ts.isTrue(told?.get('justOne')), keys, field: name, line }));
}

/** Schemas and models of Mongoose. */
export const mongooseEntities: FactFinder = {
  applies: ({ isTest }) => !isTest,
  visit: new Map([ts.on(ts.isNewExpression, schema), ts.on(ts.isCallExpression, call)]),
};
