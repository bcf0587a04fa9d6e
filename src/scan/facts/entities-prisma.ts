import type { TextFinder } from '../rule.ts';
import {
  type PrismaAttribute,
  type PrismaBlock,
  type PrismaField,
  type PrismaValue,
  readPrisma,
} from '../syntax/prisma.ts';
import type { DatabaseFact, EntityFact, EnumFact, FieldFact, FieldKind, RelationFact } from './entities.ts';

const KINDS: Readonly<Record<string, FieldKind>> = {
  String: 'text',
  Int: 'number',
  BigInt: 'number',
  Float: 'number',
  Decimal: 'number',
  Boolean: 'boolean',
  DateTime: 'datetime',
  Json: 'json',
  Bytes: 'bytes',
  Unsupported: 'unknown',
};

const DIALECTS: Readonly<Record<string, DatabaseFact['dialect']>> = {
  postgresql: 'postgres',
  postgres: 'postgres',
  cockroachdb: 'postgres',
  mysql: 'mysql',
  sqlite: 'sqlite',
  sqlserver: 'mssql',
  mongodb: 'mongodb',
};

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

function entityOf(block: PrismaBlock): EntityFact {
  const id = attributeOf(block, 'id');
  const ids = new Set(namesIn(id?.placed[0] ?? id?.named.get('fields')));
  const table = mapped(block);
  return {
    orm: 'prisma',
    name: block.name,
    aliases: [],
    ...(table === undefined ? {} : { table }),
    fields: block.fields.map((field) => fieldOf(field, ids)),
    extends: [],
    isAbstract: block.kind === 'type',
    line: block.line,
  };
}

/** Without the other files of a schema a type is an enumeration or a model: `unknown`, until they are known. */
function fieldOf(field: PrismaField, ids: ReadonlySet<string>): FieldFact {
  const relation = attributeOf(field, 'relation');
  const known = Object.hasOwn(KINDS, field.type) ? KINDS[field.type] : undefined;
  const isDay = known === 'datetime' && attributeOf(field, 'db.Date') !== undefined;
  const column = mapped(field);
  const given = defaultOf(field);
  return {
    name: field.name,
    ...(column === undefined ? {} : { column }),
    kind: isDay ? 'date' : (known ?? (relation === undefined ? 'unknown' : 'relation')),
    type: field.type,
    isNullable: field.isOptional,
    isList: field.isList,
    isId: attributeOf(field, 'id') !== undefined || ids.has(field.name),
    ...(given === undefined ? {} : { default: given }),
    ...(known === undefined ? { enum: field.type, stores: 'value' as const } : {}),
    ...(known === undefined ? { relation: relationOf(field, relation) } : {}),
    line: field.line,
  };
}

function defaultOf(field: PrismaField): string | undefined {
  const given = attributeOf(field, 'default')?.placed[0];
  if (given !== undefined) return given.kind === 'list' ? '[]' : given.text;
  const isGiven = attributeOf(field, 'default') ?? attributeOf(field, 'updatedAt');
  return isGiven === undefined ? undefined : '';
}

function relationOf(field: PrismaField, relation: PrismaAttribute | undefined): RelationFact {
  return { to: field.type, many: field.isList, keys: namesIn(relation?.named.get('fields')) };
}

function enumOf(block: PrismaBlock): EnumFact {
  return {
    name: block.name,
    kind: 'enum',
    members: block.fields.map((field) => ({ name: field.name, value: mapped(field) ?? field.name })),
    isOpen: false,
    isExported: true,
    line: block.line,
  };
}

/** Models and enumerations of Prisma schemas. */
export const prismaEntities: TextFinder = {
  words: ['model ', 'enum ', 'datasource ', 'type '],
  applies: ({ language }) => language === 'prisma',
  find({ text }, facts) {
    for (const block of readPrisma(text).blocks) {
      if (block.kind === 'enum') facts.enums.push(enumOf(block));
      if (block.kind === 'model' || block.kind === 'type') facts.entities.push(entityOf(block));
      if (block.kind !== 'datasource') continue;
      const provider = textOf(block.settings.get('provider')) ?? '';
      const dialect = Object.hasOwn(DIALECTS, provider) ? DIALECTS[provider] : undefined;
      if (dialect !== undefined) facts.databases.push({ dialect, line: block.line });
    }
  },
};
