import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { goAssigned, goFields } from '../parse/go.ts';
import { argumentsIn, javaCallee } from '../parse/java.ts';
import { childrenOf, lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { isMadeUpName, isShipped, MADE_UP_WORDS } from './names.ts';

const said = (name: string): string => `${name} is made-up data in code that ships`;

/** `List.of(new User(1, "Ann"), …)`, `Arrays.asList(…)`, `new User[] {…}`. */
function isJavaRecords(value: SyntaxNode | null): boolean {
  if (value === null) return false;
  const callee = value.type === 'method_invocation' ? javaCallee(value) : undefined;
  const elements =
    callee !== undefined &&
    /^(?:List|Set|Arrays|Stream|Lists)$/.test(callee.on) &&
    /^(?:of|asList|newArrayList)$/.test(callee.name)
      ? argumentsIn(value)
      : /^array_(?:creation_expression|initializer)$/.test(value.type)
        ? childrenOf(value.type === 'array_initializer' ? value : value.childForFieldName('value'))
        : [];
  const records = elements.filter(
    (each) =>
      (each.type === 'object_creation_expression' && argumentsIn(each).length >= 2) ||
      /^Map\.of\(|\.build\(\)$/.test(each.text),
  );
  if (records.length > 0 && records.length === elements.length) return true;
  // `new ArrayList<>(List.of(…))`
  return value.type === 'object_creation_expression' && argumentsIn(value).some(isJavaRecords);
}

/** Records of Java that call themselves made up. */
export const madeUpInJava: SyntaxFinder = {
  language: 'java',
  words: MADE_UP_WORDS,
  applies: isShipped,
  find(root, facts) {
    for (const declared of within(root, 'variable_declarator')) {
      const name = declared.childForFieldName('name')?.text ?? '';
      if (isMadeUpName(name) && isJavaRecords(declared.childForFieldName('value')))
        addFlaw(facts, 'MOCK-003', lineOf(declared), said(name));
    }
  },
};

/** `[]User{{ID: 1, Name: "Ann"}}`. */
function isGoRecords(value: SyntaxNode): boolean {
  if (
    value.type !== 'composite_literal' ||
    !/^(?:slice|array|map)_type$/.test(value.childForFieldName('type')?.type ?? '')
  )
    return false;
  return (
    within(value, 'literal_value')
      .slice(1)
      .some((each) => childrenOf(each).filter(({ type }) => type === 'keyed_element').length >= 2) ||
    within(value, 'composite_literal').some((each) => goFields(each).size >= 2)
  );
}

/** Records of Go that call themselves made up. */
export const madeUpInGo: SyntaxFinder = {
  language: 'go',
  words: MADE_UP_WORDS,
  applies: isShipped,
  find(root, facts) {
    for (const set of within(root, 'short_var_declaration', 'var_spec'))
      for (const [left, right] of goAssigned(set))
        if (isMadeUpName(left.text) && isGoRecords(right))
          addFlaw(facts, 'MOCK-003', lineOf(left), said(left.text));
  },
};
