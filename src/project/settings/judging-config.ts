import { blobsAt, branchTips, compare, type Comparison, type Peek, peekAt } from '../../git/index.ts';
import type { Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import type { Event } from '../../model/events.ts';
import { inOrder } from '../../model/in-order.ts';
import { sha256 } from '../../model/sha256.ts';
import { readConfig, takeValue } from '../../plan/index.ts';
import type { JudgingCommit } from '../../ports/compared.ts';
import { hereIn, readerIn } from '../repository.ts';

export const CONFIG = 'gauntlet.yaml';

const MOST_BYTES = 4 * 1024 * 1024;

/** Which configuration judges: where it was read, and whether another one is near. */
export type ConfigOrigin = {
  readonly file: string;
  /** The commit it was read from; null where it is a file, or where there is none. */
  readonly commit: string | null;
  readonly differs: boolean;
  /** What a person has to know about it, in one line; null where there is no other. */
  readonly note: string | null;
};

/** A state of the file that the work under judgement cannot reach. */
export type ConfigPlace = {
  readonly ref: string;
  /** null where only the name is known. */
  readonly commit: string | null;
  readonly text: string | undefined;
};

export type ConfigSides = {
  readonly file: string;
  /** The target's tip first; the first of these that has the file judges (P9). */
  readonly places: readonly ConfigPlace[];
  /** The file where the work began and as it leaves it; null where no work is judged. */
  readonly work: {
    readonly before: string | undefined;
    readonly after: string | undefined;
    /** Nothing came before it: it is held to its own. */
    readonly isFirst?: boolean;
  } | null;
  /** The file in the work tree. */
  readonly here: string | undefined;
  /** A person chose the file of the work tree. It counts where the work has not written it. */
  readonly isChosen?: boolean;
};

export type JudgingConfig = {
  readonly used: 'place' | 'here' | 'work' | 'none';
  readonly text: string | undefined;
  readonly origin: ConfigOrigin;
};

/** Returns the configuration that judges a piece of work, and what to say about it. Every command asks this one. */
export function judgingConfig(sides: ConfigSides): JudgingConfig {
  const { file, places, work, here } = sides;
  const judge = places.find(({ text }) => text !== undefined);
  const used = usedOf(sides, judge);
  const text = { place: judge?.text, here, work: work?.after, none: undefined }[used];
  const note = { place: judgeNote, here: hereNote, work: firstNote, none: newNote }[used](sides, judge);
  const commit = used === 'place' ? (judge?.commit ?? null) : null;
  const about = { file, commit, differs: note !== null };
  return { used, text, origin: { ...about, note: note === null ? null : `${file}: ${note}` } };
}

function usedOf(
  { work, here, isChosen }: ConfigSides,
  judge: ConfigPlace | undefined,
): JudgingConfig['used'] {
  if (judge === undefined)
    return work?.after === undefined ? 'here' : work.isFirst === true ? 'work' : 'none';
  if (isChosen !== true || here === undefined) return 'place';
  const isOwn = work === null || (work.before === work.after && here !== work.after);
  return isOwn || here === judge.text || work.after === judge.text ? 'here' : 'place';
}

type Note = (sides: ConfigSides, judge: ConfigPlace | undefined) => string | null;

const judgeNote: Note = ({ file, places, work, here }, judge) => {
  const using = `using the version at ${nameOf(judge)}`;
  const lands = `takes effect once it is on ${places[0]?.ref ?? ''}`;
  if (work !== null && work.after !== judge?.text) {
    if (work.before === work.after)
      return `${using}; this branch started before it: rebase it if a check fails for missing files`;
    return work.after === undefined
      ? `${using}; this change removes the file: that ${lands}`
      : `${using}; this change contains another version: the new version ${lands}`;
  }
  if (here === judge?.text) return null;
  return here === undefined
    ? `${using}; your work tree has none`
    : `${using}; the one in your work tree differs: commit it there, or add --config ${file}`;
};

const hereNote: Note = ({ places: [target], here, isChosen }, judge) => {
  if (here === judge?.text || (judge === undefined && (target === undefined || isChosen === true)))
    return null;
  const other = judge === undefined ? `${nameOf(target)} has none` : `the one at ${nameOf(judge)} differs`;
  return `using the version in your work tree; ${other}`;
};

const firstNote: Note = () => 'using the version of these commits: nothing came before them';

const newNote: Note = ({ places: [target] }) =>
  `this change adds the file, and ${nameOf(target)} has none: the new version takes effect once it is on ${target?.ref ?? 'the base'}`;

function nameOf(place: ConfigPlace | undefined): string {
  const { ref, commit } = place ?? { ref: 'the base', commit: null };
  if (commit === null) return ref;
  return `${ref === commit ? 'the base' : ref} (${commit.slice(0, 7)})`;
}

/** The file at each of these commits. What is there and cannot be read is an error: it must not pass for a missing one. */
export async function placesAt(
  peek: Pick<Peek, 'file' | 'isThere'>,
  commits: readonly JudgingCommit[],
  file: string,
): Promise<readonly ConfigPlace[]> {
  return Promise.all(
    commits.map(async (each) => {
      const bytes = await peek.file(each.commit, file);
      if (bytes === undefined && (await peek.isThere(each.commit, file)))
        throw new GauntletError(
          'CONFIG_INVALID',
          `${file} at ${nameOf({ ...each, text: '' })} cannot be read`,
          {
            hint: `It has to be a file of at most 4 MiB: fix it on ${each.ref}.`,
          },
        );
      return { ...each, text: bytes === undefined ? undefined : new TextDecoder().decode(bytes) };
    }),
  );
}

/** What judges work on a branch that nothing is compared with yet: a run, or an epic file. */
export async function configForBase(
  top: string,
  base: JudgingCommit | undefined,
  { file = CONFIG, here, isChosen = false }: Partial<Pick<ConfigSides, 'file' | 'here' | 'isChosen'>>,
): Promise<JudgingConfig> {
  const commits =
    base === undefined ? [] : [base, ...(await branchTips(top, base.ref === 'HEAD' ? null : base.ref))];
  const places = await placesAt(peekAt(top), commits, file);
  return judgingConfig({ file, places, work: null, here, isChosen });
}

/** What would judge the branch that is checked out, as a review of it asks. */
export async function configForCheckout(top: string): Promise<JudgingConfig> {
  const here = hereIn(top, CONFIG);
  const comparison = await compare(top, { head: null, base: null, part: 'commits' }).catch(() => null);
  if (comparison === null) return judgingConfig({ file: CONFIG, places: [], work: null, here });
  comparison.close();
  return configForReview(peekAt(top), comparison, { file: CONFIG, here });
}

type Judged = Pick<
  Comparison['compared'],
  'part' | 'name' | 'judges' | 'from' | 'head' | 'commit' | 'isWhole'
>;

/** What judges a comparison. A change that leaves a configuration nobody can read is refused, whatever judges it. */
export async function configForReview(
  peek: Pick<Peek, 'file' | 'isThere'>,
  { compared, place }: { readonly compared: Judged; readonly place?: Comparison['place'] },
  given: Pick<ConfigSides, 'file' | 'here' | 'isChosen'>,
): Promise<JudgingConfig> {
  const { part, name, judges, from, head, commit, isWhole = false } = compared;
  const { file } = given;
  const committed = part === 'commits' ? head : commit;
  const ends = [from, ...(committed === null ? [] : [committed])].map((each) => ({
    ref: each,
    commit: each,
  }));
  const [places, [before, after]] = await inOrder([placesAt(peek, judges, file), placesAt(peek, ends, file)]);
  const work = { before: before?.text, after: after?.text, isFirst: isWhole };
  const judging = judgingConfig({ ...given, places, work });
  const left =
    place === undefined || part === 'commits' ? work.after : uncommittedText(place, `${head}:${file}`);
  if (left !== undefined && left !== judging.text)
    takeValue(readConfig({ file, text: left }), {
      code: 'CONFIG_INVALID',
      problem: `the ${file} of ${name} cannot be used`,
      hint: `Fix the errors above. \`gauntlet check ${file}\` reports the same errors.`,
    });
  return judging;
}

function uncommittedText(place: Comparison['place'], name: string): string | undefined {
  const bytes = blobsAt(place, [name], MOST_BYTES).get(name);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** As complaints name the file: with its commit, where the work tree has another one. */
export function labelOf({ used, origin: { file, commit, differs } }: JudgingConfig): string {
  return used === 'place' && differs && commit !== null ? `${file} at ${commit.slice(0, 7)}` : file;
}

/** The configuration as it is used. One that nobody can read judges nothing, and nothing passes. */
export function validConfig(judging: JudgingConfig): Config {
  const { used, text, origin } = judging;
  const where = used === 'place' && origin.differs ? ' where it was read (note the commit)' : '';
  const hint = `Fix the errors above${where}, or name another file with --config. \`gauntlet check FILE\` reports the same errors.`;
  return takeValue(readConfig({ file: labelOf(judging), text }), {
    code: 'CONFIG_INVALID',
    problem: 'nothing was reviewed',
    hint,
  });
}

type Begun = {
  readonly base: { readonly ref: string; readonly commit: string };
  readonly differs: boolean;
  readonly epic: string;
};

/** Says that a run keeps the configuration it began with, of which commit, and how to begin with the other (REAL-06). */
export function begunWith({ base: { ref, commit }, differs, epic }: Begun): ConfigOrigin {
  const note = `${CONFIG}: using the version this run began with, from ${ref} (${commit.slice(0, 7)}); the one in your work tree differs`;
  const other = `to use that one: gauntlet undo ${epic}, then gauntlet run <epic file> --config ${CONFIG}`;
  return { file: CONFIG, commit, differs, note: differs ? `${note}; ${other}` : null };
}

/** The note as a list, for those who have others too. */
export function notesOf(origin: ConfigOrigin | null): readonly string[] {
  return origin?.note == null ? [] : [origin.note];
}

/** The configuration that the run of an epic began with, compared with the one in the work tree; null before it began. */
export function keptConfig(events: Iterable<Event>, top: string, epic: string): ConfigOrigin | null {
  for (const event of events) {
    if (event.type !== 'inputs_recorded') continue;
    const here = readerIn(top)(CONFIG);
    const differs = event.configFile !== (here === undefined ? null : sha256(here));
    return begunWith({ base: event.base, differs, epic });
  }
  return null;
}
