import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { openRepository } from '../../git/index.ts';
import { errorMessage, GauntletError } from '../../model/error.ts';
import { openProcesses } from '../../process/index.ts';
import { bytes, count, enforcementWords, runWord } from '../../report/index.ts';
import { git } from '../../project/committed-file.ts';
import type { Diagnosis } from './diagnosis.ts';
import { type Configured, setupCheck } from './doctor-config.ts';
import { hookChecks } from './doctor-hooks.ts';
import { installedChecks, roleChecks } from './doctor-agents.ts';
import type { Caller } from '../../project/call.ts';
import { isHeld } from '../../project/lease-holder.ts';
import { readRun } from '../../project/kept/read-run.ts';
import { withJournal } from '../../project/kept/read-run.ts';
import { epicsAt, findRepository, type RepositoryPlace } from '../../project/state-folder.ts';

/** Looks at everything a run needs. Nothing is written outside a temporary folder, which is removed. */
export async function diagnose(
  io: Caller,
  areTried: boolean,
  configured: Configured,
): Promise<readonly Diagnosis[]> {
  const place = findRepository(io.cwd);
  return [
    { what: 'node', state: 'ok', said: process.versions.node },
    await gitCheck(io),
    ...(await repositoryChecks(io)),
    ...(place === undefined ? [] : writingCheck(place)),
    ...diskCheck(place?.common ?? io.cwd),
    ...(await inTemporaryFolder((folder) => agentChecks(io, { place, areTried, configured }, folder))),
    ...(place === undefined ? [] : await stateChecks(place)),
  ];
}

