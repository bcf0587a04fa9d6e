import { GauntletError } from '../../model/error.ts';
import { headline } from '../../model/outcome.ts';
import { runOutcome, runWord } from '../../report/index.ts';
import type { State } from '../../state/index.ts';
import { syncBase } from '../../run/index.ts';
import { clusterFlags } from '../cluster-flags.ts';
import { type CallWith, cliCommand } from '../command.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { lastLook } from '../merge/last-look.ts';
import type { OptionDefinition } from '../option-types.ts';
import { isAttended, personOf } from '../../project/person.ts';
import { openDraft } from '../../inspect/pull-request/open-draft.ts';
import { readReport } from '../../app/report/read-report.ts';
import { reportText } from '../../app/report/run-report-text.ts';
import { type OpenEpic, answerSynced, tipPorts, withEpic } from '../../app/run/with-open-epic.ts';
import { chooseEpic, type RunFilter } from '../../project/kept/choose-run.ts';
import { toolVersion } from '../../project/tool-version.ts';
import { type Answer, answer } from '../../project/answer.ts';

const options = [
  ['--squash', 'squash the result into one commit'],
  ['--no-ff', 'always make a merge commit (default: fast-forward if the base has not moved)'],
  ['--pr', 'push the result branch to origin and open a draft pull request instead of merging'],
  ['--partial', 'merge landed tickets even if the run has not passed'],
  ['-y, --yes', 'do not ask for confirmation'],
  ['--dry-run', 'show the final summary and change nothing'],
  ...clusterFlags,
] as const satisfies readonly OptionDefinition[];

type MergeCall = CallWith<typeof options>;

/** Takes the result of a run into its base, after a last look. The base is never pushed. */
export const merge = cliCommand({
  name: 'merge',
  summary: 'merge the result of a run into its base after a final summary, or open a pull request',
  operands: [['[epic]', 'the epic (default: the latest that passed)']],
  options,
  note: '\nIf the base has moved on, it is first merged into the result, and the checks run again. Nothing is pushed without --pr.',
  run(call) {
    const place = chooseEpic(call.operands[0], call.io, isMergeable);
    return withEpic({ ...call, options: { ...call.options, epic: place.id } }, (at) => mergeResult(call, at));
  },
});

/** Fits runs that have passed with a result of their own. */
const isMergeable: RunFilter = ({ state }) =>
  state !== null && hasLanded(state) && runOutcome(state, runWord(state, false)).verdict === 'passed';

function hasLanded({ tip, base }: State): boolean {
  return tip !== '' && tip !== base;
}

