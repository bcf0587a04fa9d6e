import type { TextFinder } from '../../engine/rule.ts';
import {
  type PrismaAttribute,
  type PrismaBlock,
  type PrismaField,
  type PrismaValue,
  readPrisma,
} from '../../syntax/prisma/read-prisma.ts';
import {
  type DatabaseFact,
  entityFact,
  enumFact,
  type FieldFact,
  type FieldKind,
  fieldFact,
} from './fact.ts';
import { byWord } from '../../engine/words.ts';

const KINDS = byWord<FieldKind>({
  text: 'String',
  number: 'Int BigInt Float Decimal',
  boolean: 'Boolean',
  datetime: 'DateTime',
  json: 'Json',
  bytes: 'Bytes',
  unknown: 'Unsupported',
});

const DIALECTS: ReadonlyMap<string, DatabaseFact['dialect']> = new Map([
  ['postgresql', 'postgres'],
  ['postgres', 'postgres'],
  ['cockroachdb', 'postgres'],
  ['mysql', 'mysql'],
  ['sqlite', 'sqlite'],
  ['sqlserver', 'mssql'],
  ['mongodb', 'mongodb'],
]);

function textOf(value: PrismaValue | undefined): string | undefined {
  return value === undefined || value.kind === 'list' ? undefined : value.text;
}

function namesIn(value: PrismaValue | undefined): readonly string[] {
  return value?.kind === 'list' ? value.items.map((each) => textOf(each) ?? '') : [];
}

function attributeOf(of: PrismaField | PrismaBlock, name: string): PrismaAttribute | undefined {
  return of.attributes.find((each) => each.name === name);
}

function mapped(of: PrismaField | PrismaBlock): string | undefined {
  const map = attributeOf(of, 'map');
  return textOf(map?.placed[0] ?? map?.named.get('name'));
}

/** Without the other files of a schema a type is an enumeration or a model: `unknown`, until they are known. */
function fieldOf(field: PrismaField, ids: readonly string[]): FieldFact {
  const { name, type, isList } = field;
  const relation = attributeOf(field, 'relation');
  const known = KINDS.get(type);
  const isDay = known === 'datetime' && attributeOf(field, 'db.Date') !== undefined;
  const isOwn = known === undefined;
  return fieldFact(name, field.line, {
    column: mapped(field),
    kind: isDay ? 'date' : (known ?? (relation === undefined ? 'unknown' : 'relation')),
    type,
    isNullable: field.isOptional,
    isList,
    isId: attributeOf(field, 'id') !== undefined || ids.includes(name),
    default: defaultOf(field),
    enum: isOwn ? type : undefined,
    stores: isOwn ? 'value' : undefined,
    relation: isOwn ? { to: type, many: isList, keys: namesIn(relation?.named.get('fields')) } : undefined,
  });
}

function defaultOf(field: PrismaField): string | undefined {
  const given = attributeOf(field, 'default')?.placed[0];
  if (given !== undefined) return given.kind === 'list' ? '[]' : given.text;
  const isGiven = attributeOf(field, 'default') ?? attributeOf(field, 'updatedAt');
  return isGiven === undefined ? undefined : '';
}

/** Models and enumerations of Prisma schemas. */
export const prismaEntities: TextFinder = {
  applies: ({ language }) => language === 'prisma',
  find({ text }, facts) {
    for (const block of readPrisma(text).blocks) {
      const { kind, name, fields, line } = block;
      const id = attributeOf(block, 'id');
      const ids = namesIn(id?.placed[0] ?? id?.named.get('fields'));
      const members = fields.map((field) => ({ name: field.name, value: mapped(field) ?? field.name }));
      if (kind === 'enum') facts.enums.push(enumFact(name, members, line));
      if (kind === 'model' || kind === 'type')
        facts.entities.push(
          entityFact('prisma', name, {
            table: mapped(block),
            fields: fields.map((field) => fieldOf(field, ids)),
            isAbstract: kind === 'type',
          }),
        );
      const provider = kind === 'datasource' ? textOf(block.settings.get('provider')) : undefined;
      const dialect = DIALECTS.get(provider ?? '');
      if (dialect !== undefined) facts.databases.push({ dialect });
    }
  },
};