/** Without a folder there is nowhere to try a sandbox or an agent in; every run needs one too. */
async function inTemporaryFolder(look: (folder: string) => Promise<Diagnosis[]>): Promise<Diagnosis[]> {
  const made = await mkdtemp(join(tmpdir(), 'gauntlet-doctor-')).catch((error: Error) => error);
  if (typeof made !== 'string')
    return [
      {
        what: 'temporary folder',
        state: 'missing',
        said: made.message,
        hint: 'Point TMPDIR at a folder that can be written.',
      },
    ];
  try {
    return await look(made);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Journal and hub are kept in the git directory. */
function writingCheck({ common }: RepositoryPlace): Diagnosis[] {
  try {
    fs.accessSync(common, fs.constants.W_OK);
    return [];
  } catch (error) {
    const said = `nothing can be stored there: ${errorMessage(error)}`;
    return [{ what: 'state', state: 'missing', said, hint: 'Check the permissions of that folder.' }];
  }
}

async function gitCheck(io: Caller): Promise<Diagnosis> {
  const said = await git(io.cwd, ['version']);
  if (said === undefined)
    return {
      what: 'git',
      state: 'missing',
      said: 'not found on the PATH',
      hint: 'Install git 2.38 or newer.',
    };
  return { what: 'git', state: 'ok', said: said.trim() };
}

async function repositoryChecks(io: Caller): Promise<Diagnosis[]> {
  try {
    const repository = await openRepository(io.cwd);
    repository.close();
    const notes = repository.notes.map((said): Diagnosis => ({
      what: 'git settings',
      state: 'warning',
      said,
    }));
    const head = await git(io.cwd, ['rev-parse', '--verify', '--quiet', 'HEAD']);
    const empty: Diagnosis = {
      what: 'repository',
      state: 'missing',
      said: 'it has no commit yet',
      hint: 'Make a first commit: work branches start from it.',
    };
    if (head === undefined) return [empty, ...notes];
    const found: Diagnosis = { what: 'repository', state: 'ok', said: repository.top };
    return [found, ...notes, await workspacesCheck(repository.workFolder), ...(await keptElsewhere(io))];
  } catch (error) {
    if (!(error instanceof GauntletError)) throw error;
    return [{ what: 'repository', state: 'missing', said: error.message, ...hinted(error.hint) }];
  }
}

/** Where checks and agents work, and how they get their dependencies: tried there, in a folder that is removed again. */
async function workspacesCheck(workFolder: string): Promise<Diagnosis> {
  const what = 'workspaces';
  const hint = 'Choose another folder: git config gauntlet.workspaces /an/absolute/folder';
  const near = [dirname(workFolder), dirname(dirname(workFolder))].find((path) => fs.existsSync(path));
  try {
    const folder = await mkdtemp(join(near ?? tmpdir(), 'trial-'));
    try {
      const { layering, enforcement } = await openProcesses({
        stateFolder: join(folder, 's'),
        workFolder: join(folder, 'w'),
      });
      const seen =
        enforcement === 'enforced'
          ? 'programs see every workspace at the same short path (sandbox)'
          : 'programs see workspaces at that path';
      const how =
        layering === 'overlay'
          ? 'dependencies are installed once and shared through overlays'
          : 'dependencies are installed in each workspace and compared before every check (no overlays here)';
      const copies = sharesBlocks(folder) ? 'copies share blocks (reflink)' : 'files are copied in full';
      return { what, state: 'ok', said: `${workFolder}; ${seen}; ${how}; ${copies}` };
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  } catch (error) {
    return {
      what,
      state: 'missing',
      said: `${workFolder} cannot be used: ${errorMessage(error)}`,
      hint,
    };
  }
}

/** Whether the file system makes copies that share their blocks: all our copies ask for that, and fall back. */
function sharesBlocks(folder: string): boolean {
  try {
    fs.writeFileSync(join(folder, 'a'), 'a');
    fs.copyFileSync(join(folder, 'a'), join(folder, 'b'), fs.constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  }
}

/** What the repository's commits only point at: it is not in them, so it is not in workspaces either. */
async function keptElsewhere(io: Caller): Promise<Diagnosis[]> {
  const [large, all] = await Promise.all([
    git(io.cwd, ['ls-files', '-z', '--', ':(top,attr:filter=lfs)']),
    git(io.cwd, ['ls-files', '-z', '--stage', '--', ':(top)']),
  ]);
  const pointers = (large ?? '').split('\0').filter(Boolean).length;
  const modules = (all ?? '').split('\0').filter((line) => line.startsWith('160000 ')).length;
  const found: Diagnosis[] = [];
  if (pointers > 0)
    found.push({
      what: 'large files',
      state: 'warning',
      said: `${count(pointers, 'file')} of LFS: workspaces and checks see the pointer files, not the contents`,
      hint: 'A check that needs the contents has to fetch them itself.',
    });
  if (modules > 0)
    found.push({
      what: 'submodules',
      state: 'warning',
      said: `${count(modules, 'submodule')}: the folders are empty in workspaces`,
      hint: 'Provide the files that checks need with setup.copy or setup.link in gauntlet.yaml.',
    });
  return found;
}

function hinted(hint: string | undefined): { hint?: string } {
  return hint === undefined ? {} : { hint };
}

const LITTLE = 1e9;
const TOO_LITTLE = 1e8;

function diskCheck(folder: string): Diagnosis[] {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    const free = bavail * bsize;
    const said = `${bytes(free)} free at ${folder}`;
    if (free < TOO_LITTLE)
      return [{ what: 'disk', state: 'missing', said, hint: 'Free some: gauntlet clean --all' }];
    return [{ what: 'disk', state: free < LITTLE ? 'warning' : 'ok', said }];
  } catch {
    return [{ what: 'disk', state: 'warning', said: `the free space at ${folder} cannot be determined` }];
  }
}

/** Sandbox, configuration, what is installed, and who plays each part. */
type Subject = {
  readonly place: RepositoryPlace | undefined;
  readonly areTried: boolean;
  readonly configured: Configured;
};

async function agentChecks(
  io: Caller,
  { place, areTried, configured: { config, found, folder: configFolder } }: Subject,
  folder: string,
): Promise<Diagnosis[]> {
  const processes = await openProcesses({ stateFolder: folder });
  const sandbox: Diagnosis = {
    what: 'sandbox',
    state: processes.enforcement === 'enforced' ? 'ok' : 'warning',
    said: `${enforcementWords(processes.enforcement)} (${processes.because})`,
  };
  const inputs = inputsCheck(await processes.observes());
  const top = place?.top ?? io.cwd;
  const readAtBase = (path: string) => git(io.cwd, ['cat-file', 'blob', `HEAD:./${path}`]);
  const [installed, roles] = await Promise.all([
    installedChecks(io, processes, folder),
    config === undefined ? [] : roleChecks(io, processes, { config, top: configFolder, readAtBase }),
  ]);
  const own =
    config === undefined
      ? []
      : [
          ...setupCheck(config, { areTried, place }),
          ...(await hookChecks(top, config, processes.enforcement)),
        ];
  return [sandbox, inputs, ...found, ...own, ...roles, ...installed];
}

/** Runs that were cut off, journals that are damaged: both are found now rather than in the middle of something. */
async function stateChecks(place: RepositoryPlace): Promise<Diagnosis[]> {
  const found: Diagnosis[] = [];
  for (const epic of epicsAt(place)) {
    const held = isHeld(epic);
    try {
      const { state } = await withJournal(epic, (reader) => readRun(reader.read()));
      const word = runWord(state, held);
      if (word === 'interrupted' || word === 'paused')
        found.push({
          what: 'state',
          state: 'warning',
          said: `the run of ${epic.id} is ${word}`,
          hint: `gauntlet resume ${epic.id}`,
        });
    } catch (error) {
      if (!(error instanceof GauntletError)) throw error;
      found.push({ what: 'state', state: 'missing', said: error.message, ...hinted(error.hint) });
    }
  }
  return found;
}

/** Whether the inputs of checks are observed, and what is weaker where they are not (EVID-01). */
function inputsCheck(isObserved: boolean): Diagnosis {
  const what = 'inputs of checks';
  if (isObserved) return { what, state: 'ok', said: 'observed at base with strace' };
  return {
    what,
    state: 'warning',
    said: 'detected by file name, not observed: a branch could influence a check through a file that was not detected',
    hint: 'Install strace (Linux), and allow it to trace (ptrace)',
  };
}
