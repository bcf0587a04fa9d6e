import ts from 'typescript-api';

import type { FactFinder, FactWalk } from '../rule.ts';
import { lineIn, namedThing, writtenObject, writtenValues } from '../syntax/objects.ts';
import { unwrapped } from '../syntax/pieces.ts';
import { isRequired } from './entities-classes.ts';
import { enumIn, heldBy } from './entities-sequelize.ts';
import type { FieldFact, LinkFact } from './entities.ts';
import { kindOfColumn } from './field-kinds.ts';

function schema(node: ts.Node, walk: FactWalk): void {
  if (!ts.isNewExpression(node) || namedThing(node.expression) !== 'Schema') return;
  const [columns, options] = node.arguments ?? [];
  const written = writtenObject(columns);
  if (written === undefined) return;
  const { source } = walk.file;
  const fields = [...written.members].map(([name, value]) => fieldOf(name, value, source));
  const told = writtenObject(options)?.members;
  const timestamps = told?.get('timestamps');
  if (timestamps !== undefined && timestamps.kind !== ts.SyntaxKind.FalseKeyword)
    for (const name of ['createdAt', 'updatedAt'])
      fields.push({ ...plain(name, lineIn(source, timestamps)), kind: 'datetime', default: '' });
  const collection = told?.get('collection');
  const inPlace = modelAround(walk);
  const [held] = heldBy(walk);
  const rows = node.typeArguments?.[0];
  const name = inPlace ?? held;
  if (name === undefined) return;
  const aliases = [
    ...(held === undefined || held === name ? [] : [held]),
    ...(rows !== undefined && ts.isTypeReferenceNode(rows) && ts.isIdentifier(rows.typeName)
      ? [rows.typeName.text]
      : []),
  ];
  walk.facts.entities.push({
    orm: 'mongoose',
    name,
    aliases,
    ...(collection !== undefined && ts.isStringLiteralLike(collection) ? { table: collection.text } : {}),
    fields,
    extends: [],
    // A schema is kept once a model is made of it, here or elsewhere.
    isAbstract: inPlace === undefined,
    line: lineIn(source, node),
  });
}

/** `mongoose.model('User', new Schema(…))`. */
function modelAround({ ancestors }: FactWalk): string | undefined {
  const call = ancestors.at(-1);
  if (call === undefined || !ts.isCallExpression(call) || namedThing(call.expression) !== 'model')
    return undefined;
  const [name] = call.arguments;
  return name !== undefined && ts.isStringLiteralLike(name) ? name.text : undefined;
}

function plain(name: string, line: number): FieldFact {
  return { name, kind: 'unknown', type: '', isNullable: true, isList: false, isId: false, line };
}

function fieldOf(name: string, node: ts.Expression, source: ts.SourceFile): FieldFact {
  const line = lineIn(source, node);
  if (ts.isArrayLiteralExpression(node)) {
    const [first] = node.elements;
    const item = first === undefined ? plain(name, line) : fieldOf(name, first, source);
    const many = item.relation === undefined ? {} : { relation: { ...item.relation, many: true } };
    return { ...item, ...many, isList: true, line };
  }
  const inner = unwrapped(node);
  if (inner !== undefined) return fieldOf(name, inner, source);
  const options = writtenObject(node)?.members;
  const type = options === undefined ? node : options.get('type');
  // Without a type it is a document in the document.
  const isNested = options !== undefined && (type === undefined || writtenObject(type) !== undefined);
  if (isNested) return { ...plain(name, line), kind: 'json', type: 'object' };
  if (type !== undefined && ts.isArrayLiteralExpression(type))
    return { ...fieldOf(name, type, source), isNullable: !isRequired(options?.get('required')), line };
  const listed = options?.get('enum');
  const given = options?.get('default');
  const ref = namedThing(options?.get('ref')) ?? refPathOf(options);
  return {
    ...plain(name, line),
    kind: listed === undefined ? (kindOfColumn(type) ?? 'unknown') : 'enum',
    type: type?.getText(source) ?? '',
    isNullable: !isRequired(options?.get('required')),
    ...(given === undefined ? {} : { default: given.getText(source) }),
    ...(listed === undefined ? {} : { ...listedValues(listed), stores: 'value' as const }),
    ...(ref === undefined
      ? {}
      : { references: { to: ref }, relation: { to: ref, many: false, keys: [name] } }),
  };
}

function refPathOf(options: ReadonlyMap<string, ts.Expression> | undefined): string | undefined {
  return options?.has('refPath') === true ? '' : undefined;
}

/** `enum: ['a', 'b']`, `enum: Status`, `enum: Object.values(Status)`, `enum: { values: […], message }`. */
function listedValues(node: ts.Expression): Pick<FieldFact, 'enum' | 'values'> {
  const listed = writtenObject(node)?.members.get('values') ?? node;
  const values = writtenValues(listed);
  if (values !== undefined) return { values };
  const name = enumIn(listed);
  return name === undefined ? {} : { enum: name };
}

function call(node: ts.Node, walk: FactWalk): void {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) {
    if (ts.isCallExpression(node) && namedThing(node.expression) === 'model') model(node, walk);
    return;
  }
  if (node.expression.name.text === 'model') model(node, walk);
  if (node.expression.name.text === 'virtual') virtual(node, namedThing(node.expression.expression), walk);
}

function model(node: ts.CallExpression, walk: FactWalk): void {
  const [name, of] = node.arguments;
  const held = namedThing(of);
  if (name === undefined || !ts.isStringLiteralLike(name) || held === undefined) return;
  const line = lineIn(walk.file.source, node);
  walk.facts.entitySets.push({ entity: held, name: name.text, line });
}

/** `schema.virtual('author', { ref: 'User', localField: 'authorId', foreignField: '_id' })`. */
function virtual(node: ts.CallExpression, from: string | undefined, walk: FactWalk): void {
  const [name, options] = node.arguments;
  const told = writtenObject(options)?.members;
  const to = namedThing(told?.get('ref'));
  const key = namedThing(told?.get('localField'));
  if (from === undefined || name === undefined || to === undefined) return;
  const link: LinkFact = {
    from,
    to,
    many: told?.get('justOne')?.kind !== ts.SyntaxKind.TrueKeyword,
    keys: key === undefined ? [] : [key],
    ...(ts.isStringLiteralLike(name) ? { field: name.text } : {}),
    line: lineIn(walk.file.source, node),
  };
  walk.facts.links.push(link);
}

/** Schemas and models of Mongoose. */
export const mongooseEntities: FactFinder = {
  words: ['mongoose'],
  applies: ({ isTest }) => !isTest,
  visit: new Map([
    [ts.SyntaxKind.NewExpression, schema],
    [ts.SyntaxKind.CallExpression, call],
  ]),
};
