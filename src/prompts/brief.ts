import type { Check, Command, Environment } from '../model/config.ts';
import type { Coordination, Criterion, Epic, Reading, Standard, Ticket } from '../model/epic.ts';
import { assignment, data, document, documentCap, listed, section, type Section, words } from './section.ts';

/** What a person decided when the developer asked (FLOW-10). */
export type AnsweredQuestion = { readonly question: string; readonly answer: string; readonly by: string };

/** Something a person wants the next agent to know. */
export type Note = { readonly text: string; readonly by: string };

/** What anybody who works on a ticket or judges it has to know. The plan's own types fit. */
export type Brief = {
  readonly ticket: Pick<
    Ticket,
    'id' | 'title' | 'description' | 'touches' | 'mayChange' | 'reading' | 'standards' | 'acceptance'
  >;
  readonly epic: Pick<Epic, 'coordination' | 'reading' | 'standards' | 'environments' | 'verify'> &
    Partial<Pick<Epic, 'description'>>;
  /** The requirements that the ticket names, as their document has them; missing: none. */
  readonly requirements?: readonly string[];
  /** What the milestones before the ticket's own have brought for others to build on; missing: nothing. */
  readonly earlier?: readonly string[];
  /** The other tickets of the epic, by id and title. */
  readonly siblings?: readonly string[];
  /** The commit the work begins at, and the checks that do not pass there; null where nobody measured. */
  readonly base?: { readonly commit: string; readonly red: readonly string[] | null };
};

/** The ticket itself, as its author wrote it. */
export function ticketSections(brief: Brief): readonly Section[] {
  const { title, description, touches, mayChange } = brief.ticket;
  const scope = new Set([...touches, ...mayChange]);
  const about = brief.epic.description ?? '';
  return [
    section('Ticket', assignment(document(description === '' ? title : `${title}\n\n${description}`))),
    // What holds for all tickets is often said there alone: "supports old releases".
    ...(about === '' ? [] : [section('About the Epic', assignment(document(about)))]),
    ...criteriaSections(brief.ticket.acceptance),
    ...listed('Requirements of the Ticket', brief.requirements ?? [], {
      intro: 'Pass the review only if each of these is met. If one is not met, fail the review.',
    }),
    // Without `touches` nothing was said about the scope; `mayChange` only adds to it.
    ...listed('Files the Ticket May Change', touches.length === 0 ? [] : [...scope], {
      intro: 'Nothing outside these patterns may change.',
    }),
  ];
}

export function criteriaSections(criteria: readonly Criterion[]): readonly Section[] {
  if (criteria.length === 0) return [];
  return [section('Acceptance Criteria', assignment(data(criteria.map(criterionText))))];
}

/** What is somebody else's to do: neither to be done here nor to be missed. */
export function siblingSections({ siblings = [] }: Brief): readonly Section[] {
  return listed('Other Tickets of This Epic', siblings, {
    intro: 'Other agents work on these before, during or after your work.',
  });
}

/** What all tickets of the epic have to agree on. */
export function coordinationSections({ epic }: Brief): readonly Section[] {
  return listed('Coordination Rules', coordinationRules(epic.coordination), {
    intro: 'These rules bind every ticket of the epic.',
  });
}

/** Reading and standards of epic and ticket, the epic's first, each once (DISPATCH-12). */
export function readingSections({ epic, ticket }: Brief): readonly Section[] {
  const all = (pick: (reading: Reading) => readonly string[]): readonly string[] => [
    ...new Set([...pick(epic.reading), ...pick(ticket.reading)]),
  ];
  const standards = new Set([...epic.standards, ...ticket.standards].map(standardText));
  return [
    ...listed(
      'Required Reading',
      all((reading) => reading.must),
      { intro: 'MUST READ, in full, before anything else:' },
    ),
    ...listed(
      'Reference',
      all((reading) => reading.reference),
      { intro: 'Look things up here when you need them:' },
    ),
    ...listed('Project Standards', [...standards], {
      cap: documentCap,
      intro: 'The work has to follow these.',
    }),
  ];
}

/** What the milestones before expose (DISPATCH-14). */
export function earlierSections({ earlier = [] }: Brief): readonly Section[] {
  return listed('What Earlier Milestones Expose', earlier, {
    intro: 'This code has landed: build on it instead of writing it again.',
  });
}

/** What says how work is checked. */
export type EpicChecks = Pick<Epic, 'environments' | 'verify'>;

/** Every verification command in every environment it has to pass in. */
export function verificationSections({ epic }: { readonly epic: EpicChecks }): readonly Section[] {
  const runs = epic.verify.flatMap((check) => runsOf(check, epic.environments));
  return listed('Verification Commands', runs, {
    intro: 'Every one has to pass in every environment named.',
  });
}

