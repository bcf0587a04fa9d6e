import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { type PythonClass, pythonClasses, pythonLiteral } from '../../syntax/python/classes.ts';
import { childrenOf, lineOf } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { djangoModel, pairsOf } from './django.ts';
import { sqlalchemyModel } from './sqlalchemy.ts';
import { type EnumFact, enumFact, listFact } from './fact.ts';
import type { Facts } from '../../engine/facts.ts';

const ENUM =
  /^(?:\w+\.)?(?:Enum|StrEnum|IntEnum|TextChoices|IntegerChoices|CaseInsensitiveEnum|str_enum|\w+Enum)$/;

type Known = { readonly isSqlModel: boolean; readonly isDjango: boolean; readonly inside?: string };

function learnClass(node: PythonClass, facts: Facts, known: Known): void {
  const { isSqlModel, isDjango, inside } = known;
  if (node.bases.some((base) => ENUM.test(base))) {
    const found = enumOf(node, inside);
    return found === undefined ? undefined : void facts.enums.push(found);
  }
  const entity = sqlalchemyModel(node, isSqlModel) ?? (isDjango ? djangoModel(node) : undefined);
  if (entity !== undefined) facts.entities.push(entity);
  for (const each of node.inner)
    if (each.name !== 'Meta') learnClass(each, facts, { ...known, inside: node.name });
  for (const { name, value, line } of node.members) if (value !== null) choices(name, value, line, facts);
}

function enumOf({ name, members, line }: PythonClass, inside: string | undefined): EnumFact | undefined {
  const found: EnumFact['members'][number][] = [];
  let isOpen = false;
  for (const member of members) {
    if (member.name.startsWith('_')) continue;
    const first =
      member.value?.type === 'expression_list' || member.value?.type === 'tuple'
        ? childrenOf(member.value)[0]
        : member.value;
    const value = pythonLiteral(first);
    if (value === undefined) isOpen = true;
    else found.push({ name: member.name, value });
  }
  if (found.length === 0 && !isOpen) return undefined;
  return enumFact(name, found, line, { isOpen, inside });
}

/** `STATUSES = [('open', 'Open'), …]`. */
function choices(name: string, value: SyntaxNode, line: number, facts: Facts): void {
  const values = pairsOf(value);
  if (values !== undefined) facts.enums.push(listFact(name, values, line));
}

function topChoices(root: SyntaxNode, facts: Facts): void {
  for (const statement of childrenOf(root)) {
    const assignment = statement.type === 'expression_statement' ? childrenOf(statement)[0] : undefined;
    if (assignment?.type !== 'assignment') continue;
    const left = assignment.childForFieldName('left');
    const right = assignment.childForFieldName('right');
    if (left?.type === 'identifier' && right !== null) choices(left.text, right, lineOf(assignment), facts);
  }
}

/** Models of Django, SQLAlchemy and SQLModel, and enumerations. */
export const pythonEntities: SyntaxFinder = {
  language: 'python',
  applies: ({ isTest, path }) => !isTest && !/(?:^|\/)(?:migrations|alembic|versions)\//.test(path),
  find(root, facts, { text }) {
    const isSqlModel = /\bsqlmodel\b|\bSQLModel\b/.test(text);
    const isDjango = /\bdjango\b|\bmodels\.Model\b/.test(text);
    for (const each of pythonClasses(root)) learnClass(each, facts, { isSqlModel, isDjango });
    if (isDjango) topChoices(root, facts);
  },
};
