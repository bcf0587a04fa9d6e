import { rmSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { bringsOwnWalls, BASE_SCOPE, baseScopes, type SetupScopes } from '../../model/checks.ts';
import type { Readiness, Setups } from '../../ports/setup.ts';
import { namesIn, newIn, noteStamps, removeMade, restore } from './made-files.ts';
import { type Readied, unreadied } from '../confinement/machine.ts';
import { copySources, type Source, sourcesOf, stampOf } from './place-files.ts';
import {
  beginPrepared,
  finishPrepared,
  forgetPrepared,
  type Prepared,
  preparedFor,
  preparedName,
  touchPrepared,
} from './prepared.ts';
import {
  emptyTemporary,
  environmentOf,
  type SetupJob,
  ownCache,
  runCommands,
  type SetupsOptions,
  sharedCache,
  storesOf,
  temporaryIn,
} from './setup-commands.ts';
import { readNote, removeNote, setupKey, type SetupNote, writeNote } from './setup-note.ts';
import { placesUnder, workspacePlaces } from './workspace-places.ts';

type OpenedSetups = Setups & {
  /** Empties the temporary folders of the workspaces that were readied, once nobody works in them any more. */
  tidy(): void;
};

/** Readies workspaces: files from the user's checkout, then commands in the sandbox, once as long as nothing changes. */
export function setups(options: SetupsOptions): OpenedSetups {
  const { stateFolder, own, workFolder = stateFolder } = options;
  const places = workspacePlaces(stateFolder, workFolder);
  const used = new Set<string>();
  const stamps = new Map<string, Promise<string>>();
  let forgetting: Promise<void> | undefined;
  return {
    tidy() {
      const left =
        own === undefined
          ? []
          : placesUnder(stateFolder, own, workFolder).map((folder) => temporaryIn({ folder }));
      for (const folder of [...used, ...left]) rmSync(folder, { recursive: true, force: true });
      used.clear();
    },
    async ready(path, what, folder, cancel) {
      try {
        await (forgetting ??= forgetPrepared(workFolder));
        const jobAt = await jobsFor(what, { folder, cancel });
        const job = await jobAt(path, what.scopes);
        const ready = (await preparedElsewhere(job, jobAt)) ?? (await makeReady(job));
        return { ...ready, ...job.spent };
      } catch (error) {
        return { kind: 'broken', because: error instanceof Error ? error.message : String(error) };
      }
    },
  };

  async function jobsFor(
    { setup, environment, isInPlace = false, base, open }: Parameters<Setups['ready']>[1],
    run: Pick<SetupJob, 'folder' | 'cancel'>,
  ): Promise<JobAt> {
    const all = [
      ...(setup === null ? [] : [{ setup, prefix: [] }]),
      ...(environment.setup === null ? [] : [{ setup: environment.setup, prefix: environment.prefix }]),
    ];
    const words = all.map((each) => each.setup);
    const sources = await sourcesOf(words, options.top);
    const isLayered =
      options.processes.layering === 'overlay' && !isInPlace && !bringsOwnWalls(environment.prefix);
    const copied = sources.filter((source) => !isLayered || !source.isLinked);
    const name = JSON.stringify(copied);
    // Read once in a run: the checkout is the user's to change, and a run compares like with like.
    const stamp = stamps.get(name) ?? stampOf(copied);
    stamps.set(name, stamp);
    const common = { options, workFolder, environment, setups: all, sources, isLayered, base, open, ...run };
    const spent = { commandsMs: 0 };
    return async (path, scopes) => {
      const workspace = await realpath(path);
      const key = setupKey(workspace, words, environment, await stamp);
      const place = await places(workspace);
      used.add(temporaryIn(place));
      return { ...common, workspace, scopes, key, place, spent };
    };
  }
}

type JobAt = (path: string, scopes: SetupScopes) => Promise<SetupJob>;

/**
 * Runs the setup in another checkout where nothing is prepared yet: at base where a branch needs the same one, so that it
 * serves others too, or where files are withheld from it. Answers what went wrong, and undefined where the workspace is
 * still to be readied.
 */
async function preparedElsewhere(job: SetupJob, jobAt: JobAt): Promise<Readiness | undefined> {
  const { base, open, scopes } = job;
  if (!job.isLayered || job.setups.length === 0 || (await preparedOf(job)) !== undefined) return undefined;
  const isBase = scopes[0] === BASE_SCOPE;
  const atBase = isBase ? undefined : await preparedAt(base, (path) => jobAt(path, baseScopes), job.key);
  return (
    atBase ??
    (await preparedAt(open, async (path) => ({ ...(await jobAt(path, scopes)), key: job.key }), job.key))
  );
}

/** undefined: it is not the same setup there, or it went well. */
async function preparedAt(
  place: SetupJob['base'],
  jobAt: (path: string) => Promise<SetupJob>,
  key: string,
): Promise<Readiness | undefined> {
  const checkout = await place?.();
  if (checkout === undefined) return undefined;
  try {
    const job = await jobAt(checkout.path);
    const isNeeded = job.key === key && (await preparedOf(job)) === undefined;
    const ready = isNeeded ? await makeReady(job) : undefined;
    return ready?.kind === 'broken' ? ready : undefined;
  } finally {
    await checkout.release();
  }
}

async function preparedOf({ workFolder, key, scopes }: SetupJob): Promise<Prepared | undefined> {
  for (const scope of scopes) {
    const found = await preparedFor(workFolder, preparedName(key, scope));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function makeReady(job: SetupJob): Promise<Readiness> {
  await emptyTemporary(job);
  const cache = sharedCache(job);
  if (job.setups.length > 0) await mkdir(cache, { recursive: true });
  return job.isLayered ? layered(job) : inPlace(job);
}

/** Shows what is prepared for this setup; where nothing is yet, prepares it in this workspace and takes it from there. */
async function layered(job: SetupJob): Promise<Readiness> {
  const { workspace, workFolder, key, scopes } = job;
  await forget(job, await readNote(workspace));
  if (job.setups.length === 0) return shown(job, unreadied);
  const known = await preparedOf(job);
  if (known !== undefined) {
    await touchPrepared(known);
    return shown(job, { ...unreadied, layers: [known.layer], homes: [known.home] });
  }
  const begun = await beginPrepared(workFolder);
  try {
    const before = await namesIn(workspace);
    await copySources(copiedOf(job), job.options.top, workspace);
    show(job, {
      ...unreadied,
      links: linksOf(job),
      homeUpper: begun.home,
      cache: cacheOf(job, scopes[0] === BASE_SCOPE),
    });
    const wrong = await runCommands(job);
    // Half a setup is none: what it made goes.
    const fresh = await newIn(workspace, before);
    if (wrong !== undefined) {
      for (const path of fresh) await removeMade(workspace, path);
      return { kind: 'broken', ...wrong };
    }
    const made = await finishPrepared(workFolder, preparedName(key, scopes[0]), {
      folder: begun.folder,
      workspace,
      paths: fresh,
    });
    return { ...shown(job, { ...unreadied, layers: [made.layer], homes: [made.home] }), isFresh: true };
  } finally {
    await rm(begun.folder, { recursive: true, force: true });
  }
}

function show({ options, workspace }: SetupJob, readied: Readied): void {
  options.processes.readied.set(workspace, readied);
}

function shown(job: SetupJob, readied: Readied): Readiness & { readonly kind: 'ready' } {
  const cache = job.setups.length === 0 ? null : cacheOf(job, false);
  show(job, { ...readied, links: linksOf(job), cache });
  return { kind: 'ready', ...surroundingsOf(job), visible: [] };
}

function cacheOf(job: SetupJob, isKept: boolean): NonNullable<Readied['cache']> {
  return { folder: sharedCache(job), isKept };
}

function linksOf({ sources }: SetupJob): Readied['links'] {
  return sources.filter(({ isLinked }) => isLinked);
}

function copiedOf({ sources, isLayered }: SetupJob): readonly Source[] {
  return sources.filter(({ isLinked }) => !isLayered || !isLinked);
}

/** Installs in the workspace itself, and restores by comparing what an earlier setup of the same kind left there. */
async function inPlace(job: SetupJob): Promise<Readiness> {
  const { workspace, key } = job;
  const note = await readNote(workspace);
  job.options.processes.readied.delete(workspace);
  if (job.setups.length === 0 && note.paths.length === 0) return ready(job);
  if (note.key === key && (await restore(workspace, note.paths, stampsFile(job)))) return ready(job);
  await forget(job, note);
  const before = await namesIn(workspace);
  await copySources(copiedOf(job), job.options.top, workspace);
  const wrong = await runCommands(job);
  if (wrong !== undefined) return { kind: 'broken', ...wrong };
  const fresh = await newIn(workspace, before);
  await noteStamps(workspace, fresh, stampsFile(job));
  await writeNote(workspace, { key, paths: fresh });
  return ready(job);
}

/** What an earlier setup made is removed before another one runs, the note first: half a setup is none. */
async function forget({ workspace }: SetupJob, note: SetupNote): Promise<void> {
  if (note.paths.length === 0) return;
  await removeNote(workspace);
  for (const path of note.paths) await removeMade(workspace, path);
}

function ready(job: SetupJob): Readiness {
  const visible = job.setups.length === 0 ? [] : [sharedCache(job), ownCache(job)];
  return { kind: 'ready', ...surroundingsOf(job), visible };
}

function surroundingsOf(job: SetupJob) {
  return { env: environmentOf(job), port: { PORT: String(job.place.port) }, stores: storesOf(job) };
}

function stampsFile(job: SetupJob): string {
  return join(job.place.folder, 'made.json');
}
