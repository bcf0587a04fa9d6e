import { sha256 } from '../model/sha256.ts';
import type { GateContext } from './context.ts';
import type { Work } from './gate.ts';

/** Remembers that this very tree passed: a landing whose merged tree is the validated one asks the same again. */
export async function proofOf(
  { hub, plan, measurements }: GateContext,
  { base, ticket }: Work,
  { tree, checks }: { readonly tree: string; readonly checks: readonly string[] },
): Promise<{ readonly isKnown: () => boolean; readonly keep: () => void }> {
  const [held, was] = await Promise.all([hub.commit(tree), hub.commit(base)]);
  const { setup, environments } = plan;
  const asked = plan.verify.filter(({ id }) => checks.includes(id));
  const about = [held.tree, was.tree, asked, setup, environments, ticket];
  const key = `${sha256(JSON.stringify(about))}-put-back`;
  return {
    isKnown: () => (measurements?.get(key) as { readonly passed?: boolean } | undefined)?.passed === true,
    keep: () => measurements?.put(key, { passed: true }),
  };
}
