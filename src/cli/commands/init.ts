import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { probeAgents } from '../../agents/index.ts';
import { GauntletError } from '../../model/error.ts';
import { readConfig, readEpic } from '../../plan/index.ts';
import { openProcesses } from '../../process/index.ts';
import { type CallWith, cliCommand } from '../command.ts';
import { askYesNo } from '../ask-yes-no.ts';
import type { OptionDefinition } from '../option-types.ts';
import { exitCodes } from '../exit-codes.ts';
import { detect } from '../init-detect.ts';
import { type Found, type NewFile, newFiles } from '../init-files.ts';
import type { Io } from '../io.ts';
import { jsonText } from '../json-text.ts';
import { clean } from '../say-error.ts';
import { repositoryAt } from '../state-folder.ts';

const options = [
  ['-y, --yes', 'write without asking'],
  ['--dry-run', 'say what would be written, and write nothing'],
] as const satisfies readonly OptionDefinition[];

type InitCall = CallWith<typeof options>;

/** A configuration and a first epic, from what the repository shows. Nothing that exists is ever overwritten. */
export const init = cliCommand({
  name: 'init',
  summary: 'write a configuration and a sample epic that fit this repository',
  options,
  async run(call) {
    const place = repositoryAt(call.io.cwd);
    const found = { ...detect(place), agents: await installedAgents(call.io) };
    const files = newFiles(found);
    prove(files);
    const missing = files.filter(({ path }) => !exists(join(place.top, path)));
    const existing = files.filter((file) => !missing.includes(file)).map(({ path }) => path);
    const dryRun = call.options.dryRun === true;
    const write = !dryRun && missing.length > 0 && (await mayWrite(missing, call));
    if (write) for (const file of missing) create(place.top, file);
    const paths = missing.map(({ path }) => path);
    const told = { found, written: write ? paths : [], wouldWrite: write ? [] : paths, existing };
    call.io.stdout.write(call.json ? jsonText(told) : text(told, missing, dryRun));
    return exitCodes.passed;
  },
});

/** How long one question to one agent may take. */
const DEADLINE = 10_000;

/** Asked in the sandbox, in a temporary folder that is removed again. */
async function installedAgents(io: Io): Promise<Found['agents']> {
  const folder = await mkdtemp(join(tmpdir(), 'gauntlet-init-'));
  try {
    const processes = await openProcesses({ stateFolder: folder });
    return await probeAgents({ processes, env: io.env, folder: join(folder, 'agents'), deadline: DEADLINE });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Also a link that leads nowhere is something of the user's. */
function exists(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What we write must be right by our own rules; if it is not, that is our mistake and nothing is written. */
function prove(files: readonly NewFile[]): void {
  for (const { path, text } of files) {
    if (!path.endsWith('.yaml')) continue;
    const read = path.startsWith('epics/')
      ? readEpic({ file: path, text, readFile: () => undefined })
      : readConfig({ file: path, text });
    const error = read.complaints.find(({ severity }) => severity === 'error');
    if (error !== undefined) throw new GauntletError('BUG', `${path}:${error.line} ${error.message}`);
  }
}

async function mayWrite(files: readonly NewFile[], { io, options }: InitCall): Promise<boolean> {
  if (options.yes === true) return true;
  if (!io.stdout.isTty())
    throw new GauntletError('USAGE_INVALID', 'not a terminal: add -y to write the files', {
      hint: 'Add -y to write, or --dry-run to see what would be written.',
    });
  return askYesNo(`Write ${files.map(({ path }) => path).join(', ')}? [Y/n] `, io);
}

function create(top: string, { path, text }: NewFile): void {
  try {
    fs.mkdirSync(dirname(join(top, path)), { recursive: true });
    fs.writeFileSync(join(top, path), text, { flag: 'wx' });
  } catch (cause) {
    throw new GauntletError('ENVIRONMENT_UNFIT', `${path} cannot be written: ${(cause as Error).message}`, {
      hint: 'Check the permissions of that folder and the space on the disk.',
      cause,
    });
  }
}

type Told = {
  readonly found: Found;
  readonly written: readonly string[];
  readonly wouldWrite: readonly string[];
  readonly existing: readonly string[];
};

function text(
  { found, written, wouldWrite, existing }: Told,
  missing: readonly NewFile[],
  dryRun: boolean,
): string {
  const { packageManager, checks, base, agents } = found;
  const lines = [
    `package manager  ${packageManager ?? 'none found'}`,
    `checks           ${checks.map(({ run }) => run).join(', ') || 'none found: add some under verify, nothing is proved without them'}`,
    `base branch      ${base}`,
    `agents           ${agents.map(agentText).join(', ') || 'none found on the PATH'}`,
    ...existing.map((path) => `exists, left as it is: ${path}`),
    ...written.map((path) => `written: ${path}`),
    ...wouldWrite.map((path) => `not written: ${path}`),
    ...(dryRun ? missing.flatMap(({ path, text }) => ['', `--- ${path}`, text.trimEnd()]) : []),
    ...(written.length > 0
      ? [
          '',
          'next:  commit gauntlet.yaml and epics/, then: gauntlet doctor && gauntlet run epics/sample.yaml --dry-run',
        ]
      : []),
  ];
  return clean(lines.join('\n'));
}

function agentText({ name, version, login }: Found['agents'][number]): string {
  const words = { in: 'logged in', out: 'not logged in', unclear: 'login not checked' };
  return `${name}${version === null ? '' : ` ${version}`} (${words[login]})`;
}
