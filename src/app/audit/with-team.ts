import { sha256 } from '../../model/sha256.ts';
import { openRepository } from '../../git/index.ts';
import type { Repository } from '../../git/index.ts';
import { type Inputs, foldJournal, type RunEnd } from '../../run/index.ts';
import { GauntletError } from '../../model/error.ts';
import { epicOfAudit, readConfig, takeValue } from '../../plan/index.ts';
import type { Config } from '../../model/config.ts';
import { agentFlag } from '../../project/agent-flag.ts';
import { allowRedOf, withAllowedRed } from '../../project/settings/allow-red.ts';
import type { AuditCall } from '../../inspect/audit/audit-call.ts';
import type { Answer } from '../../project/answer.ts';
import type { RunningCall } from '../run/running-call.ts';
import { beginOpened } from '../run/begin.ts';
import { hooksFor } from '../../project/hooks-for.ts';
import { goOn } from '../run/resume-run.ts';
import { notesOf } from '../../project/settings/judging-config.ts';
import { findConfig, type GivenInputs, readPlayers, NOT_STARTED, withFlags } from '../run/inputs.ts';
import { openRun, type OpenedRun } from '../run/open-run.ts';
import { each, type State } from '../../state/index.ts';
import { changedFiles } from '../../files/index.ts';
import { excusesOf } from '../../inspect/audit/audit-inputs.ts';
import type { AuditInputs } from '../../inspect/audit/audit-inputs.ts';
import { type TeamAuditOutput, tellTeamAudit } from './tell-team-audit.ts';
import type { Outlet } from '../../inspect/audit/write-reports.ts';
import { asksByDepth, NO_REQUIREMENTS, withoutRequirements } from './tell-team-audit.ts';

type TeamCall = AuditCall & Pick<RunningCall, 'screen'>;

/** Agents cost money: they run only with --depth (other than quick), --fix or --requirements. */
export function wantsTeam(call: AuditCall): boolean {
  const { options } = call;
  if (!options.agents) return false;
  if (options.depth === 'quick') {
    refuseTeamOptions(call);
    call.io.say('note: depth quick: the audit team is off, only scans run');
    return false;
  }
  return (['depth', 'fix', 'requirements'] as const).some((name) => options[name] !== undefined);
}

/** Depth quick asks no agent, so an option that needs one would be ignored. */
function refuseTeamOptions({ options }: AuditCall): void {
  const named = (['fix', 'requirements'] as const).filter((name) => options[name] !== undefined);
  if (named.length === 0) return;
  throw new GauntletError(
    'USAGE_INVALID',
    `--depth quick runs no agent: ${named.map((name) => `--${name}`).join(' and ')} cannot run with it`,
    { hint: 'Use --depth standard, or remove the option.' },
  );
}

/**
 * The team of auditors on a repository as it is: a run without tickets, so that everything a run promises (a journal,
 * budgets, going on after a kill, fixes that pass the gate) holds here too. Fixes go to a branch of their own.
 */
export async function auditWithTeam(call: TeamCall, audited: AuditInputs, outlet: Outlet): Promise<Answer> {
  refuseScanOptions(call);
  const { folder } = audited;
  using repository = await openRepository(folder);
  const hub = await repository.hub();
  const given = await givenFor(call, audited, repository, hub);
  for (const note of notesOn(audited)) call.io.say(`note: ${note}`);
  const cast = await readPlayers(given, hub);
  for (let nth = 1; ; nth++) {
    const numbered = nthRun(given, nth);
    const opened = await openRun({ ...call.io, cwd: folder }, numbered.epic.id, repository);
    try {
      if (isWithoutReport(foldJournal(opened.ports.journal).state)) continue;
      return await begin(call, numbered, cast, { opened, audited, outlet });
    } finally {
      await opened.close();
    }
  }
}

/** The same audit asked for again gets its result from the first run; a run that lacks a report is followed by another. */
function nthRun(given: GivenInputs, nth: number): GivenInputs {
  if (nth === 1) return given;
  const id = `${given.epic.id}-${nth}`;
  return { ...given, epicFile: id, epic: { ...given.epic, id } };
}

/** Whether the audit is over although an auditor or the recovery review gave no report: asking again may give one. */
function isWithoutReport(state: State): boolean {
  return [...each(state.jobs)].some(
    ({ kind, audit }) =>
      kind === 'audit' && audit?.outcome === 'failed' && (audit.silent || audit.unreviewed),
  );
}

/** These choose among what scans say; the team judges all of it, and a wish that is not heard would pass for one that is. */
const SCANS_ONLY = [
  ['changed', '--changed'],
  ['since', '--since'],
  ['rule', '--rule'],
  ['family', '--family'],
  ['libraryChecks', '--library-checks'],
  ['updateBaseline', '--update-baseline'],
] as const;

