import { addFlaw } from '../../engine/flaws.ts';
import { childrenOf, lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import { views } from '../../syntax/views.ts';
import * as ts from '../../syntax/typescript/view.ts';
import type { FactFinder, FactWalk, SyntaxFinder } from '../../engine/rule.ts';
import { isShipped } from './where.ts';

const MESSAGE =
  'A failure here is ignored, although an irreversible step follows: the failed step is never repeated';

/** Steps that must have happened before what they are about is gone. */
const FIRST =
  /\b(?:cancel|refund|revoke|backup|archive|transfer|capture|charge|unsubscribe|export|migrate|copy|upload)\w*\s*\(/i;
/** Steps that nobody can take back. What is thrown away with it, and can be made again, is none. */
const LAST =
  /(?<!cache|redis|session|storage|cookies?|map|set|tmp|temp)\.(?:delete|destroy|purge|erase|drop|remove)(?!EventListener|Listener|Item|Child|Attribute|Class)\w*\s*\(/i;
/** The failure goes on, or the function ends with it. */
const STOPS = /\b(?:throw|raise|return|exit|abort|reject|rollback|continue|break|next|goto|panic)\b/;

const LOGS = /^catch$|log|print|console|warn|error|debug|sentry|report|track/i;

/** Whether a handler does nothing or only writes down that it ran: anything else may make up for the failure. */
function onlyLogs(handler: string): boolean {
  return (
    [...handler.matchAll(/([\w.$]+)\s*\(/g)].every(([, name = '']) => LOGS.test(name)) && !STOPS.test(handler)
  );
}

/** Whether a failure of what comes first is passed over before a step that nobody can take back. */
function isLost(body: string, handler: string, after: string): boolean {
  return FIRST.test(body) && onlyLogs(handler) && LAST.test(after) && !LAST.test(body);
}

function attempt({ tryBlock, catchClause, end }: ts.TryStatement, walk: FactWalk): void {
  const block = walk.ancestors.at(-1);
  if (catchClause === undefined || !ts.isBlock(block)) return;
  const { source, text } = walk.file;
  if (isLost(tryBlock.getText(source), catchClause.getText(source), text.slice(end, block.end)))
    walk.flaw('SAFE-005', catchClause, MESSAGE);
}

/** Failures before steps that cannot be undone, in TypeScript and JavaScript. */
export const irreversibleInCode: FactFinder = {
  applies: isShipped,
  visit: new Map([ts.on(ts.isTryStatement, attempt)]),
};

/** The same in the other languages that have exceptions. */
export const irreversibleInOthers: readonly SyntaxFinder[] = [views.python, views.java, views.csharp].map(
  ({ language }) => ({
    language,
    applies: isShipped,
    find(root, facts) {
      for (const node of within(root, 'try_statement')) {
        const after = node.parent?.text.slice(node.endIndex - node.parent.startIndex) ?? '';
        const body = node.childForFieldName('body')?.text ?? '';
        const handlers = childrenOf(node).filter(({ type }) => /^(?:except|catch)_clause$/.test(type));
        const lost = handlers.find(({ text }) => isLost(body, text, after));
        if (lost !== undefined) addFlaw(facts, 'SAFE-005', lineOf(lost), MESSAGE);
      }
    },
  }),
);
