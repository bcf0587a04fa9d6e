import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { childrenOf, lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { isMadeUpName, isSampleName, isShipped, MADE_UP_WORDS } from './names.ts';

const said = (name: string): string => `${name} is made-up data in code that ships`;

/** A list or a tuple of records: dictionaries with two members or more, or calls of a class with two named values. */
function isRecords(node: SyntaxNode | null): boolean {
  if (node === null || !/^(?:list|tuple)$/.test(node.type)) return false;
  const elements = childrenOf(node).filter(({ type }) => type !== 'comment');
  return elements.length > 0 && elements.every(isRecord);
}

function isRecord(node: SyntaxNode | null): boolean {
  if (node?.type === 'dictionary') {
    const pairs = childrenOf(node).filter(({ type }) => type === 'pair');
    const keys = pairs.map((pair) => pair.childForFieldName('key')?.text.replaceAll(/["']/g, '') ?? '');
    if (pairs.some((pair) => isRecords(pair.childForFieldName('value')))) return true;
    return (
      pairs.length >= 2 && keys.some((key) => /^(?:_?id|uuid|name|title|email|price|username)$/.test(key))
    );
  }
  if (node?.type !== 'call') return false;
  const isMade = /^[A-Z]\w*$/.test(node.childForFieldName('function')?.text ?? '');
  const given = childrenOf(node.childForFieldName('arguments')).filter(
    ({ type }) => type === 'keyword_argument',
  );
  return isMade && given.length >= 2;
}

/** `mock_data`, `fake_results`: whatever its rows are made of. */
const CALLED_DATA = /_(?:data|response|results?|records|rows|list|items)$/i;

function areDictionaries(node: SyntaxNode | null): boolean {
  if (node?.type !== 'list') return false;
  const elements = childrenOf(node).filter(({ type }) => type !== 'comment');
  return (
    elements.length > 1 &&
    elements.every(
      (each) =>
        each.type === 'dictionary' && childrenOf(each).filter(({ type }) => type === 'pair').length > 1,
    )
  );
}

/** Records of Python that call themselves made up. */
export const madeUpInPython: SyntaxFinder = {
  language: 'python',
  words: MADE_UP_WORDS,
  applies: isShipped,
  find(root, facts) {
    for (const set of within(root, 'assignment')) {
      const name = (set.childForFieldName('left')?.text ?? '').replace(/^self\./, '');
      const isSample = isSampleName(name);
      if (!/^\w+$/.test(name) || (!isSample && !isMadeUpName(name))) continue;
      const value = set.childForFieldName('right');
      if (isSample && !areDictionaries(value)) continue;
      if (isRecords(value) || (CALLED_DATA.test(name) && areDictionaries(value)))
        addFlaw(facts, 'MOCK-003', lineOf(set), said(name));
    }
  },
};

/** Records of C# that call themselves made up: a list or an array of objects that are written out. */
export const madeUpInCsharp: SyntaxFinder = {
  language: 'csharp',
  words: MADE_UP_WORDS,
  applies: isShipped,
  find(root, facts) {
    for (const declared of within(root, 'variable_declarator')) {
      const name = declared.childForFieldName('name')?.text ?? '';
      if (!isMadeUpName(name)) continue;
      const made = within(declared, 'object_creation_expression', 'implicit_object_creation_expression');
      const isList = /=\s*(?:new\s*(?:List|\w+\[|\[)|\[|new\(\))/.test(declared.text);
      const records = made.filter((each) => (each.text.match(/\w+\s*=[^=>]|,/g) ?? []).length >= 2);
      if (isList && records.length > 0) addFlaw(facts, 'MOCK-003', lineOf(declared), said(name));
    }
  },
};
