import { readHead } from '../../tools/registry-file.ts';
import type { RuleCheck } from '../../packages/scan/engine/rule.ts';

/** A rule with what its `rule.json` says of it. */
export function wholeRule<Check extends RuleCheck>(id: string, check: Check) {
  const { kind: _, ...head } = readHead(new URL(`../../packages/scan/rules/${id}`, import.meta.url).pathname);
  return { ...head, ...check };
}
