import {
  choice,
  count,
  duration,
  flag,
  items,
  list,
  map,
  prose,
  ruled,
  texts,
  version,
  words,
} from '../schema/parts.ts';
import {
  described,
  either,
  type InferOf,
  listOf,
  mapOf,
  once,
  optional,
  or,
  turned,
  whole,
  type WrittenOf,
} from '../schema/shape.ts';
import { normal } from '../schema/normal.ts';
import { globProblem } from './paths.ts';
import * as settings from './settings.ts';
import { depths } from './team.ts';

/** What may stand in an epic file. */
export const epicShape = once(build);

export type WrittenEpic = WrittenOf<typeof build>;

/** `epic.yaml`, checked and completed. null and empty mean "as gauntlet.yaml says". */
export type Epic = Omit<InferOf<typeof build>, '$schema' | 'epic' | 'title' | 'tickets'> & {
  readonly id: string;
  readonly title: string;
  readonly tickets: readonly Ticket[];
  /** Checks that may be red at base: only a person says so, with `--allow-red`, never the file. */
  readonly allowRed?: readonly string[] | undefined;
  /** Set where the run lands branches that were brought: only `gauntlet land` says so, never a file. */
  readonly queue?: LandingQueue | undefined;
};

/** Where a queue of branches lands, and whether each landing is pushed to origin. */
export type LandingQueue = { readonly onto: string; readonly push: boolean };

function build() {
  return map('An epic: tickets, their dependencies and acceptance criteria.', {
    $schema: settings.editorKey(),
    version: version(),
    epic: settings.id('Id of the epic; its branch is epic/<id>.'),
    title: or(null, words('One line.')),
    description: or('', trimmed('What the epic is about.')),
    original: or(null, words('Path of the request or PRD it was made from.')),
    base: or('main', words('The branch it starts from.')),
    depth: or(null, choice(depths, 'How thorough reviews and audits are; overrides gauntlet.yaml.')),
    limits: or({}, settings.limits('Bounds; override those of gauntlet.yaml one by one.')),
    setup: or(null, settings.setup('Prepares every workspace, before any agent or check.')),
    environments: or([], settings.environments('Where checks run; default: one environment called local.')),
    verify: or([], settings.verify('Commands that prove the work.')),
    coordination: or({}, coordination()),
    reading: or({}, reading('Files for developers and critics of every ticket.')),
    standards: or([], standards('Rules for every ticket: paths or text.')),
    dimensions: or([], settings.dimensions('Review dimensions besides the six built-in ones.')),
    milestones: items('Groups of tickets that are audited together.', milestone()),
    phases: or({}, phases()),
    allowOverlap: or(false, flag('Develop tickets with overlapping touches at the same time.')),
    tickets: described('The work, in file order.', listOf(ticketShape(), { least: 1, most: 20_000 })),
  });
}

function trimmed(about: string) {
  return turned(prose(about), (text) => text.trim());
}

/** A list of which each entry counts once. */
function distinct(all: ReturnType<typeof list>) {
  return turned(all, (entries): readonly string[] => [...new Set(entries)]);
}

export const risks = ['low', 'normal', 'high'] as const;

const priorities = { high: 100, normal: 0, low: -100 };

/** The keys of a ticket are optional here because a Markdown file may give them; the rules ask for what is missing. */
function ticket() {
  const priority = either([whole(-1_000, 1_000), choice(['high', 'normal', 'low'], 'A word.')]);
  return mapOf({
    id: or('', settings.id('Id; its branch is ticket/<id>.')),
    title: or('', words('One line.')),
    description: or('', trimmed('What is to be done.')),
    file: or(null, words('A Markdown file with front matter and an acceptance list.')),
    type: or(null, words('Kind of ticket, for review.criticsBy.')),
    priority: or(
      'normal',
      described(
        'Higher runs sooner: high 100, normal 0, low -100, or a number.',
        turned(priority, (given) => (typeof given === 'number' ? given : priorities[given])),
      ),
    ),
    risk: or('normal', choice(risks, 'How much harm a mistake can do.')),
    milestone: or(null, words('Id of its milestone.')),
    needs: or([], distinct(list('Ids of tickets that must have landed first.'))),
    touches: or([], distinct(settings.globs('Globs of files it may change.'))),
    mayChange: or([], distinct(settings.globs('Globs of check-defining files it may change.'))),
    review: or(true, flag('false skips critic and audit.')),
    depth: or(null, choice(depths, 'Overrides the depth of the epic.')),
    critical: or(false, flag('The epic fails when this ticket fails.')),
    reading: or({}, reading('Files for this ticket.')),
    standards: or([], standards('Rules for this ticket: paths or text.')),
    requirements: texts('Ids of the milestone requirements that this ticket implements.'),
    acceptance: or([], acceptance()),
  });
}

export const ticketShape = once(ticket);

export type WrittenTicket = WrittenOf<typeof ticket>;
export type Ticket = InferOf<typeof ticket> & {
  /** The work exists already: only `gauntlet land` says so, never a file. */
  readonly adopts?: Adopted;
};

/** A branch or pull request that was brought to the queue, at one commit. */
export type Adopted = {
  /** The whole ref. */
  readonly branch: string;
  readonly commit: string;
  readonly tree: string;
  /** A pull request of somebody who cannot push here: its code runs only where the sandbox is enforced. */
  readonly fork?: boolean | undefined;
};

