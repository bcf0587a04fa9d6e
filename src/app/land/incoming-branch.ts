import type { Adopted } from '../../model/epic.ts';
import { GauntletError } from '../../model/error.ts';
import { shortBranch } from '../../model/names.ts';
import { openForge } from '../../github/index.ts';
import { baseBranch } from '../../git/index.ts';
import { redact } from '../../detect/index.ts';
import { sanitize } from '../../formats/index.ts';
import type { Hub } from '../../ports/git.ts';
import { openProcesses } from '../../process/index.ts';
import { type Infer, nullable, openMapOf, optional, text, truth } from '../../schema/shape.ts';
import { git } from '../../project/committed-file.ts';
import { checkedOut } from '../do/request-inputs.ts';
import { answered } from '../../inspect/pull-request/forge-answers.ts';
import type { Repository } from '../run/begin.ts';
import { refuseForks } from '../../project/privacy.ts';
import type { LandCall } from './land-call.ts';

/** A branch or pull request as it is now. */
export type IncomingBranch = Adopted & { readonly title: string; readonly about: string };

/** Where branches are to land, as it is now. */
export type Target = { readonly onto: string; readonly commit: string };

/** The branch that `--onto` names, else the base branch of the repository, else what is checked out. */
async function ontoOf(onto: string | undefined, { top }: Pick<Repository, 'top'>): Promise<string> {
  return onto ?? (await baseBranch(top)) ?? (await checkedOut(top));
}

function targetRef({ onto, push }: { readonly onto: string; readonly push?: boolean | undefined }): string {
  return `${push === true ? ORIGIN : HERE}${onto}`;
}

const ORIGIN = 'refs/remotes/origin/';
const HERE = 'refs/heads/';

/** The branch to land on: on origin where it is pushed there, otherwise here. */
export async function targetOf(
  { options }: { readonly options: Pick<LandCall['options'], 'onto' | 'push'> },
  repository: Repository,
): Promise<Target> {
  const onto = await ontoOf(options.onto, repository);
  const ref = targetRef({ onto, push: options.push });
  const commit = (await headsOf(repository, [ref])).get(ref);
  if (commit === undefined)
    throw new GauntletError('USAGE_INVALID', `there is no branch ${shortBranch(ref)} to land on`, {
      hint: `Name one that exists: gauntlet land --onto <branch>; or get it: git fetch origin && git branch ${onto} origin/${onto}`,
    });
  await fetchRefs(repository, [ref]);
  return { onto, commit };
}

/** The commits that branches here, branches of origin and pull requests are at; those that are gone are left out. */
export async function headsOf(
  repository: Pick<Repository, 'top' | 'originHeads'>,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const here = refs.filter((ref) => ref.startsWith(HERE));
  const listed =
    here.length === 0
      ? ''
      : await git(repository.top, ['for-each-ref', '--format=%(objectname) %(refname)', ...here]);
  const heads = new Map(
    (listed ?? '').split('\n').flatMap((line): [string, string][] => {
      const [commit = '', ref = ''] = line.split(' ');
      return here.includes(ref) ? [[ref, commit]] : [];
    }),
  );
  const far = refs.filter((ref) => !ref.startsWith(HERE));
  const found = await repository.originHeads(far.map(onOrigin));
  for (const ref of far) {
    const commit = found.get(onOrigin(ref));
    if (commit !== undefined) heads.set(ref, commit);
  }
  return heads;
}

function onOrigin(ref: string): string {
  return ref.startsWith(ORIGIN) ? `${HERE}${ref.slice(ORIGIN.length)}` : ref;
}

/** Brings the commits of branches of origin and of pull requests here. */
export async function fetchRefs(
  repository: Pick<Repository, 'fetchFromOrigin'>,
  refs: readonly string[],
): Promise<void> {
  await repository.fetchFromOrigin(refs.filter((ref) => !ref.startsWith(HERE)).map(onOrigin));
}

type Named = {
  readonly ref: string;
  readonly title?: string;
  readonly about?: string;
  readonly fork?: boolean;
};

/** Everything that was named, at the commit that it is at now; all that is wrong with it is said at once. */
export async function bringAll(
  call: LandCall,
  repository: Repository,
  { hub, onto }: { readonly hub: Pick<Hub, 'adopt'>; readonly onto: string },
): Promise<readonly IncomingBranch[]> {
  const problems: GauntletError[] = [];
  const pulls = (call.options.pr ?? []).map((given) => pullNumbered(call, repository, { given, onto }));
  const read = await Promise.allSettled([branchesNamed(repository, call.operands), ...pulls]);
  const named = read.flatMap((each) => {
    if (each.status === 'fulfilled') return each.value;
    if (!(each.reason instanceof GauntletError) || each.reason.code === 'BUG') throw each.reason;
    problems.push(each.reason);
    return [];
  });
  const [problem, ...others] = problems;
  if (problem !== undefined && others.length === 0 && problem.code !== 'USAGE_INVALID') throw problem;
  if (problem !== undefined)
    throw new GauntletError(
      'USAGE_INVALID',
      `nothing was queued: ${problems.map(({ message }) => message).join('; ')}`,
      {
        hint: 'git branch --all lists branches; `gauntlet help land` lists the accepted names.',
      },
    );
  const refs = [...new Set(named.map(({ ref }) => ref))];
  const base = (await baseBranch(repository.top)) ?? onto;
  if (refs.includes(targetRef({ onto, push: call.options.push })))
    throw new GauntletError('USAGE_INVALID', `${onto} cannot land on itself: nothing was judged`, {
      hint: `Name another branch to land on: gauntlet land ${onto} --onto ${base === onto ? '<branch>' : base}`,
    });
  const heads = await headsOf(repository, refs);
  await fetchRefs(repository, refs);
  const brought: IncomingBranch[] = [];
  for (const { ref, title, about = '', fork } of named) {
    if (brought.some(({ branch }) => branch === ref)) continue;
    const taken = await broughtAt(repository, hub, { ref, commit: heads.get(ref) ?? '', fork });
    brought.push({ ...taken, title: title ?? taken.title, about });
  }
  return brought;
}

