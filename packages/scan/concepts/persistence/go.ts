import type { SyntaxNode } from '../../../../src/ports/syntax.ts';
import { goArguments, goCallee, goFunctions, goParameters } from '../../syntax/go/view.ts';
import { childrenOf, lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import type { Facts } from '../../engine/facts.ts';

const HANDLES = /^(?:http\.ResponseWriter|\*gin\.Context|echo\.Context|\*?fiber\.Ctx)$/;
const SAVES =
  /\.(?:Save\w*|Update\w*|Create\w*|Insert\w*|Put\w*|Store\w*|Exec\w*|Commit|Upsert\w*|Set\w*|Replace\w*|Write\w*|Persist\w*|Add\w*|Edit\w*|Modify\w*)\(/;
const LOADS = /(?:^|\.)(?:db|DB|gdb|orm)\b.*\.(?:First|Take|Last|Find)$/s;
const STORE = /(?:^|\.)\w*(?:[rR]epo(?:sitory)?|[sS]tore|[dD]ao|[qQ]ueries)\.(?:Get|Find|Load|Fetch)\w*$/;
/** Who is handed something to show it keeps nothing. */
const SHOWS =
  /(?:JSON|Encode|Render|Respond\w*|respond\w*|[wW]riteJSON|Printf|Println|Marshal|[tT]o\w*(?:Response|DTO|Dto)|New\w*Response|Info|Debug)$/;

function functionAt(node: SyntaxNode, facts: Facts): void {
  const body = node.childForFieldName('body');
  const text = body?.text ?? '';
  // A writer of answers writes no rows.
  const code = text.replaceAll(/\b(?:w|rw|c|ctx|res)\.(?:Write\w*|Set\w*|Header\(\)\.Set)\(/g, '(');
  if (body === null || SAVES.test(code.replaceAll(/\.Header\(\)\.(?:Set|Add)\(/g, '('))) return;
  const isHandler = goParameters(node.childForFieldName('parameters')).some(({ type }) => HANDLES.test(type));
  const calls = within(body, 'call_expression');
  for (const call of calls) {
    const what = loadedBy(call);
    if (what === undefined) continue;
    const at = within(body, 'assignment_statement', 'inc_statement').find(
      (set) =>
        set.startIndex > call.endIndex &&
        new RegExp(`^${what}\\.[A-Z]\\w*\\s*(?:[-+*/|]?=[^=]|\\+\\+|--)`).test(set.text),
    );
    // What is emptied is only not shown.
    if (/=\s*(?:""|nil)$/.test(at?.text ?? '')) continue;
    const isGiven = calls.some(
      (other) =>
        other.startIndex > call.endIndex &&
        !SHOWS.test(goCallee(other)) &&
        goArguments(other).some((each) => new RegExp(`^&?${what}$`).test(each.text)),
    );
    const isReturned = within(body, 'return_statement').some((each) =>
      new RegExp(`^return\\s[^(]*\\b${what}\\b(?!\\.)`).test(each.text),
    );
    if (at === undefined || isGiven || new RegExp(`\\b${what}\\.[A-Z]\\w*\\(`).test(text)) continue;
    return void facts.unsaved.push({
      what,
      how: 'changed',
      of: node.childForFieldName('name')?.text ?? '',
      isHandler: isHandler && !isReturned,
      ...(isReturned ? { isReturned: true as const } : {}),
      line: lineOf(at),
    });
  }
}

/** `db.First(&user, id)`, `user, err := s.repo.Find(id)`. */
function loadedBy(call: SyntaxNode): string | undefined {
  const callee = goCallee(call);
  if (LOADS.test(callee)) return /^&(\w+)$/.exec(goArguments(call)[0]?.text ?? '')?.[1];
  if (!STORE.test(callee)) return undefined;
  const set = call.parent?.parent;
  const left =
    set?.type === 'short_var_declaration' ? childrenOf(set.childForFieldName('left'))[0] : undefined;
  return left === undefined || left.text === '_' ? undefined : left.text;
}

/** What functions of Go load, change and do not save. */
export const goUnsaved: SyntaxFinder = {
  language: 'go',
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const each of goFunctions(root)) functionAt(each, facts);
  },
};
