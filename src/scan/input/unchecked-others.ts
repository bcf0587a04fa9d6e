import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { annotationNamed } from '../parse/java.ts';
import { type Call, calleeOf, type LanguageView } from '../parse/language-view.ts';
import { childrenOf, lineOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import { views } from '../parse/views.ts';
import type { SyntaxFinder } from '../rule.ts';

const LOST = 'what this check answers is not looked at: invalid input goes on';

/** A call whose answer nobody looks at. */
type Ignored = {
  readonly callee: string;
  readonly call: Call;
  readonly statement: SyntaxNode;
  readonly text: string;
};

type Words = { readonly words: readonly string[]; readonly isCheck: (ignored: Ignored) => boolean };

const vocabularies: Readonly<Record<LanguageView['language'], Words>> = {
  // Django, its REST framework and marshmallow.
  python: {
    words: ['is_valid(', '.validate('],
    isCheck({ callee, statement, text }) {
      if (/schema\w*\.validate$/i.test(callee)) return /marshmallow|\w*Schema\(/.test(text);
      if (!callee.endsWith('.is_valid') || /raise_exception|super\(\)/.test(statement.text)) return false;
      // Whoever asks for the errors afterwards has looked.
      const after = text.slice(
        statement.endIndex,
        nearestAround(statement, views.python.functions)?.endIndex,
      );
      return !/\.errors\b|\.is_valid\(|\bcleaned_data\b/.test(after);
    },
  },
  // FluentValidation and data annotations.
  csharp: {
    words: ['.Validate(', '.ValidateAsync(', 'TryValidateObject('],
    isCheck: ({ callee }) =>
      /[vV]alidator\.(?:Validate|ValidateAsync)$|\bValidator\.TryValidate(?:Object|Property)$/.test(callee),
  },
  // The validator of Bean Validation gives back what is wrong; others throw, or are told where to write what they find.
  java: {
    words: ['BindingResult', 'Errors ', '.validate('],
    isCheck: ({ callee, call: { args }, text }) =>
      /^(?:this\.)?validator\.validate$/.test(callee) &&
      args.length === 1 &&
      /^import\s+(?:javax|jakarta)\.validation\.(?:Validator|\*)/m.test(text),
  },
  go: {
    words: ['validate', 'Validate', 'ShouldBind'],
    isCheck: ({ callee }) =>
      /(?:^|\.)(?:validate|validator|v)\.(?:Struct|StructCtx|Var)$|^c(?:tx)?\.(?:ShouldBind\w*|Validate)$|^(?:req|input|body|payload|form|params)\.Validate$/.test(
        callee,
      ),
  },
};

/** Checks whose answer nobody looks at, in every language but TypeScript. */
export const uncheckedInOthers: readonly SyntaxFinder[] = Object.values(views).map((view) => {
  const { words, isCheck } = vocabularies[view.language];
  return {
    language: view.language,
    words,
    applies: ({ isTest, isSide }) => !isTest && !isSide,
    find(root, facts, { text }) {
      for (const statement of within(root, 'expression_statement', 'assignment_statement')) {
        const node = ignoredCall(statement, view);
        if (node === undefined) continue;
        if (isCheck({ callee: calleeOf(view, node), call: view.call(node), statement, text }))
          addFlaw(facts, 'BACK-017', lineOf(statement), LOST);
      }
      if (view.language === 'java')
        for (const result of within(root, 'method_declaration').flatMap(unread))
          addFlaw(facts, 'BACK-017', lineOf(result), LOST);
    },
  };
});

/** `check(x);`, `await check(x);`, `_ = check(x)`. */
function ignoredCall(statement: SyntaxNode, view: LanguageView): SyntaxNode | undefined {
  const isSet = statement.type === 'assignment_statement';
  if (isSet && statement.childForFieldName('left')?.text !== '_') return undefined;
  const value = childrenOf(isSet ? statement.childForFieldName('right') : statement)[0];
  const call = value?.type === 'await_expression' ? childrenOf(value)[0] : value;
  return call?.type === view.calls[0] ? call : undefined;
}

/** `@Valid Order order, BindingResult result`: with it nothing is refused but by the method itself. */
function unread(method: SyntaxNode): readonly SyntaxNode[] {
  const body = method.childForFieldName('body');
  const all = views.java.parameters(method);
  const isChecked = all.some(({ node }) => annotationNamed(node, /^(?:Valid|Validated)$/) !== undefined);
  const result = all.find(({ type }) => /^(?:BindingResult|Errors)$/.test(type));
  if (body === null || result === undefined || !isChecked) return [];
  return new RegExp(`\\b${result.name}\\b`).test(body.text) ? [] : [result.node];
}
