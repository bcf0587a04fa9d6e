import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';

import { programFile } from '../../process/index.ts';
import { messageOf, type Pin } from './pinned-file.ts';

/** Where programs are looked for: never in a workspace or an export. */
export type ProgramSearch = {
  /** The folder of the configuration file. */
  readonly configFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads and hashes a file, once for all agents. */
  pin(path: string): Promise<Pin>;
};

/** A command line whose program and scripts were found, read and hashed. */
export type FoundProgram = {
  readonly argv: readonly [string, ...string[]];
  readonly pins: readonly Pin[];
  /** Why the working directory would decide what is run; undefined when it does not. */
  readonly followsFolder: string | undefined;
};

export type ProgramLookup =
  | { readonly ok: true; readonly program: FoundProgram }
  | { readonly ok: false; readonly because: string };

/**
 * Finds what `run` means, once: the program against the configuration's folder or by PATH, and every argument that is
 * a file there. A script that is not there is refused, or the branch under judgement could bring one of that name.
 */
export async function findProgram(run: readonly string[], where: ProgramSearch): Promise<ProgramLookup> {
  const [name, ...args] = run;
  if (name === undefined || name === '') return { ok: false, because: 'no program is named in `run`' };
  const program = findExecutable(name, where);
  if (program === undefined) return { ok: false, because: notFound(name, where) };
  try {
    const found = await findArguments(basename(name), args, where.configFolder);
    if (typeof found === 'string') return { ok: false, because: found };
    const pins = [await where.pin(program)];
    for (const file of found.files) pins.push(await where.pin(file));
    const argv: [string, ...string[]] = [program, ...found.args];
    return { ok: true, program: { argv, pins, followsFolder: followsFolder(basename(name), args) } };
  } catch (error) {
    return { ok: false, because: `${name} cannot be read: ${messageOf(error)}` };
  }
}

/** A relative name belongs to the configuration's folder, never to the one the agent works in. */
export function findExecutable(
  name: string,
  { configFolder, env }: Omit<ProgramSearch, 'pin'>,
): string | undefined {
  return programFile(name, env['PATH'] ?? '', configFolder);
}

function notFound(name: string, { configFolder }: ProgramSearch): string {
  return name.includes('/')
    ? `${name} is not a program in ${configFolder}`
    : `the program ${name} is not installed (not found in PATH)`;
}

type FoundArguments = { readonly args: readonly string[]; readonly files: readonly string[] };

async function findArguments(
  program: string,
  args: readonly string[],
  configFolder: string,
): Promise<FoundArguments | string> {
  const operands = scriptOperands(program, args);
  const files: string[] = [];
  const found: string[] = [];
  for (const [index, arg] of args.entries()) {
    const { before, value } = splitOption(arg);
    const path = resolve(configFolder, value);
    const isFile = value !== '' && (await isRegularFile(path));
    if (!isFile && (operands.has(index) || mustExist(value)))
      return `${value} is not a file in ${configFolder}`;
    if (isFile) files.push(path);
    found.push(isFile ? `${before}${path}` : arg);
  }
  return { args: found, files };
}

/** `--import=./hook.mjs` names a file too. */
function splitOption(arg: string): { readonly before: string; readonly value: string } {
  const option = /^-[^=]*=/.exec(arg)?.[0] ?? '';
  if (option === '' && arg.startsWith('-')) return { before: arg, value: '' };
  return { before: option, value: arg.slice(option.length) };
}

async function isRegularFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** What can only be meant as a file. */
function mustExist(value: string): boolean {
  return /^\.{1,2}\//.test(value) || /^[\w./@+-]+\.(?:[cm]?[jt]s|py|sh|bash|rb|pl|php|lua)$/.test(value);
}

const INTERPRETER = /^(?:node(?:js)?|bun|deno|tsx|python[\d.]*|ruby|perl|php|lua|sh|bash|dash|zsh)$/;
/** Options after which an interpreter gets no script: its program stands on the command line. */
const INLINE = /^(?:-[a-z]*[cemp]|--eval|--print|--command)$/;
/** Options that load another file first; a bare name there would be looked up in the working directory. */
const LOADING = /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file)$/;
/** Options whose value is no file. */
const WORDED = /^(?:-W|-X|-C|--conditions|--title)$/;

/** The positions at which an interpreter is given a file: what is loaded first, and its script. */
function scriptOperands(program: string, args: readonly string[]): ReadonlySet<number> {
  const operands = new Set<number>();
  if (!INTERPRETER.test(program)) return operands;
  for (const [index, arg] of args.entries()) {
    const before = args[index - 1] ?? '';
    if (INLINE.test(arg)) return operands;
    if (LOADING.test(arg.split('=', 1)[0] ?? '') && arg.includes('=')) operands.add(index);
    if (arg.startsWith('-') || WORDED.test(before)) continue;
    operands.add(index);
    if (!LOADING.test(before)) return operands;
  }
  return operands;
}

/** Programs that read a manifest, a configuration or their own code from the folder they are started in. */
const RUNNERS: ReadonlySet<string> = new Set(
  'npx npm pnpm pnpx yarn bun bunx deno tsx ts-node make just uv uvx poetry pipenv cargo go dotnet mvn gradle rake'.split(
    ' ',
  ),
);

/** Runners and `python -m` look into the folder they are started in before anything else. */
function followsFolder(program: string, args: readonly string[]): string | undefined {
  const isModule = /^python[\d.]*$/.test(program) && args.includes('-m');
  if (!isModule && !RUNNERS.has(program)) return undefined;
  const what = isModule ? `${program} -m` : program;
  return `${what} takes its program from the working directory, which the branch under review controls; give the path of the program itself in \`run\``;
}