/** One ref at a commit, with the subject of that commit as its title. */
export async function broughtAt(
  { top }: Pick<Repository, 'top'>,
  hub: Pick<Hub, 'adopt'>,
  {
    ref,
    commit,
    fork,
  }: { readonly ref: string; readonly commit: string; readonly fork?: boolean | undefined },
): Promise<IncomingBranch> {
  const adopted = await hub.adopt(commit);
  const subject = (await git(top, ['log', '-1', '--format=%s', commit, '--'])) ?? '';
  return { branch: ref, ...adopted, fork, title: oneLine(subject, shortBranch(ref)), about: '' };
}

function oneLine(given: string, otherwise: string): string {
  const line = sanitize(given, { singleLine: true }).trim();
  return (line === '' ? otherwise : line).slice(0, 100);
}

/** A name is a branch here; where there is none, a branch of origin. `origin/x` is always that. */
async function branchesNamed(repository: Repository, names: readonly string[]): Promise<readonly Named[]> {
  if (names.length === 0) return [];
  const here = await headsOf(
    repository,
    names.map((name) => `${HERE}${name}`),
  );
  const refs = names.map((name) => {
    if (here.has(`${HERE}${name}`)) return `${HERE}${name}`;
    return `${ORIGIN}${name.replace(/^origin\//, '')}`;
  });
  const far = refs.filter((ref) => ref.startsWith(ORIGIN));
  const heads = far.length === 0 ? here : await headsOf(repository, refs);
  const missing = refs.flatMap((ref, index) => (heads.has(ref) ? [] : [names[index] ?? '']));
  if (missing.length === 0) return refs.map((ref) => ({ ref }));
  throw new GauntletError('USAGE_INVALID', `no branch ${missing.join(', ')}, neither here nor on origin`);
}

const Pull = openMapOf({
  title: text(),
  body: optional(nullable(text())),
  state: text(),
  draft: optional(truth()),
  base: optional(openMapOf({ ref: text() })),
  head: openMapOf({ sha: text(), repo: optional(nullable(openMapOf({ full_name: text() }))) }),
});

/** Anybody may open a pull request: its words are data, and one of a fork runs only where the sandbox is enforced. */
async function pullNumbered(
  call: LandCall,
  repository: Repository,
  { given, onto }: { readonly given: string; readonly onto: string },
): Promise<readonly Named[]> {
  const number = /^#?(\d{1,9})$/.exec(given)?.[1];
  if (number === undefined) throw new GauntletError('USAGE_INVALID', `--pr takes a number, not "${given}"`);
  const { slug, pull } = await pullAt(call.io, repository, number);
  const { title, body, head } = pull;
  refuseNotMeant(number, pull, onto);
  const fork = head.repo?.full_name !== slug;
  if (fork) await refuseUnenforced(repository, number);
  const ref = `refs/pull/${number}/head`;
  const about = sanitize(redact(body ?? ''), { singleLine: false }).slice(0, 4000);
  return [{ ref, title: `${oneLine(title, 'pull request')} (#${number})`, about, fork }];
}

async function pullAt(
  { env }: LandCall['io'],
  repository: Pick<Repository, 'top' | 'originUrl'>,
  number: string,
): Promise<{ readonly slug: string; readonly pull: Infer<typeof Pull> }> {
  const forge = openForge({ env, remote: await repository.originUrl(), cwd: repository.top });
  const path = `/repos/${forge.slug}/pulls/${number}`;
  return { slug: forge.slug, pull: await answered(forge, { method: 'GET', path }, Pull) };
}

/** Whether what was brought is still to land: a pull request that was closed or became a draft since is not. */
export async function isStillMeant(
  io: LandCall['io'],
  repository: Pick<Repository, 'top' | 'originUrl'>,
  ref: string,
): Promise<boolean> {
  const number = /^refs\/pull\/(\d+)\/head$/.exec(ref)?.[1];
  if (number === undefined) return true;
  const { pull } = await pullAt(io, repository, number);
  return pull.state === 'open' && pull.draft !== true;
}

/** Its author says whether a pull request is ready, and for which branch. */
function refuseNotMeant(number: string, { state, draft, base }: Infer<typeof Pull>, onto: string): void {
  const name = `pull request #${number}`;
  if (state !== 'open') throw new GauntletError('USAGE_INVALID', `${name} is ${state}`);
  if (draft === true) throw new GauntletError('USAGE_INVALID', `${name} is a draft`);
  if (base !== undefined && base.ref !== onto)
    throw new GauntletError(
      'USAGE_INVALID',
      `${name} is for ${base.ref}, not for ${onto} (use --pr ${number} --onto ${base.ref})`,
    );
}

async function refuseUnenforced({ state }: Repository, number: string): Promise<void> {
  refuseForks([`#${number}`], await openProcesses({ stateFolder: state, discreet: redact }));
}
