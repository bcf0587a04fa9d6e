import type { Epic } from '../../model/epic.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import { withheldIn } from '../agent-call/privacy.ts';
import type { StageContext } from '../stage-context.ts';
import { landedFiles } from '../scans/ticket-files.ts';

type Milestone = Epic['milestones'][number];
type Kept = { readonly tip: string; readonly lines: Promise<readonly string[]> };

/** By milestone, for the tip of the epic branch that was asked about last. */
const taken = new WeakMap<StageContext, Map<string, Kept>>();

/**
 * What the milestones that a ticket's own comes after expose, one line each: names, routes and variables of the
 * environment that their tickets brought, as the epic branch had them when somebody was sent (DISPATCH-14). Help, and
 * nothing that a verdict rests on: where that tip cannot be read nothing is told.
 */
export async function earlierExposed(
  context: StageContext,
  { ticket, run }: Pick<AssignmentEvent, 'ticket' | 'run'>,
): Promise<readonly string[]> {
  const tip = context.tipWhenSent(run);
  const { milestones, tickets } = context.inputs.epic;
  const own = tickets.find(({ id }) => id === ticket)?.milestone ?? null;
  const lines: string[] = [];
  try {
    for (const each of milestonesBefore(milestones, own)) lines.push(...(await linesOf(context, each, tip)));
  } catch {
    return [];
  }
  return lines;
}

/** All that have to be over before it begins, in the order of the epic. */
function milestonesBefore(all: readonly Milestone[], own: string | null): readonly Milestone[] {
  const before = new Set<string>();
  const waiting = [own];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const earlier of all.find((milestone) => milestone.id === id)?.after ?? []) {
      if (!before.has(earlier)) waiting.push(earlier);
      before.add(earlier);
    }
  }
  return all.filter(({ id }) => before.has(id));
}

async function linesOf(context: StageContext, milestone: Milestone, tip: string): Promise<readonly string[]> {
  const known = taken.get(context) ?? new Map<string, Kept>();
  taken.set(context, known);
  const kept = known.get(milestone.id);
  if (kept?.tip === tip) return kept.lines;
  const lines = exposedAt(context, milestone, tip);
  known.set(milestone.id, { tip, lines });
  // What failed once is asked again.
  lines.catch(() => known.delete(milestone.id));
  return lines;
}

async function exposedAt(context: StageContext, { id }: Milestone, tip: string): Promise<readonly string[]> {
  const own = new Set(
    context.inputs.epic.tickets.filter((ticket) => ticket.milestone === id).map((each) => each.id),
  );
  const { files } = await landedFiles(context, tip, (job) => job.kind === 'ticket' && own.has(job.id));
  const shown = [...files].filter((path) => withheldIn(context)?.has(path) !== true).toSorted();
  if (shown.length === 0) return [];
  // The rules' own eyes are many modules: they are loaded where somebody builds on something.
  const { newlyExposed } = await import('../scans/lazy-scans.ts');
  const told = await newlyExposed(context, shown, tip);
  return told.flatMap(({ file, exports, routes, variables }) => [
    ...(exports.length === 0 ? [] : [`${id}: ${file} exports ${exports.join(', ')}`]),
    ...routes.map((route) => `${id}: route ${route} (${file})`),
    ...variables.map((name) => `${id}: environment variable ${name} (${file})`),
  ]);
}
