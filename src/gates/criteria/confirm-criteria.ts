import type { RanCommand } from '../../formats/index.ts';
import { checkName } from '../../model/checks.ts';
import type { Check, Command } from '../../model/config.ts';
import type { Ticket } from '../../model/epic.ts';
import type { RepairDoubt } from '../../model/events.ts';
import type { CheckRun } from '../checks/check-result.ts';
import type { GateContext } from '../context.ts';
import { criteriaChecks } from './criteria.ts';
import { brokenDoubt } from '../checks/repair-doubt.ts';
import { runCheckCommand } from '../checks/run-check-command.ts';
import { brokenIn } from '../verification.ts';
import { runChecks } from '../checks/verify.ts';

export type Confirmation = {
  /** Nothing was refuted and nothing was broken. */
  readonly ok: boolean;
  /** Commands of the ticket's criteria and of the plan that fail on the work, each with its output. */
  readonly unmet: readonly string[];
  /** Commands of the auditor's own that do not pass as it said: they show that the claim is wrong, not the work. */
  readonly unfounded: readonly string[];
  /** Commands that need a shell: what an agent says never reaches one, so nobody checked them. */
  readonly unchecked: readonly string[];
  readonly broken: string | null;
  /** Why a person is asked before an agent repairs what is broken. */
  readonly doubt?: RepairDoubt | undefined;
};

/** More than these are not run: an auditor does not decide how long we work. */
const MOST_COMMANDS = 20;

/**
 * Runs the commands of the ticket's criteria, and those an auditor says passed, on the commit (FLOW-08). A reported
 * command that is one of the plan's is run as the plan says; another one is run as plain words without a shell.
 */
export async function confirmCriteria(
  context: GateContext,
  ticket: Ticket,
  commit: string,
  reported: readonly RanCommand[],
): Promise<Confirmation> {
  const own = criteriaChecks(ticket);
  const claims = claimsIn(context, own, reported);
  const checks = [...own, ...claims.known];
  const { cells } = await runChecks(context, commit, checks);
  const counted = cells.filter((cell) => context.excused?.has(cell.check) !== true);
  const others = await runOthers(context, commit, claims.others);
  const broken = [brokenIn(counted), others.broken].filter((reason) => reason !== undefined).join('; ');
  const unmet = counted
    .filter((cell) => cell.status === 'FAIL')
    .map((cell) => `${checkName(cell)}: ${cell.details.slice(0, 600)}`);
  const unfounded = others.refuted;
  return {
    ok: unmet.length + unfounded.length === 0 && broken === '',
    unmet,
    unfounded,
    unchecked: claims.unchecked,
    broken: broken === '' ? null : broken,
    doubt: brokenDoubt(counted),
  };
}

type Other = {
  readonly said: string;
  readonly argv: readonly string[];
  /** The folder that was entered first; left out: the root. */
  readonly dir: string | undefined;
  readonly environment: string;
};

function claimsIn(context: GateContext, own: readonly Check[], reported: readonly RanCommand[]) {
  const known = new Map<string, Check>();
  const others = new Map<string, Other>();
  const unchecked = new Set<string>();
  for (const { command, environment, result } of reported) {
    if (result !== 'PASS') continue;
    if (own.some((check) => folded(textOf(check.run)) === folded(command))) continue;
    const checks = checksOf(context.plan.verify, command);
    for (const check of checks) known.set(check.id, check);
    if (checks.length > 0) continue;
    const steps = stepsOf(command);
    if (steps === undefined || others.size + steps.length > MOST_COMMANDS) unchecked.add(command);
    else
      for (const step of steps)
        others.set(JSON.stringify([step.dir, step.argv]), { said: command, ...step, environment });
  }
  return { known: [...known.values()], others: [...others.values()], unchecked: [...unchecked] };
}

/**
 * The checks of the plan that a reported command is. Several folders may have the same command: the one that was entered
 * says which is meant, and where none was, that of the root. Where it could be any, it is every one of them.
 */
function checksOf(all: readonly Check[], command: string): readonly Check[] {
  const named = all.filter((check) => folded(check.id) === folded(command));
  if (named.length > 0) return named;
  const same = (text: string): readonly Check[] =>
    all.filter((check) => folded(textOf(check.run)) === folded(text));
  const bare = same(command);
  const entered = enteredIn(command);
  if (bare.length > 0 || entered === undefined) {
    const atRoot = bare.filter(({ dir }) => dir === undefined);
    return atRoot.length > 0 ? atRoot : bare;
  }
  return same(entered.rest).filter(({ dir }) => dir === entered.dir);
}