/** The ticket of a branch that was brought: it has no criteria. */
export function adopting(written: Ticket, { branch, commit, tree, fork }: Adopted): Ticket {
  const adopts = { branch, commit, tree, ...(fork === true && { fork }) };
  return { ...written, acceptance: [], adopts };
}

/** A criterion without an id is called after its place in the list; with `verify` it can be proved without a model. */
function acceptance() {
  const explicit = mapOf({
    id: or(null, settings.id('AC1, AC2, … if not set.')),
    text: words('What must be true.'),
    verify: or(null, settings.command('Proves it.')),
  });
  const criterion = turned(either([words('What must be true.'), explicit]), (given) =>
    typeof given === 'string' ? { id: null, text: given, verify: null } : given,
  );
  return described(
    'What must be true at the end.',
    turned(listOf(criterion), (all) =>
      all.map(({ id, text, verify }, index) => ({
        id: id ?? `AC${index + 1}`,
        text: text.trim(),
        verify,
      })),
    ),
  );
}

export type Criterion = InferOf<typeof acceptance>[number];

/** Repository files an agent has to read, and those it may look things up in. */
function reading(about: string) {
  return map(about, {
    must: texts('Files to be read before anything else.'),
    reference: texts('Files to look things up in.'),
  });
}

export type Reading = InferOf<typeof reading>;

export type Standard =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'text'; readonly text: string };

function standards(about: string) {
  const explicit = either([
    mapOf({ file: words('A file of the repository.') }),
    mapOf({ text: words('The standard itself.') }),
  ]);
  const forms = either([words('A path, or the standard itself.'), explicit]);
  return described(about, listOf(turned(forms, standardOf)));
}

type WrittenStandard =
  | string
  | { readonly file?: string | undefined }
  | { readonly text?: string | undefined };

/** A string without spaces that has a slash or an extension is a path; everything else is the standard itself. */
export function standardOf(written: WrittenStandard): Standard {
  if (typeof written === 'string')
    return /^[^\s]+(\/|\.[A-Za-z]{1,8}$)/.test(written)
      ? { kind: 'file', path: written }
      : { kind: 'text', text: written };
  if ('file' in written) return { kind: 'file', path: written.file ?? '' };
  return { kind: 'text', text: 'text' in written ? (written.text ?? '') : '' };
}

function milestone() {
  const keys = mapOf({
    id: settings.id('Id.'),
    title: or(null, words('One line.')),
    requirements: or(null, words('Path of its REQUIREMENTS.md.')),
    after: or([], distinct(list('Milestones whose audits must have passed first.'))),
  });
  return turned(keys, ({ title, ...rest }) => ({ ...rest, title: title ?? rest.id }));
}

/** What all tickets of an epic have to agree on. The first four are checked by code, the rest are asked. */
function coordination() {
  const about = 'A path or glob in the repository.';
  const glob = () => ruled(about, globProblem);
  const functions = mapOf({
    name: words('Its name.'),
    file: settings.path(about),
    arity: or(null, count('Number of parameters.', 0, 100)),
    intent: or('', prose('What it is for.')),
  });
  const directories = mapOf({ path: glob(), purpose: or('', prose('What belongs there.')) });
  const prohibited = mapOf({ path: glob(), reason: or('', prose('Why.')) });
  const interfaces = mapOf({
    name: words('Its name.'),
    file: settings.path(about),
    signature: or('', prose('The exported signature.')),
  });
  return map('What all tickets have to agree on.', {
    functions: items('Functions several tickets rely on.', functions),
    directories: items('Which files belong in which folder.', directories),
    prohibited: items('Paths that no ticket may change.', prohibited),
    interfaces: items('Exported signatures that must not change.', interfaces),
    architecture: texts('Decisions to follow.'),
    performance: texts('Performance rules that the work must keep.'),
    security: texts('Security rules that the work must keep.'),
    patterns: texts('How similar things are done here.'),
  });
}

export type Coordination = InferOf<typeof coordination>;
export type FunctionProfile = Coordination['functions'][number];
export type InterfaceRule = Coordination['interfaces'][number];

/** Tests against a started application, after the audit. */
function phase(about: string) {
  return map(about, {
    start: settings.command('Starts the application. Its environment has a free port as PORT.'),
    ready: or(null, words('A URL or command that answers once it is up; $PORT is replaced by that port.')),
    run: settings.command('Runs the tests, with the same PORT.'),
    stop: or(null, settings.command('Stops the application.')),
    timeout: or('15m', duration('Time limit for the whole phase.')),
    network: optional(settings.network('it')),
  });
}

export type Phase = InferOf<typeof phase>;

function phases() {
  return map('Tests against a started application, after the audit.', {
    e2e: or(null, phase('End-to-end tests.')),
    browser: or(null, phase('Browser tests.')),
  });
}

/** An epic of which nothing is said: what a review outside of any epic is judged by. */
export function bareEpic(id: string, base: string): Epic {
  const { $schema: _, epic: __, ...rest } = normal(epicShape(), { version: 1, epic: id, base, tickets: [] });
  return { ...rest, id, title: id, allowOverlap: true, tickets: [] };
}
