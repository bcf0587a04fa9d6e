import { redact } from '../../detect/index.ts';
import { failurePlace, sanitize, outputReason } from '../../formats/index.ts';
import { EXIT_WITHOUT_FOLDER, type Command, type Environment } from '../../model/config.ts';
import { errorMessage } from '../../model/error.ts';
import { bringsOwnWalls, prefixAt, baseScopes, branchScopes, landedScopes } from '../../model/checks.ts';
import type { Checkout } from '../../ports/git.ts';
import type { Program, ProgramEnd } from '../../ports/processes.ts';
import type { Readiness } from '../../ports/setup.ts';
import type { CheckRun } from './check-result.ts';
import type { GateContext } from '../context.ts';

/** One command of the plan (or of an auditor) on one tree in one environment. */
export type CommandRun = {
  readonly commit: string;
  readonly run: Command;
  readonly environment: Environment;
  /** null: the agent timeout of the limits. */
  readonly timeout: number | null;
  readonly network: boolean;
  /** The folder it runs in; left out: the root. */
  readonly dir?: string | undefined;
  /** Observe its inputs, where this machine can. */
  readonly observe?: boolean;
  /** Variables on top of those of the environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
};

/** More than test runners print for tens of thousands of tests: a report that is cut counts too few. */
const OUTPUT_CAP = 16 * 1024 * 1024;
const LONGEST_LOG = 200_000;

/**
 * Runs a command in a clean checkout of its own, readied for the environment. Nothing an earlier command left behind
 * is there, but what setup made: so no check can smooth the way for the next one.
 */
export async function runCheckCommand(context: GateContext, what: CommandRun): Promise<CheckRun> {
  if (context.cancel?.aborted === true) return stopped;
  let checkout: Checkout;
  try {
    // Another root does not see overlays.
    const isApart = bringsOwnWalls(what.environment.prefix);
    checkout = await context.workspaces.checkout(what.commit, { isApart, hasNetwork: what.network });
  } catch (error) {
    return { ...broken(`the commit could not be checked out: ${errorMessage(error)}`), how: 'checkout' };
  }
  try {
    try {
      return await runAt(context, what, checkout);
    } finally {
      await checkout.release();
    }
  } catch (error) {
    // Whatever the machinery could not do, the check was not computed: that is never a pass and nobody's fault.
    return broken(`the checkout could not be used: ${errorMessage(error)}`);
  }
}

const stopped: CheckRun = {
  how: 'cancelled',
  exitCode: null,
  because: 'cancelled',
  log: '',
  output: '',
  ms: 0,
};

function broken(because: string, log = ''): CheckRun {
  const said = sanitize(because, { maxLength: 1000 });
  return { how: 'broken', exitCode: null, because: said, log, output: log, ms: 0 };
}

async function runAt(context: GateContext, what: CommandRun, checkout: Checkout): Promise<CheckRun> {
  const { path, reset } = checkout;
  const { environment } = what;
  const ready = await context.setups.ready(
    path,
    { setup: context.plan.setup, environment, ...originOf(context, what) },
    context.folder,
    context.cancel,
  );
  if (ready.kind === 'broken') {
    const log = redact(sanitize(ready.output ?? ''));
    return { ...broken(`setup failed: ${redact(ready.because)}`, log), how: 'setup' };
  }
  if (ready.isFresh === true) await reset();
  const place = {
    path,
    env: { ...portOf(context, what, ready), ...ready.env },
    visible: ready.visible ?? [],
  };
  // Setup may have written some where it installs in the checkout itself.
  const before = context.processes.layering === 'pool' ? await checkout.rewritten() : [];
  const end = await context.processes.run(programFor(context, what, place), context.cancel);
  const after = await checkout.rewritten();
  const rewrote = after.filter(({ path: file }) => !before.some((each) => each.path === file));
  const ran = ranFrom(end);
  const roots = [path, shownPath(context, what, place)];
  const failedAt = ran.exitCode === 0 ? '' : failurePlace(ran.log, { roots, dir: what.dir });
  return {
    ...ran,
    ...(failedAt !== '' && { place: failedAt }),
    inputs: end.inputs ?? null,
    ...(rewrote.length === 0 ? {} : { rewrote }),
  };
}

/** Whose code the commands of setup run, and where: they have the network, so withheld files are not beside them. */
function originOf(
  { workspaces, epic, epicBase, tip }: GateContext,
  { commit, environment, network }: CommandRun,
) {
  const isApart = bringsOwnWalls(environment.prefix);
  const openAt = (at: string) => () => workspaces.checkout(at, { isApart, hasNetwork: true });
  const isBase = commit === epicBase;
  const landed = commit === tip ? landedScopes(epic.id) : branchScopes(commit, epic.id);
  return {
    scopes: isBase ? baseScopes : landed,
    ...(isBase || epicBase === undefined ? {} : { base: openAt(epicBase) }),
    ...(workspaces.isWithholding && !network ? { open: openAt(commit) } : {}),
  };
}

/** Programs with a loopback of their own take whatever port they like, as on a developer's machine. */
function portOf(
  { processes }: GateContext,
  { network, environment }: CommandRun,
  { port = {} }: Extract<Readiness, { kind: 'ready' }>,
): Readonly<Record<string, string>> {
  const isShared = network || processes.enforcement !== 'enforced' || bringsOwnWalls(environment.prefix);
  return isShared ? port : {};
}

type Place = {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  readonly visible: readonly string[];
};

function programFor(context: GateContext, what: CommandRun, place: Place): Program {
  return {
    argv: argvOf(what, prefixAt(what.environment.prefix, shownPath(context, what, place))),
    cwd: place.path,
    // Runners that see no CI may wait for keys or write new snapshots.
    env: { CI: 'true', ...place.env, ...what.env },
    stdin: '',
    confinement: {
      writable: [place.path],
      visible: [...context.workspaces.visible, ...place.visible],
      hidden: context.workspaces.hidden,
      home: what.environment.home ?? [],
      network: what.network,
      ...(bringsOwnWalls(what.environment.prefix) ? { walls: 'own' } : {}),
    },
    timeout: what.timeout ?? context.plan.limits.agentTimeout,
    stall: null,
    outputCap: OUTPUT_CAP,
    folder: context.folder,
    ...(what.observe === true ? { observe: true } : {}),
  };
}

function shownPath({ processes }: GateContext, { environment }: CommandRun, { path }: Place): string {
  return bringsOwnWalls(environment.prefix) ? path : processes.shownAs(path);
}

/**
 * A string goes to `sh -c`, a list is argv; the environment's prefix stands before either. The folder is entered behind
 * the prefix, because one with another root has a working folder of its own.
 */
function argvOf({ run, dir }: CommandRun, prefix: readonly string[]): readonly [string, ...string[]] {
  const own = typeof run === 'string' ? ['sh', '-c', run] : run;
  const enter = `cd -- "$1" || exit ${EXIT_WITHOUT_FOLDER}; shift; exec "$@"`;
  const placed = dir === undefined ? own : ['sh', '-c', enter, 'sh', `./${dir}`, ...own];
  const [program = 'false', ...rest] = [...prefix, ...placed];
  return [program, ...rest];
}

function ranFrom(end: ProgramEnd): CheckRun {
  const output = outputOf(end);
  const shown = { log: logOf(output), output };
  const ms = end.durationMs;
  switch (end.how.kind) {
    case 'exited':
      return { how: 'exited', exitCode: end.how.code, because: '', ...shown, ms };
    case 'timeout':
      return { how: 'ended', exitCode: null, because: 'timed out', ...shown, ms };
    case 'stall':
      return { how: 'ended', exitCode: null, because: 'stalled', ...shown, ms };
    case 'killed':
      return { how: 'ended', exitCode: null, because: `killed by ${end.how.signal}`, ...shown, ms };
    case 'cancelled':
      return { ...stopped, ...shown };
    case 'unstartable':
      return { ...broken(`could not be started: ${end.how.because}`, shown.log), how: 'unstartable' };
  }
}

function outputOf(end: ProgramEnd): string {
  const parts = [end.stdout, end.stderr].filter((part) => part.trim() !== '');
  const whole = redact(sanitize(parts.join('\n')));
  return end.truncated ? `${whole}\n[output was cut]` : whole;
}

export function logOf(output: string): string {
  return output.length > LONGEST_LOG ? `[…]${output.slice(-LONGEST_LOG)}` : output;
}

/** Why a workspace could not be made ready, in one line. */
export function setupFailure({ because, output = '' }: Extract<Readiness, { kind: 'broken' }>): string {
  const reason = outputReason(output);
  return redact(`setup failed: ${because}${reason === '' ? '' : `: ${reason}`}`).slice(0, 1000);
}
