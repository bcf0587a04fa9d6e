import type { WrittenEpic } from '../model/epic.ts';
import type { Salvaged } from '../schema/shape.ts';
import type { Suggest } from '../schema/suggest.ts';
import { type Complaint, complain, type Located, type Path, type Remark } from '../schema/complaint.ts';
import { cyclesOf } from './digraph.ts';
import type { Draft, ReadFile } from './drafts.ts';
import { fileProblem, readingFiles, standardFiles, ticketRules, unknown } from './ticket-rules.ts';
import { waitsOf } from './waits.ts';

type Written = Salvaged<WrittenEpic>;

export type EpicUnderReview = {
  readonly written: Written;
  readonly drafts: readonly Draft[];
  readonly source: Located;
  readonly readFile: ReadFile;
  readonly suggest: Suggest;
};

/** Everything about an epic that its shape cannot say, tickets included. */
export function epicRules(epic: EpicUnderReview): readonly Complaint[] {
  const { drafts, written, readFile, suggest } = epic;
  const milestoneIds = new Set((written.milestones ?? []).flatMap((one) => one?.id ?? []));
  const ticketIds = new Set(drafts.flatMap((draft) => draft.written.id ?? []));
  const around = { milestoneIds, ticketIds, readFile, suggest };
  return [
    ...header(epic),
    ...sameIds(drafts),
    ...drafts.flatMap((draft) => ticketRules(draft, around)),
    ...milestones(epic, milestoneIds),
    ...waiting(epic),
  ];
}

function header({ written, source, readFile }: EpicUnderReview): readonly Complaint[] {
  const complaints: Complaint[] = [];
  const say = (path: Path, remark: Remark | undefined) => {
    if (remark) complaints.push(complain(source, path, remark));
  };
  const { base, original, reading, standards } = written;
  if (base !== undefined && !isBranchName(base)) say(['base'], { message: `"${base}" is not a branch name` });
  if (original !== undefined) say(['original'], fileProblem(original, readFile));
  for (const { path, file } of [...readingFiles(reading), ...standardFiles(standards)])
    say(path, fileProblem(file, readFile));
  return complaints;
}

/** The part of git's rules that could turn a branch name into an option, a range or a pattern. */
function isBranchName(name: string): boolean {
  if (/[\s~^:?*[\\\p{Cc}]/u.test(name)) return false;
  // `@` and HEAD mean the commit in hand, whichever that is.
  if (name === '@' || name === 'HEAD' || name.endsWith('.')) return false;
  if (name.split('/').some((step) => step === '' || step.startsWith('.') || step.endsWith('.lock')))
    return false;
  return !name.startsWith('-') && !name.includes('..') && !name.includes('@{');
}

/** Two branches that differ only by case are one file on many disks. */
function sameIds(drafts: readonly Draft[]): readonly Complaint[] {
  const seen = new Map<string, Draft>();
  return drafts.flatMap((draft) => {
    const { id } = draft.written;
    if (id === undefined) return [];
    const before = seen.get(id.toLowerCase());
    if (before === undefined) {
      seen.set(id.toLowerCase(), draft);
      return [];
    }
    const { file, line } = before.complain(['id'], { message: '' });
    return [draft.complain(['id'], clash(id, before.ticket.id, `${file}:${line}`))];
  });
}

function clash(id: string, other: string, place: string): Remark {
  if (id === other) return { message: `the id "${id}" is used twice`, hint: `first at ${place}` };
  return { message: `the id "${id}" differs from "${other}" only by case`, hint: `the other is at ${place}` };
}

function milestones(epic: EpicUnderReview, known: ReadonlySet<string>): readonly Complaint[] {
  const { written, source, readFile, suggest } = epic;
  const seen = new Map<string, string>();
  return [...(written.milestones ?? []).entries()].flatMap(([index, milestone]) => {
    if (milestone === undefined) return [];
    const { id, requirements, after } = milestone;
    const complaints: Complaint[] = [];
    const say = (path: Path, remark: Remark | undefined) => {
      if (remark) complaints.push(complain(source, ['milestones', index, ...path], remark));
    };
    if (id !== undefined) {
      const other = seen.get(id.toLowerCase());
      if (other !== undefined) say(['id'], clash(id, other, `milestone "${other}"`));
      seen.set(id.toLowerCase(), id);
    }
    if (requirements !== undefined) say(['requirements'], fileProblem(requirements, readFile));
    for (const [at, name] of (after ?? []).entries()) {
      if (name === undefined) continue;
      if (name === id) say(['after', at], { message: `"${name}" cannot be after itself` });
      else if (!known.has(name)) say(['after', at], unknown('milestone', name, suggest(name, known)));
    }
    return complaints;
  });
}

/** Cycles among tickets, among milestones, and deadlocks between the two, each shown as a path. */
export function waiting({
  drafts,
  written,
  source,
}: Pick<EpicUnderReview, 'drafts' | 'written' | 'source'>): readonly Complaint[] {
  const tickets = drafts.map(({ ticket }) => ticket);
  const milestones = (written.milestones ?? []).map((one) => ({
    id: one?.id ?? '',
    after: (one?.after ?? []).filter((name) => name !== undefined),
  }));
  const ofTickets = cyclesOf(waitsOf({ tickets, milestones: [] })).map((cycle) => {
    const names = cycle.map((node) => tickets[node]?.id ?? '');
    const draft = drafts[cycle[0] ?? 0];
    return draft?.complain(['needs'], { message: `these tickets wait for each other: ${pathText(names)}` });
  });
  const ofMilestones = cyclesOf(waitsOf({ tickets: [], milestones })).map((cycle) => {
    const names = cycle.map((node) => milestones[node]?.id ?? '');
    const message = `these milestones wait for each other: ${pathText(names)}`;
    return complain(source, ['milestones', cycle[0] ?? 0, 'after'], { message });
  });
  const found = [...ofTickets, ...ofMilestones].filter((complaint) => complaint !== undefined);
  // A deadlock between the two kinds is only worth telling once each kind is sound by itself.
  return found.length > 0 ? found : deadlocks(drafts, milestones);
}

type Milestones = readonly { readonly id: string; readonly after: readonly string[] }[];

function deadlocks(drafts: readonly Draft[], milestones: Milestones): readonly Complaint[] {
  const tickets = drafts.map(({ ticket }) => ticket);
  return cyclesOf(waitsOf({ tickets, milestones })).flatMap((cycle) => {
    const names = cycle.map(
      (node) => tickets[node]?.id ?? `milestone ${milestones[node - tickets.length]?.id}`,
    );
    const draft = drafts[cycle[0] ?? 0];
    if (draft === undefined) return [];
    const message = `depends on a ticket of a later milestone: ${pathText(names)}`;
    return [draft.complain(['needs'], { message, hint: 'move one of the tickets to another milestone' })];
  });
}

const SHOWN = 12;

/** `A → B → C → A`; a very long way is shortened in the middle. */
function pathText(names: readonly string[]): string {
  const round = [...names, names[0] ?? ''];
  if (round.length <= SHOWN + 1) return round.join(' → ');
  const left = round.length - SHOWN;
  return [...round.slice(0, SHOWN / 2), `… ${left} more …`, ...round.slice(-SHOWN / 2)].join(' → ');
}
