import { addFlaw } from '../../engine/flaws.ts';
import { lineOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { sayFallback, sayUnverified } from './say-others.ts';
import { isShipped, SWALLOWED } from './where.ts';

const SETTING =
  /(?:onfiguration|onfig|_config)\s*(?:\[|\.GetValue<string>\()\s*"([^"]+)"|GetEnvironmentVariable\(\s*"([^"]+)"/;

/** What writes, by EF Core, by Dapper, or by a repository of the project's own. */
const WRITES =
  /\.(?:SaveChanges|ExecuteDelete|ExecuteUpdate)(?:Async)?\(|[rR]epository\.(?:Add|Update|Delete|Remove|Save|Insert)\w*\(|\.Execute(?:Async)?\(\s*[$@]*"\s*(?:INSERT|UPDATE|DELETE)\b/i;

/** What C# does that lets strangers in or loses what was to be kept. */
export const safetyInCsharp: SyntaxFinder = {
  language: 'csharp',
  applies: isShipped,
  find(root, facts) {
    for (const set of within(root, 'assignment_expression')) {
      const left = set.childForFieldName('left')?.text ?? '';
      const right = set.childForFieldName('right')?.text ?? '';
      const isOff =
        /Certificate\w*Callback$/.test(left) &&
        /DangerousAcceptAnyServerCertificateValidator|=>\s*(?:true|\{\s*return\s+true;\s*\})$|delegate[^{]*\{\s*return\s+true;\s*\}$/.test(
          right,
        );
      if (isOff) sayUnverified(set, facts);
    }
    for (const either of within(root, 'binary_expression')) {
      const right = either.childForFieldName('right')?.text ?? '';
      const found = SETTING.exec(either.childForFieldName('left')?.text ?? '');
      if (right.startsWith('"') && either.text.includes('??'))
        sayFallback(found?.[1] ?? found?.[2], right.slice(1, -1), lineOf(either), facts);
    }
    for (const clause of within(root, 'catch_clause')) {
      const body = clause.childForFieldName('body')?.text ?? '';
      const kind = within(clause, 'catch_declaration')[0]?.text ?? '';
      const attempt = nearestAround(clause, /^try_statement$/);
      const isAll = kind === '' || /^\(\s*(?:System\.)?Exception\b/.test(kind);
      if (/^\{\s*\}$/.test(body) && isAll && WRITES.test(attempt?.childForFieldName('body')?.text ?? ''))
        addFlaw(facts, 'SAFE-005', lineOf(clause), SWALLOWED);
    }
  },
};
