import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { addFlaw } from '../../engine/flaws.ts';
import { goFields } from '../../syntax/go/view.ts';
import type { LanguageView } from '../../syntax/language-view.ts';
import { childrenOf, lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import { views } from '../../syntax/views.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { isMadeUpName, isSampleName, isShipped } from './names.ts';

/** Whether a value is a list of records that are written out. */
const areRecords: Readonly<Record<LanguageView['language'], (value: SyntaxNode, name: string) => boolean>> = {
  python: (value, name) =>
    (!isSampleName(name) && isPythonList(value)) ||
    (CALLED_DATA.test(name) && areDictionaries(value)) ||
    (isSampleName(name) && areDictionaries(value) && isPythonList(value)),
  /** `new List<User> { new() { Id = 1, Name = "Ann" } }`. */
  csharp(value) {
    const made = within(value, 'object_creation_expression', 'implicit_object_creation_expression');
    const isList = /^(?:new\s*(?:List|\w+\[|\[)|\[|new\(\))/.test(value.text);
    return isList && made.some(({ text }) => (text.match(/\w+\s*=[^=>]|,/g) ?? []).length >= 2);
  },
  java: isJavaList,
  /** `[]User{{ID: 1, Name: "Ann"}}`. */
  go: (value) =>
    value.type === 'composite_literal' &&
    /^(?:slice|array|map)_type$/.test(value.childForFieldName('type')?.type ?? '') &&
    (within(value, 'literal_value')
      .slice(1)
      .some((each) => childrenOf(each).filter(({ type }) => type === 'keyed_element').length >= 2) ||
      within(value, 'composite_literal').some((each) => goFields(each).size >= 2)),
};

/** `mock_data`, `fake_results`: whatever its rows are made of. */
const CALLED_DATA = /_(?:data|response|results?|records|rows|list|items)$/i;

function pairsIn(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === 'dictionary' ? childrenOf(node).filter(({ type }) => type === 'pair') : [];
}

function elementsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(node).filter(({ type }) => type !== 'comment');
}

function areDictionaries(node: SyntaxNode): boolean {
  const elements = node.type === 'list' ? elementsOf(node) : [];
  return elements.length > 1 && elements.every((each) => pairsIn(each).length > 1);
}

/** A list or a tuple of records: dictionaries with two members or more, or calls of a class with two named values. */
function isPythonList(node: SyntaxNode | null): boolean {
  if (node === null || !/^(?:list|tuple)$/.test(node.type)) return false;
  const elements = elementsOf(node);
  return elements.length > 0 && elements.every(isPythonRecord);
}

function isPythonRecord(node: SyntaxNode): boolean {
  const pairs = pairsIn(node);
  if (pairs.some((pair) => isPythonList(pair.childForFieldName('value')))) return true;
  const keys = pairs.map((pair) => pair.childForFieldName('key')?.text.replaceAll(/["']/g, '') ?? '');
  if (keys.length >= 2 && keys.some((key) => /^(?:_?id|uuid|name|title|email|price|username)$/.test(key)))
    return true;
  const given = childrenOf(node.childForFieldName('arguments')).filter(
    ({ type }) => type === 'keyword_argument',
  );
  return given.length >= 2 && /^[A-Z]\w*$/.test(node.childForFieldName('function')?.text ?? '');
}

/** `List.of(new User(1, "Ann"), …)`, `Arrays.asList(…)`, `new User[] {…}`, `new ArrayList<>(List.of(…))`. */
function isJavaList(value: SyntaxNode): boolean {
  const { on, name, args } = views.java.call(value);
  const isCall = value.type === 'method_invocation';
  const isList =
    /^(?:List|Set|Arrays|Stream|Lists)$/.test(on?.text ?? '') && /^(?:of|asList|newArrayList)$/.test(name);
  const isArray = /^array_(?:creation_expression|initializer)$/.test(value.type);
  const array = value.type === 'array_initializer' ? value : value.childForFieldName('value');
  const elements = isCall && isList ? args : isArray ? childrenOf(array) : [];
  const isRecord = (each: SyntaxNode): boolean =>
    (each.type === 'object_creation_expression' && views.java.call(each).args.length >= 2) ||
    /^Map\.of\(|\.build\(\)$/.test(each.text);
  if (elements.length > 0 && elements.every(isRecord)) return true;
  return value.type === 'object_creation_expression' && args.some(isJavaList);
}

/** Records that call themselves made up, in every language but TypeScript. */
export const madeUpInOthers: readonly SyntaxFinder[] = Object.values(views).map((view) => ({
  language: view.language,
  applies: isShipped,
  find(root, facts) {
    for (const [left, value] of within(root, ...view.declares).flatMap((set) => view.assigned(set))) {
      const name = left.text.replace(/^self\./, '');
      const isNamed = isMadeUpName(name) || (view.language === 'python' && isSampleName(name));
      if (/^\w+$/.test(name) && isNamed && areRecords[view.language](value, name))
        addFlaw(facts, 'MOCK-003', lineOf(left), `${name} is made-up data in code that ships`);
    }
  },
}));