const ENTER = /^[\s`$]*cd\s+(\S+)\s*&&\s*(.+)$/s;

/** `cd a/b && rest`, where `a/b` is a folder of the repository. */
function enteredIn(command: string): { readonly dir: string; readonly rest: string } | undefined {
  const [, said = '', rest = ''] = ENTER.exec(command) ?? [];
  const [, folder] = plainWords(`cd ${said}`) ?? [];
  const dir = folder === undefined ? undefined : folderOf(folder);
  return dir === undefined ? undefined : { dir, rest };
}

/** Undefined where it is no folder below the root. */
function folderOf(path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (path.startsWith('/') || path.startsWith('-') || parts.length === 0 || parts.includes('..'))
    return undefined;
  return parts.join('/');
}

type Step = Pick<Other, 'argv' | 'dir'>;

/** What a command does one after the other, each in the folder entered before it; undefined where that needs a shell. */
function stepsOf(command: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let dir: string | undefined;
  for (const part of command.split('&&')) {
    const argv = plainWords(part);
    if (argv === undefined) return undefined;
    const [program, to = ''] = argv;
    if (program !== 'cd') steps.push({ argv, dir });
    else {
      const below = argv.length === 2 ? folderOf(to) : undefined;
      if (below === undefined) return undefined;
      dir = dir === undefined ? below : `${dir}/${below}`;
    }
  }
  return steps.length === 0 ? undefined : steps;
}

async function runOthers(
  context: GateContext,
  commit: string,
  others: readonly Other[],
): Promise<{ readonly refuted: readonly string[]; readonly broken: string | undefined }> {
  const refuted: string[] = [];
  let broken: string | undefined;
  for (const { said, argv, dir, environment } of others) {
    const place = environmentNamed(context, environment);
    if (place === undefined) return { refuted, broken: 'there is no environment to run commands in' };
    const run = { commit, run: argv, dir, environment: place, timeout: null, network: false };
    const ran = await runCheckCommand(context, run);
    if (ran.how === 'cancelled') broken ??= ran.because;
    else if (['broken', 'checkout', 'setup'].includes(ran.how)) broken ??= `${said}: ${ran.because}`;
    // That includes a program that is not there: what cannot be started has not passed.
    else if (ran.exitCode !== 0) refuted.push(`${said}: ${endOf(ran)}`);
  }
  return { refuted, broken };
}

function endOf(ran: CheckRun): string {
  const how = ran.exitCode === null ? ran.because : `exit code ${ran.exitCode}`;
  return `${how}\n${ran.log.trimEnd().slice(-600)}`.trimEnd();
}

function environmentNamed(context: GateContext, name: string) {
  const all = context.plan.environments;
  return all.find((environment) => folded(environment.id) === folded(name)) ?? all[0];
}

function textOf(run: Command): string {
  return typeof run === 'string' ? run : run.join(' ');
}

function folded(text: string): string {
  return text
    .replace(/^[\s`$]+|[\s`]+$/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** Programs that would hand their words to a shell or to another machine. */
const notPlain = new Set(
  'sh bash dash zsh fish ksh csh eval exec source env xargs sudo su doas ssh docker podman nsenter'.split(
    ' ',
  ),
);

const WORD = /^(?:[A-Za-z0-9_./:=@,+%^-]+|'[^'\\$`]*'|"[^"\\$`!]*")/;

/**
 * The words of a command that needs no shell, or undefined if it does (pipes, redirections, variables, globs) or if its
 * program is one: what an agent wrote must never be interpreted.
 */
export function plainWords(command: string): readonly string[] | undefined {
  const words: string[] = [];
  let rest = command.replace(/^[\s`$]+|[\s`]+$/g, '');
  while (rest !== '') {
    const [word] = WORD.exec(rest) ?? [];
    if (word === undefined) return undefined;
    words.push(word.replace(/^(['"])(.*)\1$/s, '$2'));
    const after = rest.slice(word.length);
    if (after !== '' && !/^\s/.test(after)) return undefined;
    rest = after.trimStart();
  }
  const [program = ''] = words;
  const name = program.split('/').at(-1) ?? '';
  const isAssignment = program.includes('=');
  if (name === '' || isAssignment || program.startsWith('-') || notPlain.has(name)) return undefined;
  return words;
}
