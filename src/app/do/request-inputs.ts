import { GauntletError } from '../../model/error.ts';
import { git } from '../../project/committed-file.ts';
import { detectAt } from '../../inspect/detect/detect-at.ts';
import type { Repository } from '../run/begin.ts';
import { type GivenInputs, type RepositoryAccess, readGiven } from '../run/inputs.ts';
import { repositoryAt } from '../../project/state-folder.ts';
import { draftCriteria, type Drafted } from './draft-criteria.ts';
import type { Call } from '../../project/call.ts';
import type { DoCall } from './do-call.ts';
import { ALL_OF_IT, freeId, type Request, requestOf } from './request.ts';

/** Returns a run's inputs: an epic with one ticket, made from a request. */
export async function givenByRequest(
  call: DoCall,
  place: RepositoryAccess,
  repository: Repository,
): Promise<GivenInputs> {
  const request = await requestOf(call, repository);
  const base = call.options.base ?? (await checkedOut(place.top));
  const id = await freeId(repository, request.name);
  const read = (more: Partial<Frame>): Promise<GivenInputs> => {
    const criteria = request.criteria.length > 0 ? request.criteria : [{ text: ALL_OF_IT }];
    const frame = {
      id,
      base,
      verify: call.options.verify ?? [],
      setup: null,
      touches: [],
      criteria,
      ...more,
    };
    return readGiven(call, { name: `gauntlet do (${id})`, text: epicText(request, frame) }, place);
  };
  const plain = await read({});
  const shown = plain.configHash === null ? shownBy(call, plain.base.commit) : {};
  const isDrafted = request.criteria.length === 0;
  const draft = isDrafted ? await draftCriteria(call, plain, { request, repository, hub: place.hub }) : {};
  const complete = withConfigured(await read({ ...shown, ...draft }));
  const { given, isAudited } = auditedIfAsked(call, complete);
  const notes = [
    ...given.notes,
    ...(isAudited ? [] : ['one ticket: no audit after it has landed (--audit runs the audit team)']),
    ...(draft === undefined ? ['no --criterion given: the request itself is the only criterion'] : []),
    ...(plain.configHash === null ? [unconfigured(given)] : []),
  ];
  return { ...given, notes };
}

/** Judges have seen all of one ticket already: the team that looks at an epic as a whole is for those who ask for it. */
function auditedIfAsked(
  { options }: DoCall,
  given: GivenInputs,
): { readonly given: GivenInputs; readonly isAudited: boolean } {
  const { config } = given;
  if (options.audit === true) {
    const audit = { ...config.audit, enabled: true, endOfRun: true };
    return { given: { ...given, config: { ...config, audit } }, isAudited: true };
  }
  const isAudited = config.audit.enabled === true || config.reconcile === true;
  return { given: isAudited ? given : withoutAudit(given), isAudited };
}

/** The same run without the audits of milestones and of the run. */
export function withoutAudit<Given extends Pick<GivenInputs, 'config'>>(given: Given): Given {
  const { config } = given;
  return {
    ...given,
    config: { ...config, audit: { ...config.audit, perMilestone: false, endOfRun: false } },
  };
}

export async function checkedOut(top: string): Promise<string> {
  const branch = (await git(top, ['symbolic-ref', '--short', '--quiet', 'HEAD']))?.trim() ?? '';
  const isBorn = (await git(top, ['rev-parse', '--verify', '--quiet', 'HEAD'])) !== undefined;
  if (!isBorn)
    throw new GauntletError('USAGE_INVALID', `${branch || 'this repository'} has no commit yet`, {
      hint: 'Make a first commit: git add -A && git commit -m "First commit"',
    });
  if (branch !== '') return branch;
  throw new GauntletError('USAGE_INVALID', 'HEAD is detached: no branch to start from is checked out', {
    hint: 'Check out a branch, or name one: --base main (gauntlet land: --onto main)',
  });
}

type Frame = Drafted & {
  readonly id: string;
  readonly base: string;
  readonly verify: readonly string[];
  readonly setup: string | null;
};

/** As an epic file would say it: the same reader checks it, and the same record keeps it. */
function epicText({ title, rest }: Request, frame: Frame): string {
  const { id, base, touches, criteria, setup } = frame;
  const ticket = { id, title, description: rest, touches, acceptance: criteria };
  const verify = [...new Set(frame.verify)].map((run) => ({ id: run, run }));
  const readied = setup === null ? {} : { setup: { run: [setup] } };
  return JSON.stringify({ version: 1, epic: id, title, base, ...readied, verify, tickets: [ticket] });
}

/** Checks of `--verify` come on top of those of gauntlet.yaml, never in their place. */
export function withConfigured(given: GivenInputs): GivenInputs {
  const { epic, config } = given;
  const more = epic.verify.filter(({ run }) => !config.verify.some((known) => known.run === run));
  return { ...given, epic: { ...epic, verify: more.length === 0 ? [] : [...config.verify, ...more] } };
}

/** Without gauntlet.yaml: the install and, unless `--verify` names some, the checks that the base shows. */
export function shownBy(
  { io, options }: Call<Partial<Pick<DoCall['options'], 'verify'>>>,
  base: string,
): Partial<Frame> {
  const { setup, checks } = detectAt(repositoryAt(io.cwd), base);
  return { setup, ...(options.verify === undefined ? { verify: checks.map(({ run }) => run) } : {}) };
}

function unconfigured({ epic: { setup, verify } }: GivenInputs): string {
  const runs = [...(setup?.run ?? []), ...verify.map(({ run }) => run)].map(String).join(', ');
  return `no gauntlet.yaml: a workspace runs ${runs || 'no checks'} (gauntlet init writes the file)`;
}
