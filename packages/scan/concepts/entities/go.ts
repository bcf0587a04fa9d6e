import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { goArguments, goCallee, goFields, goText, goTypeName } from '../../syntax/go/view.ts';
import { childrenOf, lineOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { isDomainField } from '../values/domain-words.ts';
import { entityFact, type EnumFact, enumFact, type FieldFact, type FieldKind, fieldFact } from './fact.ts';
import { byWord } from '../../engine/words.ts';
import type { Facts } from '../../engine/facts.ts';

/** `type Status string` and the constants of that type; those that count up from `iota` are numbers. */
function enums(root: SyntaxNode, facts: Facts): void {
  const found = new Map<
    string,
    { readonly line: number; isOpen: boolean; readonly members: EnumFact['members'][number][] }
  >();
  const typed = new Map(
    within(root, 'type_spec')
      .filter((spec) => /^(?:string|u?int\d*|byte)$/.test(spec.childForFieldName('type')?.text ?? ''))
      .map((spec) => [spec.childForFieldName('name')?.text ?? '', lineOf(spec)]),
  );
  for (const group of childrenOf(root)) {
    if (group.type !== 'const_declaration') continue;
    let current: string | undefined;
    for (const [place, spec] of childrenOf(group)
      .filter(({ type }) => type === 'const_spec')
      .entries()) {
      const written = spec.childForFieldName('type')?.text;
      const value = childrenOf(spec.childForFieldName('value'))[0];
      // Without a value it goes on as the one above.
      if (value !== undefined) current = written ?? castTo(value, typed);
      if (current === undefined || !typed.has(current)) continue;
      const entry = found.get(current) ?? {
        line: typed.get(current) ?? lineOf(spec),
        isOpen: false,
        members: [],
      };
      found.set(current, entry);
      const text = goText(value?.type === 'call_expression' ? goArguments(value)[0] : value);
      const name = spec.childForFieldName('name')?.text ?? '';
      if (name === '_') continue;
      if (value === undefined || /\biota\b/.test(value.text)) entry.members.push({ name, value: place });
      else if (text === undefined) entry.isOpen = true;
      else entry.members.push({ name, value: text });
    }
  }
  for (const [name, { line, isOpen, members }] of found)
    if (members.length > 1)
      facts.enums.push(enumFact(fullName(name, packageOf(root)), members, line, { isOpen }));
}

/** `orders.Status` is an `ordersStatus` to whoever does not stand in that package. */
function fullName(name: string, of: string): string {
  const isOwn =
    !/^(?:main|models?|domain|entit(?:y|ies)|types?|store|db|api|core|internal|common|shared)$/.test(of);
  return isOwn && of !== '' && isDomainField(name) && !/[a-z][A-Z]/.test(name) ? `${of}${name}` : name;
}

function packageOf(root: SyntaxNode): string {
  return within(root, 'package_identifier')[0]?.text ?? '';
}

/** `const Open = Status("open")`. */
function castTo(value: SyntaxNode, typed: ReadonlyMap<string, number>): string | undefined {
  const callee = value.type === 'call_expression' ? goCallee(value) : '';
  return typed.has(callee) ? callee : undefined;
}

const EMBEDDED = /^gorm\.Model$/;

function structAt(spec: SyntaxNode, of: string, facts: Facts): void {
  const struct = spec.childForFieldName('type');
  const name = spec.childForFieldName('name');
  if (struct?.type !== 'struct_type' || name === null || !/\bgorm[:.]/.test(struct.text)) return;
  const list = childrenOf(childrenOf(struct)[0] ?? null).filter(({ type }) => type === 'field_declaration');
  const isModel = list.some((each) => EMBEDDED.test(each.text.split(/\s/)[0] ?? ''));
  const bases = list.filter(
    (each) => !hasName(each) && !EMBEDDED.test(each.childForFieldName('type')?.text ?? ''),
  );
  const id = { kind: 'number', type: 'uint', isId: true, default: '' } as const;
  facts.entities.push(
    entityFact('gorm', name.text, {
      fields: [
        ...(isModel ? [fieldFact('ID', lineOf(name), id)] : []),
        ...list.flatMap((each) =>
          fieldsOf(each, { of, isKeyed: (name) => struct.text.includes(`${name}ID `) }),
        ),
      ],
      extends: bases.map((each) => goTypeName(each.childForFieldName('type'))),
    }),
  );
}

function hasName(field: SyntaxNode): boolean {
  return childrenOf(field).some(({ type }) => type === 'field_identifier');
}

/** `isKeyed`: a key stands beside it, so that it is another entity. */
type Around = { readonly of: string; readonly isKeyed: (name: string) => boolean };

function fieldsOf(field: SyntaxNode, { of, isKeyed }: Around): readonly FieldFact[] {
  const written = field.childForFieldName('type')?.text ?? '';
  const tag = /gorm:"([^"]*)"/.exec(field.childForFieldName('tag')?.text ?? '')?.[1] ?? '';
  if (tag === '-') return [];
  const isList = written.startsWith('[]') && written !== '[]byte';
  const bare = goTypeName(field.childForFieldName('type'));
  const kind = KINDS.get(written.replace(/^\*/, '')) ?? KINDS.get(bare) ?? 'unknown';
  const told = (key: string): string | undefined => new RegExp(`(?:^|;)${key}:([^;]+)`, 'i').exec(tag)?.[1];
  const given = told('default') ?? (/autoCreateTime|autoIncrement/i.test(tag) ? '' : undefined);
  const key = told('foreignKey');
  const keys = key === undefined ? [] : [key];
  const isClass = kind === 'unknown' && /^[A-Z]\w*$/.test(bare);
  const from = /(\w+)\.\w+$/.exec(written)?.[1] ?? of;
  return childrenOf(field)
    .filter(({ type }) => type === 'field_identifier')
    .map((name) =>
      fieldFact(name.text, lineOf(name), {
        column: told('column'),
        kind: isList && kind !== 'unknown' ? 'json' : kind,
        type: written,
        isNullable: written.startsWith('*') || !/not null/i.test(tag),
        isList,
        isId: /primaryKey|primary_key/i.test(tag) || name.text === 'ID',
        default: given,
        ...(isClass
          ? {
              enum: isList || isKeyed(name.text) ? bare : fullName(bare, from),
              stores: 'value',
              relation: { to: bare, many: isList, keys },
            }
          : {}),
      }),
    );
}

