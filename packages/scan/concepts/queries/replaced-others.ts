import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { addFlaw } from '../../engine/flaws.ts';
import { annotationNamed } from '../../syntax/java/view.ts';
import { type Call, calleeOf, type LanguageView } from '../../syntax/language-view.ts';
import { around, lineOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import { views } from '../../syntax/views.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { isLoopedSource, REPLACED } from './where.ts';

/** What a call does to the rows of a table. `at once`: removed without a save after it. */
type Act = readonly ['remove' | 'remove at once' | 'make' | 'save', of: string];

type Step = { readonly node: SyntaxNode; readonly act: Act };

type Words = {
  /** Functions whose text has this keep what they do together. */
  readonly together: RegExp;
  readonly inner?: RegExp;
  readonly act: (callee: string, call: Call, node: SyntaxNode) => Act | undefined;
};

const vocabularies: Readonly<Record<LanguageView['language'], Words>> = {
  python: {
    together: /atomic|transaction|begin\(|begin_nested/,
    inner: /^(?:function_definition|lambda)$/,
    act(callee, _, { text }) {
      const [, model, verb] = /^(\w+)\.objects\b.*\.(a?delete|a?create|a?bulk_create)$/s.exec(callee) ?? [];
      if (model !== undefined)
        return [verb?.endsWith('delete') === true ? 'remove at once' : 'make', `objects ${model}`];
      if (/(?:session|db)\.commit$/.test(callee)) return ['save', ''];
      const removed =
        /\.query\((\w+)\).*\.delete$/s.exec(callee) ??
        /^(\w+)\.query\b.*\.delete$/s.exec(callee) ??
        /^\w*(?:\.\w+)*\.execute\(\s*delete\((\w+)\)/.exec(text);
      if (removed?.[1] !== undefined) return ['remove', removed[1]];
      const added = /(?:session|db)\.add(?:_all)?$/.test(callee)
        ? /\(\s*\[?\s*([A-Z]\w*)\(/.exec(text)
        : null;
      return added?.[1] === undefined ? undefined : ['make', added[1]];
    },
  },
  csharp: {
    together: /Transaction/i,
    act(callee) {
      if (/SaveChanges(?:Async)?$/.test(callee)) return ['save', ''];
      const [, of, verb] =
        /^_?\w*(?:[cC]ontext|[dD]b)\.(\w+)\b.*?\.?(RemoveRange|Remove|ExecuteDelete|ExecuteDeleteAsync|Add|AddRange|AddAsync|AddRangeAsync)$/s.exec(
          callee,
        ) ?? [];
      if (of === undefined || verb === undefined) return undefined;
      return [verb.startsWith('E') ? 'remove at once' : verb.startsWith('R') ? 'remove' : 'make', of];
    },
  },
  java: {
    together: /[tT]ransaction/,
    act(_, { on, name }) {
      const of = on?.text ?? '';
      if (!/(?:[rR]epository|[rR]epo|[dD]ao)$/.test(of)) return undefined;
      if (/^(?:delete|remove)(?![a-z])(?!ById$)/.test(name)) return ['remove at once', of];
      return /^(?:save|saveAll|insert|saveAllAndFlush|saveAndFlush)$/.test(name) ? ['make', of] : undefined;
    },
  },
  go: {
    together: /\b[tT]x\b|Transaction|\bBegin\w*\(|\.Clauses\(|OnConflict|ON CONFLICT/,
    act(callee, { args }) {
      if (/\.Exec(?:Context)?$/.test(callee)) {
        const text = args.map((each) => each.text).join(' ');
        const removed = /\bdelete\s+from\s+["`]?(\w+)/i.exec(text)?.[1];
        const made = /\binsert\s+into\s+["`]?(\w+)/i.exec(text)?.[1];
        if (removed !== undefined) return ['remove at once', removed];
        return made === undefined ? undefined : ['make', made];
      }
      const type = /^&?(?:\[\])?([A-Z]\w*|\w+\.[A-Z]\w*)\{/.exec(args[0]?.text ?? '')?.[1];
      if (type === undefined || !/(?:db|DB|orm)\b/.test(callee)) return undefined;
      if (callee.endsWith('.Delete')) return ['remove at once', type];
      return /\.(?:Create|Save|CreateInBatches)$/.test(callee) ? ['make', type] : undefined;
    },
  },
};

/** The first row that is removed and made again after it was saved that it is gone, or undefined. */
function firstReplaced(steps: readonly Step[]): SyntaxNode | undefined {
  for (const [index, { node, act: removed }] of steps.entries()) {
    if (!removed[0].startsWith('remove')) continue;
    let isSaved = removed[0] === 'remove at once';
    for (const { node: later, act } of steps.slice(index + 1)) {
      if (act[0] === 'save') isSaved = true;
      if (act[0] === 'make' && act[1] === removed[1] && isSaved && isFollowed(node, later)) return node;
    }
  }
  return undefined;
}

const BRANCH =
  /^(?:if_statement|else_clause|elif_clause|except_clause|catch_clause|match_statement|switch_section|switch_statement|switch_block_statement_group|expression_case)$/;

/** Not on another branch: whatever branch the first stands on, the second stands on it too. */
function isFollowed(first: SyntaxNode, second: SyntaxNode): boolean {
  for (const branch of around(first)) {
    if (!BRANCH.test(branch.type)) continue;
    // What is done to find out which branch to take is done on every one.
    const then = branch.childForFieldName('consequence');
    if (then !== null && first.endIndex <= then.startIndex) continue;
    const isShared = branch.startIndex <= second.startIndex && second.endIndex <= branch.endIndex;
    if (!isShared && /\b(?:return|raise|throw|panic)\b/.test(branch.text)) return false;
    if (isShared && /\belse\b|\belif\b/.test(branch.text)) return false;
  }
  return true;
}

/** Whether a transaction is opened around a function, by its text or by what stands above it. */
function isTogether(method: SyntaxNode, together: RegExp): boolean {
  const whole = method.parent?.type === 'decorated_definition' ? method.parent : method;
  const type = nearestAround(method, /^class_declaration$/);
  return (
    together.test(whole.text) ||
    (type !== undefined && annotationNamed(type, /^Transactional$/) !== undefined)
  );
}

/** Rows that are removed and made again without a transaction, in every language but TypeScript. */
export const replacedInOthers: readonly SyntaxFinder[] = Object.values(views).map((view) => {
  const { together, inner, act } = vocabularies[view.language];
  return {
    language: view.language,
    applies: isLoopedSource,
    find(root, facts) {
      for (const method of within(root, ...view.methods)) {
        if (isTogether(method, together)) continue;
        const steps = within(method, view.calls[0]).flatMap((node) => {
          // What a function inside of it does, is done when that is called.
          if (inner !== undefined && nearestAround(node, inner)?.startIndex !== method.startIndex) return [];
          const done = act(calleeOf(view, node), view.call(node), node);
          return done === undefined ? [] : [{ node, act: done }];
        });
        const found = firstReplaced(steps);
        if (found !== undefined) addFlaw(facts, 'BACK-016', lineOf(found), REPLACED);
      }
    },
  };
});
