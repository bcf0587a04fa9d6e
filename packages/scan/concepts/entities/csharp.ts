import { textAt } from '../../syntax/language-view.ts';
import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { attributesOf, csharpTypes } from '../../syntax/csharp/view.ts';
import type { Mark } from '../../syntax/language-view.ts';
import { childrenOf, lineOf } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { fluentSetup } from './csharp-fluent.ts';
import { defined } from '../../engine/defined.ts';
import {
  type DatabaseFact,
  entityFact,
  type EnumFact,
  enumFact,
  type FieldFact,
  type FieldKind,
  fieldFact,
} from './fact.ts';
import { byWord } from '../../engine/words.ts';
import type { Facts } from '../../engine/facts.ts';
import { kindOfName } from './field-kinds.ts';

function enumOf(node: SyntaxNode): EnumFact {
  const members: EnumFact['members'][number][] = [];
  let next = 0;
  let isOpen = false;
  for (const member of childrenOf(node.childForFieldName('body'))) {
    if (member.type !== 'enum_member_declaration') continue;
    const written = member.childForFieldName('value')?.text;
    const value = written === undefined ? next : Number(written.replaceAll('_', ''));
    if (Number.isNaN(value)) isOpen = true;
    else members.push({ name: textAt(member, 'name'), value });
    next = value + 1;
  }
  return enumFact(textAt(node, 'name'), members, lineOf(node), { isOpen });
}

/** Any class with properties: only a database context, or one that is used as a base, makes it an entity. */
function classAt(node: SyntaxNode, facts: Facts): void {
  const name = node.childForFieldName('name')?.text;
  if (name === undefined) return;
  const body = childrenOf(node.childForFieldName('body'));
  const bases = childrenOf(childrenOf(node).find(({ type }) => type === 'base_list') ?? null).map(
    ({ text }) => text,
  );
  const constructed = constructedIn(body);
  const fields: FieldFact[] = [];
  for (const member of body) {
    if (member.type === 'method_declaration' && SETUP.test(textAt(member, 'name')))
      fluentSetup(member, facts);
    if (member.type !== 'property_declaration') continue;
    const set = /^(?:I?DbSet)<(?<entity>\w+)\??>$/.exec(textAt(member, 'type'))?.groups?.['entity'];
    if (set !== undefined) {
      const called = textAt(member, 'name');
      facts.entitySets.push({ entity: set, name: called });
    } else {
      const field = propertyOf(member, constructed);
      if (field !== undefined) fields.push(field);
    }
  }
  for (const base of bases) {
    const user = /^Identity(?:User)?DbContext<(?<user>\w+)/.exec(base)?.groups?.['user'];
    if (user !== undefined) facts.entitySets.push({ entity: user, name: 'Users' });
  }
  if (fields.length === 0) return;
  facts.entities.push(
    entityFact('efcore', name, {
      table: argumentIn(attributesOf(node).findLast((each) => each.name === 'Table')),
      fields,
      extends: bases
        .map((base) => base.replace(/[<(].*$/s, ''))
        .map((base) => base.slice(base.lastIndexOf('.') + 1)),
      isAbstract: true,
    }),
  );
}

const SETUP = /^(?:OnModelCreating|Configure)/;

/** Properties that the constructor gives a value. */
function constructedIn(body: readonly SyntaxNode[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const member of body) {
    if (member.type !== 'constructor_declaration') continue;
    for (const [, name = ''] of member.text.matchAll(/(?:^|[\s;{}.])(\w+)\s*=(?![=>])/g)) names.add(name);
  }
  return names;
}

/** The first text an attribute is given, or the name in `nameof(X)`. */
function argumentIn(attribute: Mark | undefined): string | undefined {
  const first = attribute?.value?.text ?? '';
  return (
    /^@?"(?<text>[^"]*)"$/.exec(first)?.groups?.['text'] ??
    /^nameof\((?:\w+\.)*(?<name>\w+)\)$/.exec(first)?.groups?.['name']
  );
}

