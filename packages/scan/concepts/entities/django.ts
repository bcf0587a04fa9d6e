import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { argumentsOf, dottedName } from '../../syntax/python/view.ts';
import { type PythonClass, type PythonMember, pythonLiteral } from '../../syntax/python/classes.ts';
import { defined } from '../../engine/defined.ts';
import { type EntityFact, entityFact, type FieldFact, fieldFact } from './fact.ts';
import { kindOfName } from './field-kinds.ts';

const FIELD = /^(?:models\.|django_models\.)?(?<type>[A-Z]\w*Field|ForeignKey)$/;

/** Classes that have fields too and store nothing by themselves. */
const NOT_A_MODEL = /(?:Form|FormSet|Serializer|FilterSet)$/;

/** A class with fields of Django's is a model; what its base is called does not matter, unless that is a form. */
export function djangoModel(node: PythonClass): EntityFact | undefined {
  if (node.bases.some((base) => NOT_A_MODEL.test(base))) return undefined;
  const fields = node.members.map((member) => fieldOf(member, node)).filter((field) => field !== undefined);
  const isModel = node.bases.some((base) => /^(?:models\.)?Model$/.test(base));
  if (fields.length === 0 && !isModel) return undefined;
  const meta = node.inner.find(({ name }) => name === 'Meta');
  const told = (name: string): SyntaxNode | null =>
    meta?.members.find((member) => member.name === name)?.value ?? null;
  return entityFact('django', node.name, {
    table: textOf(told('db_table')),
    fields,
    extends: node.bases
      .map((base) => base.slice(base.lastIndexOf('.') + 1))
      .filter((base) => base !== 'Model'),
    isAbstract: told('abstract')?.text === 'True' || told('proxy')?.text === 'True',
  });
}

/** The text of a literal; undefined for anything else. */
function textOf(node: SyntaxNode | null | undefined): string | undefined {
  const text = pythonLiteral(node);
  return typeof text === 'string' ? text : undefined;
}

const RELATION =
  /^(?:ForeignKey|OneToOneField|ManyToManyField|ParentalKey|TreeForeignKey|GenericForeignKey)$/;

function fieldOf({ name, value, line }: PythonMember, of: PythonClass): FieldFact | undefined {
  if (value?.type !== 'call') return undefined;
  const callee = dottedName(value.childForFieldName('function')) ?? '';
  const type = FIELD.exec(callee)?.groups?.['type'];
  if (type === undefined) return undefined;
  const { placed, named } = argumentsOf(value);
  const column = textOf(named.get('db_column'));
  const given =
    named.get('default') ?? named.get('db_default') ?? named.get('auto_now') ?? named.get('auto_now_add');
  const shared = {
    type,
    isNullable: named.get('null')?.text === 'True' || type === 'NullBooleanField',
    isId: named.get('primary_key')?.text === 'True',
    default: given?.text,
  };
  if (RELATION.test(type)) {
    const to = targetOf(placed[0] ?? named.get('to'), of.name);
    const inverse = String(pythonLiteral(named.get('related_name')) ?? `${of.name.toLowerCase()}_set`);
    const many = type === 'ManyToManyField';
    const relation = defined({ to, many, keys: many ? [] : [name], inverse });
    const stored = many ? undefined : (column ?? `${name}_id`);
    return fieldFact(name, line, { ...shared, kind: 'relation', isList: many, column: stored, relation });
  }
  const choices = choicesOf(named.get('choices'));
  return fieldFact(name, line, {
    ...shared,
    column,
    kind: choices === undefined ? (kindOfName(type) ?? fieldKind(type)) : 'enum',
    isList: type === 'ArrayField',
    ...choices,
  });
}

function fieldKind(type: string): FieldFact['kind'] {
  if (/Integer|Float|Decimal|Auto/.test(type)) return 'number';
  if (/Char|Text|Slug|Email|URL|UUID|File|Image/.test(type)) return 'text';
  return 'unknown';
}

function targetOf(node: SyntaxNode | undefined, own: string): string | undefined {
  if (node === undefined) return undefined;
  const name = pythonLiteral(node) ?? dottedName(node);
  if (typeof name !== 'string') return undefined;
  if (name === 'self') return own;
  const last = name.slice(name.lastIndexOf('.') + 1);
  return last === 'AUTH_USER_MODEL' ? 'User' : last;
}

/** `choices=Status.choices`, `choices=STATUSES`, `choices=[('a', 'A')]`. */
function choicesOf(node: SyntaxNode | undefined): Pick<FieldFact, 'enum' | 'values' | 'stores'> | undefined {
  if (node === undefined) return undefined;
  const values = pairsOf(node);
  if (values !== undefined) return { values, stores: 'value' };
  const name = dottedName(node)?.replace(/\.choices$/, '');
  return name === undefined
    ? { stores: 'value' }
    : { enum: name.slice(name.lastIndexOf('.') + 1), stores: 'value' };
}

/** The first of each pair in `[('a', 'A'), ('b', 'B')]`; undefined where it is anything else. */
export function pairsOf(node: SyntaxNode): readonly (string | number)[] | undefined {
  if (node.type !== 'list' && node.type !== 'tuple') return undefined;
  const values: (string | number)[] = [];
  for (const pair of node.namedChildren) {
    if (pair === null || pair.type === 'comment') continue;
    if (pair.type !== 'tuple' && pair.type !== 'list') return undefined;
    const value = pythonLiteral(pair.namedChildren[0]);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values.length === 0 ? undefined : values;
}
