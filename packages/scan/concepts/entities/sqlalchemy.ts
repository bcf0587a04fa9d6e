import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { argumentsOf, dottedName } from '../../syntax/python/view.ts';
import { type PythonClass, type PythonMember, pythonLiteral } from '../../syntax/python/classes.ts';
import { childrenOf } from '../../syntax/tree-sitter/nodes.ts';
import { defined } from '../../engine/defined.ts';
import { type EntityFact, entityFact, type FieldFact, fieldFact } from './fact.ts';
import { kindOfName } from './field-kinds.ts';

const COLUMN = /(?:^|\.)(?:Column|mapped_column|deferred)$/;
const RELATION = /(?:^|\.)(?:relationship|Relationship|backref_relationship)$/;

/** A class with columns: declarative SQLAlchemy of all ages, Flask-SQLAlchemy, SQLModel. */
export function sqlalchemyModel(node: PythonClass, isSqlModelFile: boolean): EntityFact | undefined {
  const table = pythonLiteral(node.members.find(({ name }) => name === '__tablename__')?.value);
  const isAbstract = node.members.some(
    ({ name, value }) => name === '__abstract__' && value?.text === 'True',
  );
  const isTable = node.keywords.get('table') === 'True';
  const isSqlModel = isSqlModelFile && (isTable || node.bases.some((base) => /^SQLModel$|Base$/.test(base)));
  const fields = node.members
    .filter(({ name }) => !name.startsWith('__'))
    .map((member) => fieldOf(member, isSqlModel))
    .filter((field) => field !== undefined);
  if (fields.length === 0 && table === undefined) return undefined;
  const isKept = typeof table === 'string' || isTable || fields.some(({ isId }) => isId);
  return entityFact('sqlalchemy', node.name, {
    table: typeof table === 'string' ? table : isTable ? node.name.toLowerCase() : undefined,
    fields,
    extends: node.bases
      .map((base) => base.replace(/[[(].*$/s, ''))
      .map((base) => base.slice(base.lastIndexOf('.') + 1))
      .filter((base) => !/^(?:Base|Model|SQLModel|DeclarativeBase)$/.test(base)),
    isAbstract: isAbstract || !isKept || (isSqlModel && !isTable),
  });
}

function fieldOf(member: PythonMember, isSqlModel: boolean): FieldFact | undefined {
  const { name, type, value, line } = member;
  const callee = value?.type === 'call' ? (dottedName(value.childForFieldName('function')) ?? '') : '';
  const mapped = /^(?:\w+\.)?(?:Mapped|WriteOnlyMapped|DynamicMapped)\[(?<inner>[\s\S]*)\]$/.exec(type ?? '')
    ?.groups?.['inner'];
  if (value !== null && RELATION.test(callee)) return relationOf(name, mapped ?? type, value, line);
  if (value !== null && COLUMN.test(callee)) return columnOf(name, mapped, value, line);
  if (mapped !== undefined && value === null) return plainField(name, mapped, line);
  if (!isSqlModel || type === undefined || type.startsWith('ClassVar')) return undefined;
  if (value !== null && /(?:^|\.)Field$/.test(callee)) return sqlModelField(name, type, value, line);
  const field = plainField(name, type, line);
  return value === null ? field : { ...field, default: value.text };
}

/** What an annotation says: `Optional[str]`, `str | None`, `list["Post"]`. */
function annotated(type: string): {
  readonly inner: string;
  readonly isNullable: boolean;
  readonly isList: boolean;
} {
  const text = type.replaceAll(/["'\s]/g, '');
  const isNullable = /^(?:\w+\.)?Optional\[|\|None\b|\bNone\|/.test(text);
  const bare = text.replace(/^(?:\w+\.)?Optional\[(.*)\]$/, '$1').replaceAll(/\|None\b|\bNone\|/g, '');
  const list = /^(?:\w+\.)?(?:[Ll]ist|[Ss]et|Sequence|Collection)\[(.*)\]$/.exec(bare);
  return { inner: list?.[1] ?? bare, isNullable, isList: list !== null };
}

function plainField(name: string, type: string, line: number): FieldFact {
  const { inner, isNullable, isList } = annotated(type);
  const kind = kindOfAnnotation(inner);
  const isClass = kind === 'unknown' && /^[A-Z]\w*$/.test(inner);
  const own = isClass ? ({ enum: inner, stores: 'name' } as const) : {};
  return fieldFact(name, line, { kind, type, isNullable, isList, ...own });
}

function kindOfAnnotation(inner: string): FieldFact['kind'] {
  const word = inner.slice(inner.lastIndexOf('.') + 1).replace(/\[.*$/s, '');
  return word === 'datetime' ? 'datetime' : (kindOfName(word) ?? 'unknown');
}

function columnOf(name: string, mapped: string | undefined, call: SyntaxNode, line: number): FieldFact {
  const { placed, named } = argumentsOf(call);
  const column = pythonLiteral(placed[0]);
  const base = plainField(name, mapped ?? '', line);
  const rest = placed.filter((each) => pythonLiteral(each) === undefined);
  const key = rest.find((each) => calleeOf(each)?.endsWith('ForeignKey'));
  const type =
    named.get('type_') ?? rest.find((each) => each !== key && !calleeOf(each)?.endsWith('Constraint'));
  const isId = named.get('primary_key')?.text === 'True';
  const given =
    named.get('default') ??
    named.get('server_default') ??
    named.get('default_factory') ??
    named.get('insert_default') ??
    named.get('onupdate');
  const nullable = named.get('nullable')?.text;
  return fieldFact(name, line, {
    ...base,
    column: typeof column === 'string' && column !== name ? column : undefined,
    ...(type === undefined ? {} : typeFacts(type)),
    isNullable:
      nullable === undefined ? (mapped === undefined ? !isId : base.isNullable) : nullable === 'True',
    isId,
    default: given?.text,
    references: referenceOf(key === undefined ? undefined : argumentsOf(key).placed[0]),
  });
}

function calleeOf(node: SyntaxNode): string | undefined {
  return node.type === 'call' ? dottedName(node.childForFieldName('function')) : dottedName(node);
}

/** `Boolean`, `db.String(20)`, `Enum(Status)`, `sa.Enum('a', 'b', name='x')`. */
function typeFacts(node: SyntaxNode): Pick<FieldFact, 'type' | 'kind' | 'enum' | 'values' | 'stores'> {
  const callee = calleeOf(node) ?? '';
  const word = callee.slice(callee.lastIndexOf('.') + 1);
  if (!/^(?:\w*Enum|ENUM|ChoiceType)$/.test(word) || node.type !== 'call')
    return { type: node.text, kind: word === 'DateTime' ? 'datetime' : (kindOfName(word) ?? 'unknown') };
  const { placed, named } = argumentsOf(node);
  const texts = placed.map((each) => pythonLiteral(each)).filter((each) => each !== undefined);
  if (texts.length > 0 && texts.length === placed.length)
    return { type: node.text, kind: 'enum', values: texts, stores: 'value' };
  const [of] = placed;
  const name = of === undefined ? undefined : dottedName(of);
  const kept = named.has('values_callable') ? ('value' as const) : ('name' as const);
  return defined({
    type: node.text,
    kind: 'enum' as const,
    enum: name?.slice(name.lastIndexOf('.') + 1),
    stores: /^(?:SA|SQL)?Enum$/.test(word) ? kept : undefined,
  });
}

/** `'users.id'`, `User.id`, `User.__table__.c.id`. */
function referenceOf(node: SyntaxNode | undefined): FieldFact['references'] {
  const text = node === undefined ? undefined : (pythonLiteral(node) ?? dottedName(node));
  if (typeof text !== 'string') return undefined;
  const to = text.split('.').at(-2) ?? '';
  return to === '' ? undefined : { to };
}

function sqlModelField(name: string, type: string, call: SyntaxNode, line: number): FieldFact {
  const { placed, named } = argumentsOf(call);
  const base = plainField(name, type, line);
  const column = named.get('sa_column');
  const given = named.get('default') ?? named.get('default_factory') ?? placed[0];
  const isEllipsis = given === undefined || given.text === '...';
  if (column?.type === 'call')
    return {
      ...columnOf(name, type, column, line),
      isNullable: base.isNullable,
      ...(isEllipsis ? {} : { default: given.text }),
    };
  const written = named.get('sa_type');
  return fieldFact(name, line, {
    ...base,
    ...(written === undefined ? {} : typeFacts(written)),
    isNullable: named.get('nullable')?.text === 'True' || base.isNullable,
    isId: named.get('primary_key')?.text === 'True',
    default: isEllipsis ? undefined : given.text,
    references: referenceOf(named.get('foreign_key')),
  });
}

function relationOf(name: string, type: string | undefined, call: SyntaxNode, line: number): FieldFact {
  const { placed, named } = argumentsOf(call);
  const shape = annotated(type ?? '');
  const [first] = placed;
  const target = first === undefined ? shape.inner : String(pythonLiteral(first) ?? dottedName(first) ?? '');
  const to = target.slice(target.lastIndexOf('.') + 1);
  const back = named.get('back_populates') ?? named.get('backref');
  const backName = back?.type === 'call' ? argumentsOf(back).placed[0] : back;
  const inverse = pythonLiteral(backName) ?? (back === undefined ? undefined : '');
  return fieldFact(name, line, {
    kind: 'relation',
    type: type ?? to,
    isNullable: shape.isNullable || type === undefined,
    isList: shape.isList,
    relation: defined({
      to: to === '' ? undefined : to,
      many: shape.isList,
      keys: childrenOfKeys(named.get('foreign_keys')),
      inverse: inverse === undefined ? undefined : String(inverse),
      isTwoSided: named.has('back_populates') ? (true as const) : undefined,
    }),
  });
}

/** `[user_id]`, `"Post.user_id"`. */
function childrenOfKeys(node: SyntaxNode | undefined): readonly string[] {
  if (node === undefined) return [];
  const each = node.type === 'list' ? childrenOf(node) : [node];
  return each
    .map((key) => String(pythonLiteral(key) ?? dottedName(key) ?? ''))
    .map((key) => key.replaceAll(/[[\]\s]/g, ''))
    .map((key) => key.slice(key.lastIndexOf('.') + 1))
    .filter((key) => key !== '');
}
