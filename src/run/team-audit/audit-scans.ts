import type { Finding } from '../../model/finding.ts';
import type { MergeCommit } from '../../ports/git.ts';
import { freshFindings } from '../../review/index.ts';
import { isNear, type Rule } from '../../../packages/scan/index.ts';
import { scanFindingOf } from '../scans/scan-finding.ts';
import { scanAt } from '../scans/scan-at.ts';
import { freshScans, within } from '../scans/scans.ts';
import type { FreshScans } from '../scans/scans.ts';
import type { StageContext } from '../stage-context.ts';
import { matterIn, workIn } from './audit-scope.ts';

/** With more to look at, everything is taken for the audit's own: whole trees are scanned for it. */
const MOST_STEPS = 30;

/** Taken once for all who ask about the same audit and commit. */
const taken = new WeakMap<StageContext, Map<string, Promise<FreshScans>>>();

/** What static rules say of a commit that is the matter of this audit (DISPATCH-14). */
export async function scansOf(context: StageContext, audit: string, commit: string): Promise<FreshScans> {
  const known = taken.get(context) ?? new Map<string, Promise<FreshScans>>();
  taken.set(context, known);
  const key = `${audit} ${context.state().base} ${commit}`;
  const scans = known.get(key) ?? ownScans(context, audit, commit);
  known.set(key, scans);
  // What failed once is asked again.
  scans.catch(() => known.delete(key));
  return scans;
}

/**
 * What a rule over the project says of a file that a milestone did not change may be its doing all the same. It is not
 * where only landings of other milestones have brought it: not one of its own, nor anything that is nobody's.
 */
async function ownScans(context: StageContext, audit: string, commit: string): Promise<FreshScans> {
  const work = await workIn(context, audit, commit);
  const scans = within(await freshScans(context, commit), matterIn(work));
  if (work === null || work.others.landings.length === 0) return scans;
  const far = scans.rules.filter((rule) => !isNear(rule));
  const isFar = new Set(far.map(({ id }) => id));
  const isOwnFile = (file: string): boolean => work.own.files.has(file) || work.loose.files.has(file);
  const inDoubt = scans.findings.filter(({ rule, file }) => isFar.has(rule) && !isOwnFile(file));
  if (inDoubt.length === 0) return scans;
  const { base } = context.state();
  const others = new Set(work.others.landings.map((landing) => landing.commit));
  const steps = stepsBeside(others, await context.hub.merges(base, commit), { from: base, to: commit });
  if (steps.length > MOST_STEPS) return scans;
  const asked = far.filter(({ id }) => inDoubt.some(({ rule }) => rule === id));
  const left = new Set(await notBrought(context, asked, steps, inDoubt));
  return { ...scans, findings: scans.findings.filter((finding) => !left.has(finding)) };
}

type Step = readonly [before: string, after: string];

/** The way from one commit to another without the landings of others; what lies between two landings is a step as well. */
function stepsBeside(
  others: ReadonlySet<string>,
  landings: readonly MergeCommit[],
  { from, to }: { readonly from: string; readonly to: string },
): readonly Step[] {
  const steps: Step[] = [];
  let at = from;
  for (const { commit, onto } of landings) {
    if (onto !== at) steps.push([at, onto]);
    if (!others.has(commit)) steps.push([onto, commit]);
    at = commit;
  }
  return at === to ? steps : [...steps, [at, to]];
}

/** Those of the findings that none of these steps has brought. A step that could not be looked at may have brought any. */
async function notBrought(
  context: StageContext,
  rules: readonly Rule[],
  steps: readonly Step[],
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const { base } = context.state();
  const seen = new Map<string, ReturnType<typeof scanAt>>();
  const scanned = (commit: string): ReturnType<typeof scanAt> => {
    const scan = seen.get(commit) ?? scanAt(context, commit, rules, { base: commit === base ? null : base });
    seen.set(commit, scan);
    return scan;
  };
  let left = findings;
  for (const [before, after] of steps) {
    if (left.length === 0) return left;
    const [was, is] = [await scanned(before), await scanned(after)];
    if (was.crashes.length > 0 || is.crashes.length > 0) return [];
    const brought = freshFindings(is.findings.map(scanFindingOf), was.findings.map(scanFindingOf), new Map());
    left = left.filter((finding) => freshFindings([finding], brought, new Map()).length > 0);
  }
  return left;
}
