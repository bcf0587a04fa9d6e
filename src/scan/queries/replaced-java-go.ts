import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { goArguments, goCallee, goFunctions } from '../parse/go.ts';
import { annotationsOf, javaCallee, javaMembers } from '../parse/java.ts';
import { lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { firstReplaced, type Step } from './replaced-others.ts';
import { isLoopedSource, REPLACED } from './where.ts';

/** Rows of Spring Data. */
export const replacedInJava: SyntaxFinder = {
  language: 'java',
  words: ['.delete', '.remove'],
  applies: isLoopedSource,
  find(root, facts) {
    for (const type of within(root, 'class_declaration')) {
      if (annotationsOf(type).some(({ name }) => name === 'Transactional')) continue;
      for (const method of javaMembers(type)) {
        if (method.type !== 'method_declaration' || /[tT]ransaction/.test(method.text)) continue;
        const found = firstReplaced(within(method, 'method_invocation').flatMap(javaStep), false);
        if (found !== undefined) addFlaw(facts, 'BACK-016', lineOf(found), REPLACED);
      }
    }
  },
};

function javaStep(node: SyntaxNode): readonly Step[] {
  const { on, name } = javaCallee(node);
  if (!/(?:[rR]epository|[rR]epo|[dD]ao)$/.test(on)) return [];
  if (/^(?:delete|remove)(?![a-z])(?!ById$)/.test(name)) return [{ node, of: on, what: 'remove' }];
  return /^(?:save|saveAll|insert|saveAllAndFlush|saveAndFlush)$/.test(name)
    ? [{ node, of: on, what: 'make' }]
    : [];
}

/** Rows of database/sql and gorm. */
export const replacedInGo: SyntaxFinder = {
  language: 'go',
  words: ['DELETE FROM', 'delete from', '.Delete('],
  applies: isLoopedSource,
  find(root, facts) {
    for (const method of goFunctions(root)) {
      if (/\b[tT]x\b|Transaction|\bBegin\w*\(|\.Clauses\(|OnConflict|ON CONFLICT/.test(method.text)) continue;
      const found = firstReplaced(within(method, 'call_expression').flatMap(goStep), false);
      if (found !== undefined) addFlaw(facts, 'BACK-016', lineOf(found), REPLACED);
    }
  },
};

function goStep(node: SyntaxNode): readonly Step[] {
  const callee = goCallee(node);
  const given = goArguments(node);
  if (/\.Exec(?:Context)?$/.test(callee)) {
    const text = given.map((each) => each.text).join(' ');
    const removed = /\bdelete\s+from\s+["`]?(\w+)/i.exec(text)?.[1];
    const made = /\binsert\s+into\s+["`]?(\w+)/i.exec(text)?.[1];
    if (removed !== undefined) return [{ node, of: removed, what: 'remove' }];
    return made === undefined ? [] : [{ node, of: made, what: 'make' }];
  }
  const type = /^&?(?:\[\])?([A-Z]\w*|\w+\.[A-Z]\w*)\{/.exec(given[0]?.text ?? '')?.[1];
  if (type === undefined || !/(?:db|DB|orm)\b/.test(callee)) return [];
  if (callee.endsWith('.Delete')) return [{ node, of: type, what: 'remove' }];
  return /\.(?:Create|Save|CreateInBatches)$/.test(callee) ? [{ node, of: type, what: 'make' }] : [];
}