const LIST =
  /^(?:I?Collection|I?List|IEnumerable|I?Set|HashSet|IReadOnly\w+|ObservableCollection)<(?<of>[\w.]+)\??>\??$/;

function propertyOf(node: SyntaxNode, constructed: ReadonlySet<string>): FieldFact | undefined {
  const name = node.childForFieldName('name')?.text;
  const type = node.childForFieldName('type')?.text;
  const accessors = textAt(node, 'accessors');
  const modifiers = childrenOf(node)
    .filter((each) => each.type === 'modifier')
    .map(({ text }) => text);
  if (name === undefined || type === undefined || !/\b(?:set|init)\b/.test(accessors)) return undefined;
  if (modifiers.includes('static')) return undefined;
  const attributes = new Map(attributesOf(node).map((each) => [each.name, each]));
  if (attributes.has('NotMapped')) return undefined;
  const many = LIST.exec(type)?.groups?.['of'];
  const bare = (many ?? type).replace(/\?$/, '').replace(/^.*\./, '');
  const kind = KINDS.get(bare) ?? kindOfName(/^[a-z]+$/.test(bare) ? bare : '') ?? 'unknown';
  const value = node.childForFieldName('value')?.text.replace(/^=\s*/, '');
  const isGiven = value !== undefined && value !== 'null!' && value !== 'default!';
  const key = argumentIn(attributes.get('ForeignKey'));
  const keys = key === undefined ? [] : [key];
  const inverse = argumentIn(attributes.get('InverseProperty'));
  const isClass = kind === 'unknown' && /^[A-Z]\w*$/.test(bare);
  const isSet = constructed.has(name) || modifiers.includes('required');
  const generated =
    attributes.get('DefaultValue')?.text ?? (attributes.has('DatabaseGenerated') ? '' : undefined);
  const isText = /varchar|text|char/i.test(attributes.get('Column')?.text ?? '');
  return fieldFact(name, lineOf(node.childForFieldName('name') ?? node), {
    column: argumentIn(attributes.get('Column')),
    kind: many !== undefined && kind !== 'unknown' ? 'json' : kind,
    type,
    isNullable: type.endsWith('?'),
    isList: many !== undefined,
    isId: attributes.has('Key') || name === 'Id',
    default: isGiven ? value : isSet ? '' : generated,
    ...(isClass
      ? {
          enum: bare,
          stores: isText ? 'name' : 'number',
          relation: defined({ to: bare, many: many !== undefined, keys, inverse }),
        }
      : { references: key === undefined ? undefined : { to: key } }),
  });
}

const KINDS = byWord<FieldKind>({
  text: 'string String Guid',
  number: 'Int32 Int64 Decimal',
  boolean: 'bool Boolean',
  date: 'DateOnly',
  datetime: 'DateTime DateTimeOffset',
  unknown: 'TimeSpan',
});

const PROVIDERS: readonly (readonly [RegExp, DatabaseFact['dialect']])[] = [
  [/\bUseNpgsql\b|\bNpgsqlConnection\b/, 'postgres'],
  [/\bUseSqlServer\b|\bSqlConnection\b/, 'mssql'],
  [/\bUseSqlite\b|\bS[qQ][lL]ite(?:Connection|Factory)\b/, 'sqlite'],
  [/\bUseMySql\b|\bUseMySQL\b|\bMySqlConnection\b/, 'mysql'],
  [/\bUseOracle\b|\bOracleConnection\b/, 'oracle'],
];

/** Entities of EF Core: classes, contexts, configuration; and enumerations. */
export const csharpEntities: SyntaxFinder = {
  language: 'csharp',
  applies: ({ isTest, path }) => !isTest && !/(?:^|\/)Migrations?\//.test(path),
  find(root, facts, { text }) {
    for (const type of csharpTypes(root))
      if (type.type === 'enum_declaration') facts.enums.push(enumOf(type));
      else classAt(type, facts);
    for (const [word, dialect] of PROVIDERS) if (word.test(text)) facts.databases.push({ dialect });
  },
};
