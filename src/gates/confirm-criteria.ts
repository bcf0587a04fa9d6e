import type { RanCommand } from '../formats/index.ts';
import type { Check, Command } from '../model/config.ts';
import type { Ticket } from '../model/epic.ts';
import type { GateContext } from './context.ts';
import { criteriaChecks } from './criteria.ts';
import { plainWords } from './plain-words.ts';
import { type Ran, runCommand } from './run-command.ts';
import { brokenIn, said } from './verification.ts';
import { runChecks } from './verify.ts';

export type Confirmation = {
  /** Nothing was refuted and nothing was broken. */
  readonly ok: boolean;
  /** Claims that do not hold, each with what came out instead. */
  readonly refuted: readonly string[];
  /** Commands that need a shell: what an agent says never reaches one, so nobody checked them. */
  readonly unchecked: readonly string[];
  readonly broken: string | null;
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
  const refuted = [
    ...counted
      .filter((cell) => cell.status === 'FAIL')
      .map((cell) => `${said(cell)}: ${cell.details.slice(0, 600)}`),
    ...others.refuted,
  ];
  return {
    ok: refuted.length === 0 && broken === '',
    refuted,
    unchecked: claims.unchecked,
    broken: broken === '' ? null : broken,
  };
}

type Other = { readonly said: string; readonly argv: readonly string[]; readonly environment: string };

type Claims = {
  readonly known: readonly Check[];
  readonly others: readonly Other[];
  readonly unchecked: readonly string[];
};

function claimsIn(context: GateContext, own: readonly Check[], reported: readonly RanCommand[]): Claims {
  const known = new Map<string, Check>();
  const others = new Map<string, Other>();
  const unchecked = new Set<string>();
  for (const { command, environment, result } of reported) {
    if (result !== 'PASS') continue;
    const isSame = (check: Check) => folded(textOf(check.run)) === folded(command);
    if (own.some(isSame)) continue;
    const check = context.plan.verify.find((each) => isSame(each) || folded(each.id) === folded(command));
    if (check !== undefined) {
      known.set(check.id, check);
      continue;
    }
    const parts = command.split('&&').map((part) => plainWords(part));
    const isPlain = parts.every((part) => part !== undefined);
    if (!isPlain || others.size + parts.length > MOST_COMMANDS) unchecked.add(command);
    else for (const argv of parts) others.set(argv.join(' '), { said: command, argv, environment });
  }
  return { known: [...known.values()], others: [...others.values()], unchecked: [...unchecked] };
}

async function runOthers(
  context: GateContext,
  commit: string,
  others: readonly Other[],
): Promise<{ readonly refuted: readonly string[]; readonly broken: string | undefined }> {
  const refuted: string[] = [];
  let broken: string | undefined;
  for (const { said, argv, environment } of others) {
    const place = environmentNamed(context, environment);
    if (place === undefined) return { refuted, broken: 'there is no environment to run commands in' };
    const run = { commit, run: argv, environment: place, timeout: null, network: false };
    const ran = await runCommand(context, run);
    if (ran.how === 'cancelled') broken ??= ran.because;
    else if (ran.how === 'broken') broken ??= `${said}: ${ran.because}`;
    // That includes a program that is not there: what cannot be started has not passed.
    else if (ran.exitCode !== 0) refuted.push(`${said}: ${endOf(ran)}`);
  }
  return { refuted, broken };
}

function endOf(ran: Ran): string {
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