/** Where a developer works, and what becomes of what it leaves there. */
export function workspaceSection({ ticket, base }: Brief): Section {
  const red = base?.red ?? [];
  return section(
    'Workspace',
    words(
      `You are on the branch ticket/${ticket.id}, in a private clone of the repository without a remote.`,
      'Stay on that branch and keep its history: do not rewrite commits made before you started.',
      'When you end, uncommitted files are committed for you, except ignored ones.',
      ...(base === undefined ? [] : [`The work began at commit ${base.commit}.`]),
      ...(base?.red?.length === 0 ? ["The epic's base passes every verification command."] : []),
      ...(red.length === 0 ? [] : ["On the epic's base these do not pass, which is not your doing:"]),
    ),
    ...(red.length === 0 ? [] : [data(red)]),
  );
}

/** What people said about this ticket so far. */
export function peopleSections(
  answers: readonly AnsweredQuestion[],
  notes: readonly Note[],
): readonly Section[] {
  const answered = answers.map(
    // What is too long is cut at its end: that must not be the answer.
    ({ question, answer, by }) => `Answer (${by}): ${answer}\nQuestion: ${question}`,
  );
  return [
    ...listed('Answers to Questions', answered, {
      intro: 'A person answered. The answers are final: do not ask again.',
      cap: documentCap,
    }),
    ...listed(
      'Notes',
      notes.map(({ text, by }) => `${by}: ${text}`),
      { intro: 'A person left these for you.' },
    ),
  ];
}

export type PeopleWords = {
  readonly answers: readonly AnsweredQuestion[];
  readonly notes: readonly Note[];
};

/** What people said about the ticket, for its judges: a developer that was told so may rely on it. */
export function decidedSections(
  { answers, notes }: PeopleWords = { answers: [], notes: [] },
): readonly Section[] {
  const said = [...answers.map(({ answer, by }) => ({ text: answer, by })), ...notes];
  return listed(
    'Decided by People',
    said.map(({ text, by }) => `${by}: ${text}`),
    { intro: 'The developer received these decisions. They are part of the ticket.' },
  );
}

/** The lines every assignment begins with. The token stands on a line of its own, where one was issued. */
export function identity(id: string, token: string | null): readonly string[] {
  return [`Task ID: ${id}`, ...(token === null ? [] : [`TOKEN: ${token}`])];
}

/** A command the way it is typed; an environment's prefix in front of it. */
export function commandText(command: Command, prefix: readonly string[] = []): string {
  if (typeof command !== 'string') return [...prefix, ...command].map(quote).join(' ');
  if (prefix.length === 0) return command;
  return [...prefix, 'sh', '-c', command].map(quote).join(' ');
}

function criterionText({ id, text, verify }: Criterion): string {
  return verify === null ? `${id}: ${text}` : `${id}: ${text} (verify: ${commandText(verify)})`;
}

function coordinationRules(rules: Coordination): readonly string[] {
  return [
    ...rules.functions.map(
      ({ name, file, arity, intent }) =>
        `Function ${name} in ${file}${arity === null ? '' : ` takes ${arity} parameters`}: ${intent}`,
    ),
    ...rules.directories.map(({ path, purpose }) => `Directory ${path}: ${purpose}`),
    ...rules.prohibited.map(({ path, reason }) => `Do not change ${path}: ${reason}`),
    ...rules.interfaces.map(({ name, file, signature }) => `Interface ${name} in ${file}: ${signature}`),
    ...rules.architecture.map((rule) => `Architecture: ${rule}`),
    ...rules.performance.map((rule) => `Performance: ${rule}`),
    ...rules.security.map((rule) => `Security: ${rule}`),
    ...rules.patterns.map((rule) => `Pattern: ${rule}`),
  ];
}

function standardText(standard: Standard): string {
  switch (standard.kind) {
    case 'file':
      return `See ${standard.path}`;
    case 'text':
      return standard.text;
  }
}

function runsOf(check: Check, environments: readonly Environment[]): readonly string[] {
  const wanted = environments.filter(
    ({ id }) => check.environments.length === 0 || check.environments.includes(id),
  );
  const expected = check.expect === 0 ? '' : ` (must exit with ${check.expect})`;
  const where = check.dir === undefined ? '' : ` [in ${check.dir}]`;
  return wanted.map(
    ({ id, prefix }) => `${check.id} (${id})${where}: ${commandText(check.run, prefix)}${expected}`,
  );
}

/** POSIX quoting, for reading and copying; nothing of ours ever executes this text. */
function quote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