function refuseScanOptions({ options }: AuditCall): void {
  const named = SCANS_ONLY.filter(([name]) => options[name] !== undefined);
  if (named.length === 0) return;
  throw new GauntletError(
    'USAGE_INVALID',
    `the agent auditors check a whole commit: ${named.map(([, flag]) => flag).join(', ')} cannot be combined with it`,
    { hint: 'Drop --depth, --fix and --requirements, or the options named above.' },
  );
}

/** What somebody may believe to be judged, and is not. */
function notesOn({ folder, prefix }: AuditInputs): readonly string[] {
  const changed = changedFiles(folder);
  const open = changed.ok ? changed.paths.size : 0;
  return [
    ...(prefix === '' ? [] : [`the audit covers the whole repository, not ${prefix} alone`]),
    ...(open === 0
      ? []
      : [
          `the audit checks the last commit and ignores uncommitted changes: ${open} ${open === 1 ? 'file is' : 'files are'} changed`,
        ]),
  ];
}

async function begin(
  call: TeamCall,
  given: GivenInputs,
  cast: Inputs['cast'],
  { opened, audited, outlet }: TeamAuditOutput & { readonly opened: OpenedRun },
): Promise<Answer> {
  const tell = async (end: RunEnd): Promise<Answer> => tellTeamAudit(call, opened, end, { audited, outlet });
  const recalled = foldJournal(opened.ports.journal);
  if (recalled.inputs !== null) return goOn(call, opened, recalled, { tell });
  return beginOpened(call, opened, { ...given, cast }, { tell });
}

/** What judges is taken from the commit that is judged, as in a run; what is not committed is not looked at. */
async function givenFor(
  call: TeamCall,
  audited: AuditInputs,
  repository: Repository,
  hub: Awaited<ReturnType<Repository['hub']>>,
): Promise<GivenInputs> {
  const { top } = repository;
  const base = { ref: 'HEAD', ...(await hub.adopt('HEAD')) };
  const found = await findConfig(call, { top }, base);
  const committed = takeValue(readConfig({ file: found.file, text: found.text }), NOT_STARTED);
  const depth = call.options.depth ?? null;
  const original = await requirementsFor(call, hub, base.commit);
  const wanted = settled(committed, call);
  const isUnasked = original === null && asksByDepth(wanted);
  const config = isUnasked ? withoutRequirements(wanted) : wanted;
  const isFixed = call.options.fix === true;
  const hooks = isFixed ? await hooksFor(repository, base.commit, config) : { judging: {}, notes: [] };
  const allowed = allowRedOf(call);
  const excuses = excusesOf(call, { ...audited, config });
  const about = [base.commit, depth, original, isFixed, found.text, { ...excuses, today: '' }];
  const asked = JSON.stringify(allowed.length === 0 ? about : [...about, allowed]);
  const id = `audit-${sha256(asked).slice(0, 12)}`;
  const title = `Audit of ${base.commit.slice(0, 10)}`;
  return {
    epic: withAllowedRed(
      withFlags(epicOfAudit({ id, title, base: 'HEAD', original, depth }), call),
      config,
      call,
    ),
    config,
    flag: agentFlag(config, call.options.agent, call.io),
    epicFile: id,
    base,
    epicHash: sha256(asked),
    configHash: found.text === '' ? null : sha256(found.text),
    configFolder: found.folder,
    origin: found.origin,
    notes: [...notesOf(found.origin), ...hooks.notes, ...(isUnasked ? [NO_REQUIREMENTS] : [])],
    excuses,
    ...hooks.judging,
  };
}

/** Whoever asks for the team gets one at every depth. Without --fix nobody fixes anything, whatever the depth would allow. */
function settled(config: Config, { options }: AuditCall): Config {
  const audit = { ...config.audit, enabled: true, endOfRun: true };
  if (options.fix === true) return { ...config, audit };
  return { ...config, audit: { ...audit, maxFixRounds: 0 }, scans: { ...config.scans, maxScanFixPasses: 0 } };
}

const USUAL = ['REQUIREMENTS.md', 'docs/REQUIREMENTS.md'];

async function requirementsFor(
  call: AuditCall,
  hub: { file(commit: string, path: string): Promise<Uint8Array | undefined> },
  commit: string,
): Promise<string | null> {
  const named = call.options.requirements?.replace(/^(?:\.\/)+/, '');
  for (const path of named === undefined ? USUAL : [named])
    if ((await hub.file(commit, path)) !== undefined) return path;
  if (named === undefined) return null;
  throw new GauntletError('USAGE_INVALID', `${named} is not in the commit that is audited`, {
    hint: 'Name it by its path from the top of the repository, and commit it first.',
  });
}
