import type { SyntaxNode } from '../../ports/syntax.ts';
import {
  annotationsOf,
  argumentsIn,
  type JavaAnnotation,
  javaCallee,
  javaMembers,
  javaText,
  javaTypeName,
  javaTypes,
  modifiersOf,
  typesAbove,
} from '../parse/java.ts';
import { childrenOf, lineOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import type { EnumFact, FieldFact, FieldKind } from './entities.ts';
import type { Facts } from './facts.ts';

function typeAt(node: SyntaxNode, facts: Facts): void {
  if (node.type === 'enum_declaration') return void facts.enums.push(enumOf(node));
  const annotations = new Map(annotationsOf(node).map((each) => [each.name, each]));
  const isAbstract = annotations.has('MappedSuperclass') || annotations.has('Embeddable');
  const name = node.childForFieldName('name');
  if (name === null || (!annotations.has('Entity') && !isAbstract)) return;
  const given = givenIn(node);
  const table = javaText(annotations.get('Table')?.named.get('name'));
  facts.entities.push({
    orm: 'jpa',
    name: name.text,
    aliases: [],
    ...(table === undefined ? {} : { table }),
    fields: javaMembers(node).flatMap((member) => fieldOf(member, given)),
    extends: typesAbove(node).slice(0, node.childForFieldName('superclass') === null ? 0 : 1),
    isAbstract,
    line: lineOf(name),
  });
}

/** What Jackson sends of each: its name, unless the enumeration says otherwise. */
function enumOf(node: SyntaxNode): EnumFact {
  const body = node.childForFieldName('body');
  const isValued = /@JsonValue\b/.test(node.text);
  let isOpen = /@JsonCreator\b|\btoString\(\)|@JsonFormat\b|@JsonSerialize\b/.test(node.text);
  const members = childrenOf(body)
    .filter(({ type }) => type === 'enum_constant')
    .map((each) => {
      const name = each.childForFieldName('name')?.text ?? '';
      const said = javaText(annotationsOf(each).find((one) => one.name === 'JsonProperty')?.value);
      const [first, ...more] = argumentsIn(each);
      const value = isValued && more.length === 0 ? javaText(first) : undefined;
      if (isValued && value === undefined) isOpen = true;
      return { name, value: said ?? value ?? name };
    });
  const name = node.childForFieldName('name')?.text ?? '';
  return {
    name,
    kind: 'enum',
    members,
    isOpen,
    isExported: true,
    line: lineOf(node.childForFieldName('name') ?? node),
  };
}

/** Fields that a constructor or what runs before the first save gives a value. */
function givenIn(node: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const member of javaMembers(node)) {
    const isFirst =
      member.type === 'constructor_declaration' ||
      annotationsOf(member).some(({ name }) => name === 'PrePersist');
    if (isFirst)
      for (const [, name = ''] of member.text.matchAll(/(?:this\.)?(\w+)\s*=(?!=)/g)) names.add(name);
  }
  return names;
}

const LIST = /^(?:Collection|List|Set|Map|Iterable|SortedSet)$/;
const RELATIONS = /^(?:ManyToOne|OneToMany|OneToOne|ManyToMany)$/;

function fieldOf(member: SyntaxNode, given: ReadonlySet<string>): readonly FieldFact[] {
  const declared = member.childForFieldName('declarator');
  const name = declared?.childForFieldName('name');
  const type = member.childForFieldName('type');
  if (member.type !== 'field_declaration' || name === null || name === undefined || type === null) return [];
  const annotations = new Map(annotationsOf(member).map((each) => [each.name, each]));
  if (/\bstatic\b|\btransient\b/.test(modifiersOf(member)) || annotations.has('Transient')) return [];
  const relation = [...annotations.values()].find((each) => RELATIONS.test(each.name));
  const isList = LIST.test(javaTypeName(type));
  const bare = isList
    ? javaTypeName(within(type, 'type_arguments').flatMap(childrenOf).at(-1))
    : javaTypeName(type);
  const column = annotations.get('Column');
  const value = declared?.childForFieldName('value')?.text;
  const isRequired = column?.named.get('nullable')?.text === 'false' || annotations.has('NotNull');
  const isGenerated =
    annotations.has('GeneratedValue') ||
    annotations.has('CreationTimestamp') ||
    annotations.has('ColumnDefault') ||
    /default/i.test(javaText(column?.named.get('columnDefinition')) ?? '');
  const called = javaText(column?.named.get('name'));
  const kind = relation === undefined ? (KINDS[bare] ?? 'unknown') : 'unknown';
  const isPrimitive = /^(?:boolean|byte|short|int|long|float|double)$/.test(bare);
  const isName = isNamed(annotations.get('Enumerated'));
  return [
    {
      name: name.text,
      ...(called === undefined ? {} : { column: called }),
      kind: relation === undefined ? (isList && kind !== 'unknown' ? 'json' : kind) : 'relation',
      type: type.text,
      isNullable: !isRequired && !isPrimitive,
      isList,
      isId: annotations.has('Id') || annotations.has('EmbeddedId'),
      ...(value !== undefined && value !== 'null'
        ? { default: value }
        : isGenerated || given.has(name.text)
          ? { default: '' }
          : {}),
      ...(relation === undefined && kind === 'unknown' && !isList
        ? { enum: bare, ...(isName ? { stores: 'name' as const } : {}) }
        : {}),
      ...(relation === undefined ? {} : { relation: relationOf(relation, { bare, isList, annotations }) }),
      line: lineOf(name),
    },
  ];
}