const KINDS = byWord<FieldKind>({
  text: 'string uuid.UUID UUID sql.NullString',
  boolean: 'bool',
  number: 'int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64',
  datetime: 'time.Time gorm.DeletedAt sql.NullTime',
  bytes: '[]byte',
  json: 'datatypes.JSON',
});

/** `db.Create(&Order{Name: name})`, also by a variable. */
function creations(root: SyntaxNode, facts: Facts): void {
  for (const call of within(root, 'call_expression')) {
    if (!/\.(?:Create|Save)$/.test(goCallee(call))) continue;
    const given = goArguments(call)[0]?.text ?? '';
    const method = nearestAround(call, /^(?:function_declaration|method_declaration)$/);
    if (method === undefined) continue;
    const variable = /^&?(\w+)$/.exec(given)?.[1];
    for (const literal of within(method, 'composite_literal')) {
      const isIt =
        variable === undefined
          ? literal.startIndex >= call.startIndex && literal.endIndex <= call.endIndex
          : new RegExp(`\\b${variable}\\s*:?=\\s*&?$`).test(
              method.text.slice(0, literal.startIndex - method.startIndex),
            );
      const type = literal.childForFieldName('type');
      if (!isIt || !/^(?:type_identifier|qualified_type)$/.test(type?.type ?? '')) continue;
      const later =
        variable === undefined
          ? []
          : [...method.text.matchAll(new RegExp(`\\b${variable}\\.(\\w+)\\s*=(?!=)`, 'g'))];
      facts.creations.push({
        entity: goTypeName(type),
        fields: [...goFields(literal).keys(), ...later.map(([, name = '']) => name)],
        isOpen: goFields(literal).size === 0,
        line: lineOf(literal),
      });
    }
  }
}

/** Entities of gorm, and constants of a type of their own. */
export const goEntities: SyntaxFinder = {
  language: 'go',
  applies: ({ isTest }) => !isTest,
  find(root, facts) {
    enums(root, facts);
    for (const spec of within(root, 'type_spec')) structAt(spec, packageOf(root), facts);
    creations(root, facts);
  },
};
