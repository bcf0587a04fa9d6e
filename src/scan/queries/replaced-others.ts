import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import type { Facts } from '../facts/facts.ts';
import { around, lineOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { isLoopedSource, REPLACED } from './where.ts';

export type Step = {
  readonly node: SyntaxNode;
  readonly of: string;
  readonly what: 'remove' | 'make' | 'save';
};

/** The first row that is removed and made again after it was saved that it is gone, or undefined. */
export function firstReplaced(steps: readonly Step[], needsSave: boolean): SyntaxNode | undefined {
  for (const [index, removed] of steps.entries()) {
    if (removed.what !== 'remove') continue;
    let isSaved = !needsSave;
    for (const later of steps.slice(index + 1)) {
      if (later.what === 'save') isSaved = true;
      if (later.what === 'make' && later.of === removed.of && isSaved && isFollowed(removed.node, later.node))
        return removed.node;
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

function say(facts: Facts, node: SyntaxNode | undefined): void {
  if (node !== undefined) addFlaw(facts, 'BACK-016', lineOf(node), REPLACED);
}

/** Rows of Django and SQLAlchemy. */
export const replacedInPython: SyntaxFinder = {
  language: 'python',
  words: ['delete('],
  applies: isLoopedSource,
  find(root, facts) {
    for (const method of within(root, 'function_definition')) {
      const whole = method.parent?.type === 'decorated_definition' ? method.parent : method;
      if (!/\bdelete\(/.test(method.text) || /atomic|transaction|begin\(|begin_nested/.test(whole.text))
        continue;
      const steps = within(method, 'call')
        .filter(
          (call) => nearestAround(call, /^(?:function_definition|lambda)$/)?.startIndex === method.startIndex,
        )
        .flatMap(pythonStep);
      say(
        facts,
        firstReplaced(
          steps.filter(({ of }) => of.startsWith('django:')),
          false,
        ),
      );
      say(
        facts,
        firstReplaced(
          steps.filter(({ of }) => !of.startsWith('django:')),
          true,
        ),
      );
    }
  },
};

function pythonStep(node: SyntaxNode): readonly Step[] {
  const callee = node.childForFieldName('function')?.text ?? '';
  const django = /^(\w+)\.objects\b.*\.(delete|adelete|create|acreate|bulk_create|abulk_create)$/s.exec(
    callee,
  );
  if (django?.[1] !== undefined)
    return [
      { node, of: `django:${django[1]}`, what: django[2]?.endsWith('delete') === true ? 'remove' : 'make' },
    ];
  const queried =
    /\.query\((\w+)\).*\.delete$/s.exec(callee)?.[1] ?? /^(\w+)\.query\b.*\.delete$/s.exec(callee)?.[1];
  if (queried !== undefined) return [{ node, of: queried, what: 'remove' }];
  if (/(?:session|db)\.commit$/.test(callee)) return [{ node, of: '', what: 'save' }];
  const deleted = /\bexecute$/.test(callee)
    ? /^\w*(?:\.\w+)*\.execute\(\s*delete\((\w+)\)/.exec(node.text)?.[1]
    : undefined;
  if (deleted !== undefined) return [{ node, of: deleted, what: 'remove' }];
  const added = /(?:session|db)\.add(?:_all)?$/.test(callee)
    ? /\(\s*\[?\s*([A-Z]\w*)\(/.exec(node.text)?.[1]
    : undefined;
  return added === undefined ? [] : [{ node, of: added, what: 'make' }];
}

/** Rows of Entity Framework. */
export const replacedInCsharp: SyntaxFinder = {
  language: 'csharp',
  words: ['RemoveRange(', 'ExecuteDelete', '.Remove('],
  applies: isLoopedSource,
  find(root, facts) {
    for (const method of within(root, 'method_declaration')) {
      if (!/Remove(?:Range)?\(|ExecuteDelete/.test(method.text) || /Transaction/i.test(method.text)) continue;
      say(facts, firstReplaced(within(method, 'invocation_expression').flatMap(csharpStep), true));
    }
  },
};

function csharpStep(node: SyntaxNode): readonly Step[] {
  const callee = (node.childForFieldName('function')?.text ?? '').replaceAll(/\s+/g, '');
  if (/SaveChanges(?:Async)?$/.test(callee)) return [{ node, of: '', what: 'save' }];
  const found =
    /^_?\w*(?:[cC]ontext|[dD]b)\.(\w+)\b.*?\.?(RemoveRange|Remove|ExecuteDelete|ExecuteDeleteAsync|Add|AddRange|AddAsync|AddRangeAsync)$/s.exec(
      callee,
    );
  const [, of, verb] = found ?? [];
  if (of === undefined || verb === undefined) return [];
  if (verb.startsWith('ExecuteDelete'))
    return [
      { node, of, what: 'remove' },
      { node, of: '', what: 'save' },
    ];
  return [{ node, of, what: verb.startsWith('Remove') ? 'remove' : 'make' }];
}
