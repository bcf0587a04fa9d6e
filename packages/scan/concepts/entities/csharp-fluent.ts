import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { defined } from '../../engine/defined.ts';
import { childrenOf, lineOf } from '../../syntax/tree-sitter/nodes.ts';
import type { Facts } from '../../engine/facts.ts';

/** One call of a chain: `HasOne(x => x.Author)`, `HasConversion<string>()`. */
type Link = {
  readonly name: string;
  readonly type: string | undefined;
  readonly given: readonly SyntaxNode[];
};

type Chain = { readonly start: string; readonly links: readonly Link[] };

/** What `OnModelCreating` and `IEntityTypeConfiguration<T>.Configure` say. */
export function fluentSetup(method: SyntaxNode, facts: Facts): void {
  const builders = new Map<string, string>();
  for (const parameter of childrenOf(method.childForFieldName('parameters'))) {
    const entity = /^EntityTypeBuilder<(?<of>\w+)>$/.exec(parameter.childForFieldName('type')?.text ?? '')
      ?.groups?.['of'];
    const name = parameter.childForFieldName('name')?.text;
    if (entity === undefined || name === undefined) continue;
    builders.set(name, entity);
    facts.entitySets.push({ entity, name: entity });
  }
  const body = method.childForFieldName('body');
  if (body !== null) statements(body, builders, facts);
}

function statements(block: SyntaxNode, builders: ReadonlyMap<string, string>, facts: Facts): void {
  for (const statement of childrenOf(block)) {
    if (statement.type === 'block' || /^(?:if|foreach|using)_statement$/.test(statement.type))
      statements(statement, builders, facts);
    const expression =
      statement.type === 'expression_statement'
        ? childrenOf(statement)[0]
        : statement.type === 'arrow_expression_clause'
          ? childrenOf(statement)[0]
          : statement.type === 'invocation_expression'
            ? statement
            : undefined;
    if (expression?.type === 'invocation_expression') learnChain(expression, builders, facts);
  }
}

function chainOf(node: SyntaxNode): Chain {
  const links: Link[] = [];
  let at: SyntaxNode | null = node;
  while (at?.type === 'invocation_expression') {
    const called: SyntaxNode | null = at.childForFieldName('function');
    const given = childrenOf(at.childForFieldName('arguments'));
    const name = called?.type === 'member_access_expression' ? called.childForFieldName('name') : called;
    const [, word = '', , type] = /^(\w+)(<([\w?.]+)>)?/.exec(name?.text ?? '') ?? [];
    links.unshift({ name: word, type, given });
    at = called?.type === 'member_access_expression' ? called.childForFieldName('expression') : null;
  }
  return { start: at?.text ?? '', links };
}

function learnChain(node: SyntaxNode, builders: ReadonlyMap<string, string>, facts: Facts): void {
  const { start, links } = chainOf(node);
  const [first, ...rest] = links;
  if (first === undefined) return;
  if (first.name === 'Entity' && first.type !== undefined) {
    facts.entitySets.push({ entity: first.type, name: first.type });
    const lambda = childrenOf(first.given[0] ?? null).find(({ type }) => type === 'lambda_expression');
    const inner = lambda?.childForFieldName('body') ?? null;
    const name = lambda?.childForFieldName('parameters')?.text.replaceAll(/[()\s]/g, '');
    if (inner !== null && name !== undefined)
      statements(
        inner.type === 'block' ? inner : (lambda ?? inner),
        new Map([...builders, [name, first.type]]),
        facts,
      );
    learnLinks(first.type, rest, lineOf(node), facts);
    return;
  }
  const entity = builders.get(start);
  if (entity !== undefined) learnLinks(entity, links, lineOf(node), facts);
}

function learnLinks(entity: string, links: readonly Link[], line: number, facts: Facts): void {
  const [first] = links;
  if (first === undefined) return;
  const named = (name: string): Link | undefined => links.find((each) => each.name === name);
  if (first.name === 'Property') {
    const [field] = membersIn(first);
    const conversion = named('HasConversion');
    const given =
      named('HasDefaultValue') ??
      named('HasDefaultValueSql') ??
      named('HasComputedColumnSql') ??
      named('ValueGeneratedOnAdd');
    const column = /^"(?<text>[^"]*)"$/.exec(named('HasColumnName')?.given[0]?.text ?? '')?.groups?.['text'];
    const type = named('HasColumnType')?.given[0]?.text ?? '';
    const isText =
      conversion !== undefined &&
      (conversion.type === 'string' ||
        /ToString|EnumToString/.test(conversion.given.map(({ text }) => text).join(' ')));
    const stores = isText || /char|text/i.test(type) ? ('name' as const) : undefined;
    const value = given === undefined ? undefined : (given.given[0]?.text ?? '');
    if (field !== undefined)
      facts.fieldSetups.push(defined({ entity, field, column, default: value, stores }));
    return;
  }
  if (!/^(?:HasOne|HasMany|OwnsOne|OwnsMany)$/.test(first.name)) return;
  const [field] = membersIn(first);
  const [inverse] = membersIn(links.find(({ name }) => /^With(?:One|Many)$/.test(name)));
  const keys = membersIn(named('HasForeignKey'));
  const many = first.name.endsWith('Many');
  facts.links.push(defined({ from: entity, to: first.type, many, keys, field, inverse, line }));
}

/** The members in `x => x.A`, `x => new { x.A, x.B }` and `"A"`. */
function membersIn(link: Link | undefined): readonly string[] {
  const text = link?.given[0]?.text ?? '';
  const literal = /^"(?<name>\w+)"$/.exec(text)?.groups?.['name'];
  if (literal !== undefined) return [literal];
  const lambda = /^\(?(?<parameter>\w+)\)?\s*=>/.exec(text)?.groups?.['parameter'];
  if (lambda === undefined) return [];
  return [...text.matchAll(/\b(?<of>\w+)[!?]?\.(?<name>\w+)/g)]
    .filter(({ groups }) => groups?.['of'] === lambda)
    .map(({ groups }) => groups?.['name'] ?? '');
}
