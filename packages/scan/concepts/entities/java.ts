import { lowered } from '../values/domain-words.ts';
import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import {
  annotationsOf,
  argumentsIn,
  javaCallee,
  javaMembers,
  javaText,
  javaTypeName,
  javaTypes,
  modifiersOf,
  typesAbove,
} from '../../syntax/java/view.ts';
import { childrenOf, lineOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { defined } from '../../engine/defined.ts';
import { entityFact, type EnumFact, enumFact, type FieldFact, type FieldKind, fieldFact } from './fact.ts';
import { byWord } from '../../engine/words.ts';
import type { Facts } from '../../engine/facts.ts';

function typeAt(node: SyntaxNode, facts: Facts): void {
  if (node.type === 'enum_declaration') return void facts.enums.push(enumOf(node));
  const annotations = new Map(annotationsOf(node).map((each) => [each.name, each]));
  const isAbstract = annotations.has('MappedSuperclass') || annotations.has('Embeddable');
  const name = node.childForFieldName('name');
  if (name === null || (!annotations.has('Entity') && !isAbstract)) return;
  const given = givenIn(node);
  facts.entities.push(
    entityFact('jpa', name.text, {
      table: javaText(annotations.get('Table')?.named.get('name')),
      fields: javaMembers(node).flatMap((member) => fieldOf(member, given)),
      extends: typesAbove(node).slice(0, node.childForFieldName('superclass') === null ? 0 : 1),
      isAbstract,
    }),
  );
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
  const name = node.childForFieldName('name') ?? node;
  return enumFact(name.text, members, lineOf(name), { isOpen });
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
  const kind = relation === undefined ? KINDS.get(bare) : 'relation';
  const isPrimitive = /^(?:boolean|byte|short|int|long|float|double)$/.test(bare);
  const isOwn = kind === undefined && !isList;
  // `@Enumerated(EnumType.STRING)` keeps the name; without it the place in the list is kept.
  const isName = /\bSTRING$/.test(annotations.get('Enumerated')?.value?.text ?? '');
  const inverse = javaText(relation?.named.get('mappedBy'));
  const key = javaText(annotations.get('JoinColumn')?.named.get('name'));
  const keys = key === undefined ? [] : [key];
  const isTwoSided = inverse === undefined ? undefined : (true as const);
  const isGiven = isGenerated || given.has(name.text);
  return [
    fieldFact(name.text, lineOf(name), {
      column: javaText(column?.named.get('name')),
      kind: isList && kind !== undefined && kind !== 'relation' ? 'json' : kind,
      type: type.text,
      isNullable: !isRequired && !isPrimitive,
      isList,
      isId: annotations.has('Id') || annotations.has('EmbeddedId'),
      default: value !== undefined && value !== 'null' ? value : isGiven ? '' : undefined,
      enum: isOwn ? bare : undefined,
      stores: isOwn && isName ? 'name' : undefined,
      relation:
        relation === undefined ? undefined : defined({ to: bare, many: isList, keys, inverse, isTwoSided }),
    }),
  ];
}

const KINDS = byWord<FieldKind>({
  text: 'String UUID char',
  boolean: 'boolean Boolean',
  number: 'byte short int long float double Byte Short Integer Long Float Double BigDecimal BigInteger',
  date: 'LocalDate',
  datetime: 'LocalDateTime OffsetDateTime ZonedDateTime Instant Date Timestamp',
});

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
      return set === undefined ? [] : [lowered(set)];
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
  applies: ({ isTest }) => !isTest,
  find(root, facts) {
    for (const each of javaTypes(root)) typeAt(each, facts);
    creations(root, facts);
  },
};
