import type { GateContext } from './context.ts';
import { said } from './verification.ts';
import { verify } from './verify.ts';

/**
 * Runs the checks a blocked agent named on the base commit (all of them where none it named is known). Red or not
 * computable there: the infrastructure is broken. Green: the claim is false (FLOW-12).
 */
export async function confirmBlocked(
  context: GateContext,
  base: string,
  checks: readonly string[],
): Promise<{ readonly confirmed: boolean; readonly because: string }> {
  const named = new Set(checks.map(folded));
  const known = context.plan.verify.map((check) => check.id).filter((id) => named.has(folded(id)));
  const { cells } = await verify(context, base, known.length === 0 ? {} : { checks: known });
  const bad = cells.filter((cell) => cell.status !== 'PASS' && !cell.flaky);
  if (bad.length > 0) {
    const list = bad.map((cell) => `${said(cell)}: ${cell.details.split('\n')[0] ?? ''}`);
    return { confirmed: true, because: `not green at base: ${list.join('; ')}`.slice(0, 2000) };
  }
  if (cells.length === 0)
    return { confirmed: false, because: 'no check is configured that could confirm it' };
  return { confirmed: false, because: `green at base: ${cells.map(said).join(', ')}`.slice(0, 2000) };
}

function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
