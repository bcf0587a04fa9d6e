import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { goArguments, goCallee } from '../parse/go.ts';
import { childrenOf, lineOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { NUMBERS } from './where.ts';

const LOST = 'what this check answers is not looked at: invalid input goes on';
const CHECKS =
  /(?:^|\.)(?:validate|validator|v)\.(?:Struct|StructCtx|Var)$|^c(?:tx)?\.(?:ShouldBind\w*|Validate)$|^(?:req|input|body|payload|form|params)\.Validate$/;

/** Checks of Go whose answer nobody looks at. */
export const uncheckedInGo: SyntaxFinder = {
  language: 'go',
  words: ['validate', 'Validate', 'ShouldBind'],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const statement of within(root, 'expression_statement', 'assignment_statement')) {
      const call =
        statement.type === 'expression_statement'
          ? childrenOf(statement)[0]
          : statement.childForFieldName('left')?.text === '_'
            ? childrenOf(statement.childForFieldName('right'))[0]
            : undefined;
      if (call?.type === 'call_expression' && CHECKS.test(goCallee(call)))
        addFlaw(facts, 'BACK-017', lineOf(statement), LOST);
    }
  },
};

const REQUEST =
  /\.URL\.Query\(\)\.Get\(|\.(?:FormValue|PostFormValue|PathValue|QueryParam)\(|\bchi\.URLParam\(|\bmux\.Vars\(|^c(?:tx)?\.(?:Param|Params|Query|QueryParam|DefaultQuery|PostForm|FormValue)\(/;

/** Numbers that are read from a request of Go and used as they come. */
export const numbersInGo: SyntaxFinder = {
  language: 'go',
  words: ['strconv.'],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const set of within(root, 'short_var_declaration', 'assignment_statement')) {
      const [value, failure] = childrenOf(set.childForFieldName('left'));
      const call = childrenOf(set.childForFieldName('right'))[0];
      if (failure?.text !== '_' || value === undefined || call?.type !== 'call_expression') continue;
      if (!/^strconv\.(?:Atoi|ParseInt|ParseUint|ParseFloat)$/.test(goCallee(call))) continue;
      const method = nearestAround(set, /^(?:func_literal|function_declaration|method_declaration)$/);
      if (method === undefined || !isFromRequest(goArguments(call)[0], method)) continue;
      // Whoever compares it afterwards has asked.
      const after = method.text.slice(set.endIndex - method.startIndex);
      if (new RegExp(`\\b(?:if|switch|max|min|clamp\\w*)\\b[^{\\n]*\\b${value.text}\\b`).test(after))
        continue;
      addFlaw(facts, 'BACK-018', lineOf(set), NUMBERS);
    }
  },
};

function isFromRequest(input: SyntaxNode | undefined, method: SyntaxNode): boolean {
  if (input === undefined) return false;
  if (REQUEST.test(input.text)) return true;
  if (input.type === 'index_expression') {
    const vars = input.childForFieldName('operand')?.text ?? '';
    return new RegExp(`\\b${vars}\\s*:=\\s*mux\\.Vars\\(`).test(method.text);
  }
  return (
    input.type === 'identifier' &&
    within(method, 'short_var_declaration').some(
      (each) =>
        each.childForFieldName('left')?.text === input.text &&
        REQUEST.test(each.childForFieldName('right')?.text ?? ''),
    )
  );
}
