import type { SyntaxNode } from '../../ports/syntax.ts';
import { childrenOf, lineOf } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { fluentSetup } from './entities-fluent.ts';
import type { DatabaseFact, EntityFact, EnumFact, FieldFact } from './entities.ts';
import type { Facts } from './facts.ts';
import { kindOfName } from './field-kinds.ts';

const PASSAGES =
  /^(?:compilation_unit|namespace_declaration|file_scoped_namespace_declaration|declaration_list|class_declaration|record_declaration)$/;

function visit(node: SyntaxNode, facts: Facts): void {
  if (node.type === 'enum_declaration') return void facts.enums.push(enumOf(node));
  if (node.type === 'class_declaration' || node.type === 'record_declaration') classAt(node, facts);
  if (PASSAGES.test(node.type)) for (const each of childrenOf(node)) visit(each, facts);
}

function enumOf(node: SyntaxNode): EnumFact {
  const members: EnumFact['members'][number][] = [];
  let next = 0;
  let isOpen = false;
  for (const member of childrenOf(node.childForFieldName('body'))) {
    if (member.type !== 'enum_member_declaration') continue;
    const written = member.childForFieldName('value')?.text;
    const value = written === undefined ? next : Number(written.replaceAll('_', ''));
    if (Number.isNaN(value)) isOpen = true;
    else members.push({ name: member.childForFieldName('name')?.text ?? '', value });
    next = value + 1;
  }
  const name = node.childForFieldName('name')?.text ?? '';
  return { name, kind: 'enum', members, isOpen, isExported: true, line: lineOf(node) };
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
    if (member.type === 'method_declaration' && SETUP.test(member.childForFieldName('name')?.text ?? ''))
      fluentSetup(member, facts);
    if (member.type !== 'property_declaration') continue;
    const set = /^(?:I?DbSet)<(?<entity>\w+)\??>$/.exec(member.childForFieldName('type')?.text ?? '')
      ?.groups?.['entity'];
    if (set !== undefined) {
      const called = member.childForFieldName('name')?.text ?? '';
      facts.entitySets.push({ entity: set, name: called, line: lineOf(member) });
    } else {
      const field = propertyOf(member, constructed);
      if (field !== undefined) fields.push(field);
    }
  }
  for (const base of bases) {
    const user = /^Identity(?:User)?DbContext<(?<user>\w+)/.exec(base)?.groups?.['user'];
    if (user !== undefined) facts.entitySets.push({ entity: user, name: 'Users', line: lineOf(node) });
  }
  if (fields.length === 0) return;
  const table = argumentIn(attributesOf(node).get('Table'));
  const entity: EntityFact = {
    orm: 'efcore',
    name,
    aliases: [],
    ...(table === undefined ? {} : { table }),
    fields,
    extends: bases
      .map((base) => base.replace(/[<(].*$/s, ''))
      .map((base) => base.slice(base.lastIndexOf('.') + 1)),
    isAbstract: true,
    line: lineOf(node.childForFieldName('name') ?? node),
  };
  facts.entities.push(entity);
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

function attributesOf(node: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  for (const list of childrenOf(node)) {
    if (list.type !== 'attribute_list') continue;
    for (const attribute of childrenOf(list)) {
      const name = attribute.childForFieldName('name')?.text ?? '';
      found.set(name.replace(/Attribute$/, '').replace(/^.*\./, ''), attribute);
    }
  }
  return found;
}

/** The first text an attribute is given, or the name in `nameof(X)`. */
function argumentIn(attribute: SyntaxNode | undefined): string | undefined {
  if (attribute === undefined) return undefined;
  const list = childrenOf(attribute).find(({ type }) => type === 'attribute_argument_list');
  const first = childrenOf(list ?? null)[0]?.text ?? '';
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
  const accessors = node.childForFieldName('accessors')?.text ?? '';
  const modifiers = childrenOf(node)
    .filter((each) => each.type === 'modifier')
    .map(({ text }) => text);
  if (name === undefined || type === undefined || !/\b(?:set|init)\b/.test(accessors)) return undefined;
  if (modifiers.includes('static')) return undefined;
  const attributes = attributesOf(node);
  if (attributes.has('NotMapped')) return undefined;
  const many = LIST.exec(type)?.groups?.['of'];
  const bare = (many ?? type).replace(/\?$/, '').replace(/^.*\./, '');
  const kind = KINDS[bare] ?? kindOfName(/^[a-z]+$/.test(bare) ? bare : '') ?? 'unknown';
  const value = node.childForFieldName('value')?.text.replace(/^=\s*/, '');
  const isGiven = value !== undefined && value !== 'null!' && value !== 'default!';
  const column = argumentIn(attributes.get('Column'));
  const key = argumentIn(attributes.get('ForeignKey'));
  const inverse = argumentIn(attributes.get('InverseProperty'));
  const isClass = kind === 'unknown' && /^[A-Z]\w*$/.test(bare);
  const isRequired = modifiers.includes('required');
  const given =
    attributes.get('DefaultValue')?.text ?? (attributes.has('DatabaseGenerated') ? '' : undefined);
  return {
    name,
    ...(column === undefined ? {} : { column }),
    kind: many !== undefined && kind !== 'unknown' ? 'json' : kind,
    type,
    isNullable: type.endsWith('?'),
    isList: many !== undefined,
    isId: attributes.has('Key') || name === 'Id',
    ...(isGiven
      ? { default: value }
      : constructed.has(name) || isRequired
        ? { default: '' }
        : given === undefined
          ? {}
          : { default: given }),
    ...(isClass ? { enum: bare, stores: storedBy(attributes) } : {}),
    ...(isClass
      ? {
          relation: {
            to: bare,
            many: many !== undefined,
            keys: key === undefined ? [] : [key],
            ...(inverse === undefined ? {} : { inverse }),
          },
        }
      : key === undefined
        ? {}
        : { references: { to: key } }),
    line: lineOf(node.childForFieldName('name') ?? node),
  };
}

function storedBy(attributes: ReadonlyMap<string, SyntaxNode>): 'name' | 'number' {
  return /varchar|text|char/i.test(attributes.get('Column')?.text ?? '') ? 'name' : 'number';
}

const KINDS: Readonly<Record<string, FieldFact['kind']>> = {
  string: 'text',
  Guid: 'text',
  bool: 'boolean',
  Boolean: 'boolean',
  DateTime: 'datetime',
  DateTimeOffset: 'datetime',
  DateOnly: 'date',
  String: 'text',
  Int32: 'number',
  Int64: 'number',
  Decimal: 'number',
  TimeSpan: 'unknown',
};

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
  words: [
    'get; set;',
    'get; init;',
    'get;set;',
    'enum ',
    'DbSet<',
    'EntityTypeBuilder',
    'DbContext',
    'Connection(',
    'UseS',
  ],
  applies: ({ isTest, path }) => !isTest && !/(?:^|\/)Migrations?\//.test(path),
  find(root, facts, { text }) {
    visit(root, facts);
    for (const [word, dialect] of PROVIDERS) if (word.test(text)) facts.databases.push({ dialect, line: 0 });
  },
};
