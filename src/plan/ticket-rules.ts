import { idProblem } from '../model/names.ts';
import type { Complaint, Path, Remark } from './complaint.ts';
import type { Draft, ReadFile } from './drafts.ts';
import type { Suggest } from './nearest.ts';
import { standardOf } from './normal.ts';
import { globProblem, pathProblem } from './paths.ts';
import { untestable } from './untestable.ts';

export type Surroundings = {
  readonly ticketIds: ReadonlySet<string>;
  readonly milestoneIds: ReadonlySet<string>;
  readonly readFile: ReadFile;
  readonly suggest: Suggest;
};

/** What the shape of a single ticket cannot say. */
export function ticketRules(draft: Draft, around: Surroundings): readonly Complaint[] {
  return [
    ...missing(draft),
    ...identity(draft),
    ...dependencies(draft, around),
    ...criteria(draft),
    ...globs(draft),
    ...files(draft, around.readFile),
  ];
}

function missing(draft: Draft): readonly Complaint[] {
  const { id } = draft.ticket;
  const complaints = (['id', 'title'] as const)
    .filter((key) => !draft.has(key))
    .map((key) => draft.complain([], { message: `"${key}" is missing` }));
  const name = id === '' ? 'the ticket' : id;
  const none = {
    message: `${name} has no acceptance criteria`,
    hint: 'say what must be true when it is done',
  };
  if (!draft.has('acceptance')) return [...complaints, draft.complain([], none)];
  const isEmpty = draft.written.acceptance?.length === 0;
  return isEmpty ? [...complaints, draft.complain(['acceptance'], none)] : complaints;
}

function identity(draft: Draft): readonly Complaint[] {
  const { id, acceptance } = draft.written;
  const complaints: Complaint[] = [];
  const check = (path: Path, name: string) => {
    const problem = idProblem(name);
    if (problem) complaints.push(draft.complain(path, { message: `the id "${name}" ${problem}` }));
  };
  if (id !== undefined) check(['id'], id);
  for (const [index, one] of (acceptance ?? []).entries())
    if (typeof one === 'object' && one.id !== undefined) check(['acceptance', index, 'id'], one.id);
  return complaints;
}

function dependencies(
  draft: Draft,
  { ticketIds, milestoneIds, suggest }: Surroundings,
): readonly Complaint[] {
  const { id, needs, milestone } = draft.written;
  const complaints = [...(needs ?? []).entries()].flatMap(([index, need]) => {
    if (need === undefined) return [];
    if (need === id) return [draft.complain(['needs', index], { message: `"${need}" cannot need itself` })];
    if (ticketIds.has(need)) return [];
    return [draft.complain(['needs', index], unknown('ticket', need, suggest(need, ticketIds)))];
  });
  if (milestone === undefined || milestoneIds.has(milestone)) return complaints;
  return [
    ...complaints,
    draft.complain(['milestone'], unknown('milestone', milestone, suggest(milestone, milestoneIds))),
  ];
}

/** `there is no … "x"`, with the name that was probably meant. */
export function unknown(kind: string, name: string, hint: string): Remark {
  return { message: `there is no ${kind} "${name}"`, hint };
}

function criteria(draft: Draft): readonly Complaint[] {
  const seen = new Set<string>();
  return [...(draft.written.acceptance ?? []).entries()].flatMap(([index, one]) => {
    if (one === undefined) return [];
    const { id, text = '', verify }: typeof one & object = typeof one === 'string' ? { text: one } : one;
    const name = id ?? `AC${index + 1}`;
    const complaints: Complaint[] = [];
    if (seen.has(name.toLowerCase()))
      complaints.push(
        draft.complain(['acceptance', index], { message: `the criterion id "${name}" is used twice` }),
      );
    seen.add(name.toLowerCase());
    const wish = verify === undefined ? untestable(text) : undefined;
    if (wish !== undefined) complaints.push(draft.complain(['acceptance', index], vague(name, wish)));
    return complaints;
  });
}

function vague(name: string, wish: string): Remark {
  return {
    message: `${name} cannot be tested: "${wish}" means something else to everybody`,
    hint: 'name a command, a value, a time or a visible result, or add verify:',
    severity: 'warning',
  };
}

function globs(draft: Draft): readonly Complaint[] {
  return (['touches', 'mayChange'] as const).flatMap((key) =>
    [...(draft.written[key] ?? []).entries()].flatMap(([index, glob]) => {
      const problem = glob === undefined ? undefined : globProblem(glob);
      return problem === undefined ? [] : [draft.complain([key, index], { message: `"${glob}" ${problem}` })];
    }),
  );
}

function files(draft: Draft, readFile: ReadFile): readonly Complaint[] {
  const { reading, standards } = draft.written;
  return [...readingFiles(reading), ...standardFiles(standards)].flatMap(({ path, file }) => {
    const remark = fileProblem(file, readFile);
    return remark ? [draft.complain(path, remark)] : [];
  });
}

/** Why a file that must exist cannot be used. */
export function fileProblem(file: string, readFile: ReadFile): Remark | undefined {
  const problem = pathProblem(file);
  if (problem) return { message: `"${file}" ${problem}` };
  if (readFile(file) !== undefined) return undefined;
  return { message: `the file "${file}" does not exist`, hint: 'paths are relative to the repository' };
}

export type NamedFile = { readonly path: Path; readonly file: string };

type WrittenReading = Draft['written']['reading'];

export function readingFiles(reading: WrittenReading): readonly NamedFile[] {
  return (['must', 'reference'] as const).flatMap((key) =>
    [...(reading?.[key] ?? []).entries()].flatMap(([index, file]) =>
      file === undefined ? [] : [{ path: ['reading', key, index], file }],
    ),
  );
}

type WrittenStandards = Draft['written']['standards'];

export function standardFiles(standards: WrittenStandards): readonly NamedFile[] {
  return [...(standards ?? []).entries()].flatMap(([index, one]) => {
    if (one === undefined) return [];
    const standard = standardOf(one);
    return standard.kind === 'file' ? [{ path: ['standards', index], file: standard.path }] : [];
  });
}