async function mergeResult(call: MergeCall, at: OpenEpic): Promise<Answer | ExitCode> {
  const { state } = at.recalled;
  const base = at.inputs.base.ref.replace(/^origin\//, '');
  refuseUnready(call, at, state);
  const place = chooseEpic(at.inputs.epic.id, call.io);
  const report = await readReport(place, runWord(state, false));
  for (const line of lastLook(report)) call.io.say(line);
  const branch = (await at.opened.ports.lander.branch()).name;
  const what =
    call.options.pr === true
      ? `push ${branch} to origin and open a draft pull request into ${base}`
      : `merge ${branch} into ${base}`;
  if (call.options.dryRun === true) return answer({ epic: place.id, base, done: false }, [`would ${what}`]);
  if (!(await isWanted(call, what))) {
    call.io.stderr.write('nothing was changed\n');
    return exitCodes.person;
  }
  if (call.options.pr !== true) return mergeInto(call, at, { base, branch });
  const title = at.inputs.epic.title === '' ? place.id : at.inputs.epic.title;
  const summary = reportText('md', report, await toolVersion());
  const pullRequest = await openDraft(call.io, at.opened.repository, { branch, base, title, summary });
  const said = `pushed ${branch}; ${pullRequest.isNew ? 'draft pull request' : 'updated'} ${pullRequest.url}`;
  return answer({ epic: place.id, base, done: true, pullRequest }, [said]);
}

function refuseUnready(call: MergeCall, { inputs }: OpenEpic, state: State): void {
  const { id } = inputs.epic;
  if (!hasLanded(state))
    throw new GauntletError('USAGE_INVALID', `nothing has landed in the run of ${id}`, {
      hint: `See: gauntlet status ${id}`,
    });
  const outcome = runOutcome(state, runWord(state, false));
  if (outcome.verdict === 'passed' || call.options.partial === true) return;
  throw new GauntletError('USAGE_INVALID', `the run of ${id} has not passed: ${headline(outcome)}`, {
    hint: `Continue it: gauntlet resume ${id}. --partial merges only what landed.`,
  });
}

async function isWanted(call: MergeCall, what: string): Promise<boolean> {
  if (call.options.yes === true) return true;
  if (isAttended({ ...call, options: {} }))
    return call.io.ask(`${what[0]?.toUpperCase()}${what.slice(1)}? [Y/n] `);
  throw new GauntletError('USAGE_INVALID', `not a terminal: cannot ask for confirmation to ${what}`, {
    hint: 'Add -y to do it, or --dry-run to see only the final summary.',
  });
}

type Into = { readonly base: string; readonly branch: string };

/** Only a tree that passed the checks gets into the base: one that has moved on is merged into the result first. */
async function mergeInto(call: MergeCall, at: OpenEpic, { base, branch }: Into): Promise<Answer> {
  const { repository, ports } = at.opened;
  const local = repository.localBranch(base);
  const from = await local.stand();
  if (from === undefined)
    throw new GauntletError('USAGE_INVALID', `there is no branch ${base} here to merge into`, {
      hint: `Make it: git branch ${base} origin/${base}, or open a pull request: gauntlet merge --pr`,
    });
  let { tip } = at.recalled.state;
  const epic = at.inputs.epic.id;
  if (await ports.hub.isAncestor(tip, (await ports.hub.adopt(base)).commit))
    return answer({ epic, base, done: true, commit: from }, [`${base} already contains ${branch}`]);
  if (!(await ports.hub.isAncestor(from, tip))) {
    const by = personOf(call.io);
    const moved = await syncBase(await tipPorts(at), at.recalled.state, { ref: base, by });
    if (moved.kind !== 'moved')
      return answerSynced(moved, `merge of ${base} into ${branch}`, { epic, base, branch, onto: base });
    tip = moved.commit;
  }
  const to = await resultFor(call, at, { from, tip, base, branch });
  if (!(await local.forward({ from, to })))
    throw new GauntletError('STATE_CONFLICT', `${base} is checked out with uncommitted changes`, {
      hint: `Commit or stash them, then: gauntlet merge ${epic}`,
    });
  const next = (await repository.originUrl()) === null ? null : `git push origin ${base}`;
  const then = next === null ? '' : `; next: ${next}`;
  const words = `merged ${branch} into ${base} (${to.slice(0, 8)}). Nothing was pushed${then}`;
  return answer({ epic, base, done: true, commit: to, next }, [words]);
}

type Result = Into & { readonly from: string; readonly tip: string };

/** The commit that the base moves to: the tip where it continues the base, or a commit with its tree on top of the base. */
async function resultFor(
  call: MergeCall,
  at: OpenEpic,
  { from, tip, base, branch }: Result,
): Promise<string> {
  const { squash, ff } = call.options;
  const { repository, ports } = at.opened;
  // The base's own history stays its first parents: a base that was merged into the result is not forwarded to it.
  const [first] = squash === true ? [] : await ports.hub.merges(from, tip);
  if (squash !== true && ff && (first === undefined || first.onto === from)) return tip;
  const { tree } = await ports.hub.adopt(tip);
  const { title, id } = at.inputs.epic;
  const name = title === '' ? id : title;
  const message = squash === true ? name : `Merge ${branch}: ${name}`;
  const parents = squash === true ? [from] : [from, tip];
  return (await repository.localBranch(base).squash({ tree, parents, message, at: ports.clock.now() }))
    .commit;
}