/** `@Enumerated(EnumType.STRING)` keeps the name; without it the place in the list is kept. */
function isNamed(annotation: JavaAnnotation | undefined): boolean {
  return /\bSTRING$/.test(annotation?.value?.text ?? '');
}

function relationOf(
  { named }: JavaAnnotation,
  {
    bare,
    isList,
    annotations,
  }: {
    readonly bare: string;
    readonly isList: boolean;
    readonly annotations: ReadonlyMap<string, JavaAnnotation>;
  },
): NonNullable<FieldFact['relation']> {
  const mapped = javaText(named.get('mappedBy'));
  const key = javaText(annotations.get('JoinColumn')?.named.get('name'));
  return {
    to: bare,
    many: isList,
    keys: key === undefined ? [] : [key],
    ...(mapped === undefined ? {} : { inverse: mapped, isTwoSided: true as const }),
  };
}

const KINDS: Readonly<Record<string, FieldKind>> = {
  String: 'text',
  UUID: 'text',
  char: 'text',
  boolean: 'boolean',
  Boolean: 'boolean',
  byte: 'number',
  short: 'number',
  int: 'number',
  long: 'number',
  float: 'number',
  double: 'number',
  Byte: 'number',
  Short: 'number',
  Integer: 'number',
  Long: 'number',
  Float: 'number',
  Double: 'number',
  BigDecimal: 'number',
  BigInteger: 'number',
  LocalDate: 'date',
  LocalDateTime: 'datetime',
  OffsetDateTime: 'datetime',
  ZonedDateTime: 'datetime',
  Instant: 'datetime',
  Date: 'datetime',
  Timestamp: 'datetime',
};

/** `Order order = new Order(); order.setName(…); repository.save(order);`, `Order.builder().name(…).build()`. */
function creations(root: SyntaxNode, facts: Facts): void {
  for (const made of within(root, 'object_creation_expression')) {
    const declared = made.parent?.type === 'variable_declarator' ? made.parent : undefined;
    const name = declared?.childForFieldName('name')?.text;
    const method = nearestAround(made, /^(?:method_declaration|constructor_declaration|lambda_expression)$/);
    if (name === undefined || method === undefined || argumentsIn(made).length > 0) continue;
    if (!new RegExp(`\\.(?:save|saveAndFlush|persist)\\(\\s*${name}\\s*\\)`).test(method.text)) continue;
    const calls = within(method, 'method_invocation');
    const fields = calls.flatMap((call) => {
      const { on, name: called } = javaCallee(call);
      const set = on === name ? /^set([A-Z]\w*)$/.exec(called)?.[1] : undefined;
      return set === undefined ? [] : [set.charAt(0).toLowerCase() + set.slice(1)];
    });
    const isOpen = calls.some(
      (call) =>
        !/^(?:save|saveAndFlush|persist|toDto|from|of|map|ok|body)/.test(javaCallee(call).name) &&
        argumentsIn(call).some(({ text }) => text === name),
    );
    facts.creations.push({
      entity: javaTypeName(made.childForFieldName('type')),
      fields,
      isOpen,
      line: lineOf(made),
    });
  }
}

/** Entities of JPA, and enumerations. */
export const javaEntities: SyntaxFinder = {
  language: 'java',
  words: ['@Entity', 'enum ', '@MappedSuperclass', '@Embeddable', '.save(', '.persist(', '.saveAndFlush('],
  applies: ({ isTest }) => !isTest,
  find(root, facts) {
    for (const each of javaTypes(root)) typeAt(each, facts);
    creations(root, facts);
  },
};
