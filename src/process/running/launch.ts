import { mkdirSync, statSync } from 'node:fs';
import { join, basename, delimiter, dirname, isAbsolute, sep } from 'node:path';

import type { Program } from '../../ports/processes.ts';
import { allowedEnvironment } from './allowed-environment.ts';
import { bubblewrapOptions } from '../confinement/bubblewrap.ts';
import type { ProcessHost } from '../confinement/machine.ts';
import { holds, viewsOf } from '../confinement/mounts.ts';
import { type Trace, traced, type Tracer } from '../observe/trace-file.ts';
import { tagName } from './process-table.ts';
import { programFile } from '../program-file.ts';
import { isInWork, showWorkspace } from '../confinement/show-workspace.ts';
import { pipes, supervise } from './supervise.ts';

/** What is handed to the operating system. */
export type Launch = {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** bubblewrap's options, for a pipe; undefined without a sandbox. */
  readonly options: string | undefined;
  /** A temporary directory made for this run alone. */
  readonly scratch: string | undefined;
  /** Where its calls are traced to; undefined: nothing is traced. */
  readonly trace: Trace | undefined;
};

export type Launched =
  | { readonly kind: 'launch'; readonly launch: Launch }
  | { readonly kind: 'unstartable'; readonly because: string };

/** How a program is started on this machine, or why it cannot be. */
export function launchOf(program: Program, tag: string, machine: ProcessHost, tracer?: Tracer): Launched {
  const env = allowedEnvironment(machine.inherited, program.env, program.confinement.network);
  const because = whyUnstartable(program, env['PATH'] ?? '');
  if (because !== undefined) return { kind: 'unstartable', because };
  const isBare = machine.sandbox === undefined || program.confinement.walls === 'own';
  const confining = { env, tag, machine, tracer };
  return isBare ? bare(program, confining) : sandboxed(program, confining);
}

function whyUnstartable(program: Program, path: string): string | undefined {
  const [name] = program.argv;
  const words = [...program.argv, ...Object.entries(program.env).flat()];
  if (words.some((word) => word.includes('\0'))) return 'an argument or a variable has a NUL character in it';
  if (!isFolder(program.cwd)) return `the folder ${program.cwd} does not exist`;
  if (programFile(name, path, program.cwd) === undefined)
    return `${name} is not a program that can be run here`;
  return undefined;
}

type Confining = {
  readonly env: Record<string, string>;
  readonly tag: string;
  readonly machine: ProcessHost;
  readonly tracer: Tracer | undefined;
};

/** The trace of a program that sees its workspace at `root`. Programs with walls of their own start others out of sight. */
function traceOf(
  { folder, confinement }: Program,
  { tag, tracer }: Pick<Confining, 'tag' | 'tracer'>,
  root: string,
): Trace | undefined {
  if (tracer === undefined || confinement.walls === 'own') return undefined;
  return { tracer, root, file: join(folder, `trace-${tag}`) };
}

function bare(program: Program, { env, tag, tracer }: Confining): Launched {
  env[tagName] = tag;
  const scratch = env['TMPDIR'] === undefined ? join(program.folder, `tmp-${tag}`) : undefined;
  if (scratch !== undefined) {
    mkdirSync(scratch);
    env['TMPDIR'] = scratch;
  }
  const trace = traceOf(program, { tag, tracer }, program.cwd);
  const argv = supervise(traced(program.argv, trace));
  return { kind: 'launch', launch: { argv, cwd: program.cwd, env, options: undefined, scratch, trace } };
}

function sandboxed(program: Program, { env, tag, machine, tracer }: Confining): Launched {
  const { sandbox } = machine;
  if (sandbox === undefined) return { kind: 'unstartable', because: 'there is no sandbox' };
  const own = env['TMPDIR'];
  const isPrivate = own !== undefined && isInWork(own, machine);
  const writable = own === undefined || isPrivate ? [] : [own];
  env['TMPDIR'] = own ?? '/tmp';
  const confinement = { ...program.confinement, writable: [...program.confinement.writable, ...writable] };
  const tools = toolPlaces(env['PATH'] ?? '', program.argv[0], [...program.confinement.hidden, machine.home]);
  const views = viewsOf({ confinement, cwd: program.cwd, folder: program.folder, tools }, machine);
  if (views.kind === 'refused') return { kind: 'unstartable', because: views.because };
  const shown = showWorkspace(program, views.views, {
    tag,
    machine,
    sandbox,
    temporary: isPrivate ? own : null,
  });
  const options = bubblewrapOptions({
    views: shown.views,
    network: program.confinement.network,
    cwd: shown.cwd,
    env: translated(env, shown.names),
    emptyFile: sandbox.emptyFile,
    ids: sandbox.overlays?.by === 'user' && shown.mounts.length > 0,
  });
  const trace = traceOf(program, { tag, tracer }, shown.cwd);
  const flags = ['--args', String(pipes.options), '--json-status-fd', String(pipes.status)];
  return {
    kind: 'launch',
    launch: {
      argv: supervise(traced([...shown.mounts, sandbox.bubblewrap, ...flags, '--', ...program.argv], trace)),
      cwd: '/',
      // The sandbox program itself gets none of it: a variable like LD_PRELOAD would act outside of the sandbox.
      env: { [tagName]: tag },
      options: options.map((word) => `${word}\0`).join(''),
      scratch: shown.scratch,
      trace,
    },
  };
}

/** Variables that name a folder which the program sees elsewhere name it where the program sees it. */
function translated(
  env: Readonly<Record<string, string>>,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(env).map(([name, value]) => {
    const [from, to] = [...names].find(([folder]) => holds(folder, value)) ?? ['', ''];
    return [name, `${to}${value.slice(from.length)}`] as const;
  });
  return Object.fromEntries(entries);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** What is private and empty for every program. Tools that the user keeps there are needed all the same. */
const scratch: readonly string[] = ['/tmp', '/var/tmp', '/dev/shm'];

/**
 * Folders of programs that a private `/tmp` or a hidden folder would take away: those of PATH and of the program itself,
 * each with what it was installed with. Elsewhere tools are visible anyway, and secrets beside them must not be. Packages
 * of a hidden checkout stay hidden: they may lead to the checkout's own code.
 */
export function toolPlaces(path: string, program: string, hidden: readonly string[] = []): readonly string[] {
  const folders = [...path.split(delimiter), dirname(program)].filter((folder) => isAbsolute(folder));
  const isHidden = (folder: string): boolean =>
    !/(?:^|\/)node_modules(?:\/|$)/.test(folder) && hidden.some((each) => folder.startsWith(each + sep));
  return [...new Set(folders)]
    .filter((folder) => isInScratch(folder) || isHidden(folder))
    .flatMap((folder) => installation(folder, hidden));
}

/** Never the scratch place as a whole: others keep things there too. */
function installation(folder: string, hidden: readonly string[]): readonly string[] {
  const parent = dirname(folder);
  // Beside `~/.local/bin` lies what all kinds of programs keep.
  if (basename(parent) === '.local') return [folder];
  if (basename(folder) === 'bin' && hidden.some((each) => parent.startsWith(each + sep))) return [parent];
  const isInstalled = basename(folder) === 'bin' || folder.endsWith(join('node_modules', '.bin'));
  return isInstalled && isInScratch(parent) ? [folder, parent] : [folder];
}

function isInScratch(folder: string): boolean {
  return scratch.some((place) => folder.startsWith(place + sep));
}
