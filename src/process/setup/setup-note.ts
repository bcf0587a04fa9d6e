import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Environment, Setup } from '../../model/config.ts';
import { jsonAs } from '../../schema/json-in.ts';
import { type Infer, listOf, mapOf, text } from '../../schema/shape.ts';
import { installsOf } from './plain-installs.ts';
import { buildsProject, requirementFiles } from './project-builds.ts';

const noteShape = mapOf({
  /** Of the setup that made it ready; empty when none did to its end. */
  key: text(),
  /** Everything setup put there, relative to the workspace: copies, and what commands made. */
  paths: listOf(text()),
});

/** What is noted beside a workspace, where nobody who works in it can write. */
export type SetupNote = Infer<typeof noteShape>;

const locks =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|requirements.*\.txt|deno\.lock|gradle\.lockfile|packages\.lock\.json)$/;
const manifests =
  /^(?:package\.json|pnpm-workspace\.yaml|\.npmrc|\.yarnrc\.yml|Cargo\.toml|go\.mod|pyproject\.toml|setup\.py|Pipfile|Gemfile|composer\.json|Makefile|\.pnpmfile\.cjs|binding\.gyp|hatch\.toml|pom\.xml|extensions\.xml|maven\.config|[\w.-]+\.(?:cs|fs|vb)proj|Directory\.[\w.]+\.(?:props|targets)|nuget\.config|global\.json)$/i;

const unwatched: ReadonlySet<string> = new Set(['', '..', '.git', 'node_modules']);

const place = (workspace: string): string => `${workspace}.setup.json`;

export async function readNote(workspace: string): Promise<SetupNote> {
  const read = await readFile(place(workspace), 'utf8').catch(() => undefined);
  return jsonAs(noteShape, read) ?? { key: '', paths: [] };
}

export async function writeNote(workspace: string, note: SetupNote): Promise<void> {
  const draft = `${place(workspace)}.draft`;
  await writeFile(draft, `${JSON.stringify(note)}\n`);
  await rename(draft, place(workspace));
}

export async function removeNote(workspace: string): Promise<void> {
  await rm(place(workspace), { force: true });
}

/** How many folders down the packages of a monorepo are looked for. */
const DEEP = 2;

/**
 * What decides whether setup has to run again: its own words, a stamp of the files it copies from the checkout, the environment, the files of requirements it names, and the
 * lockfiles and manifests at the root of the workspace and one or two folders down, where the packages of a monorepo are.
 * What does more than install may have been made from any file, so it is made anew for every commit: an old build would
 * pass in a new one's place.
 */
export function setupKey(
  workspace: string,
  setup: readonly Setup[],
  environment: Environment,
  copied = '',
): string {
  const hash = createHash('sha256').update(JSON.stringify([setup, environment, copied]));
  const files = new Map(
    dependencyFiles(workspace, '', DEEP).map((path) => [path, readFileSync(join(workspace, path))]),
  );
  const installs = installsOf(
    setup.flatMap(({ run }) => run),
    (folder) => isWatched(workspace, folder),
  );
  const named = installs === undefined ? undefined : requirementFiles(workspace, installs.requirements);
  for (const [path, bytes] of [...files, ...(named ?? [])]) hash.update(`\0${path}\0`).update(bytes);
  const isInstall = installs !== undefined && named !== undefined && !buildsProject(files, installs.programs);
  return hash.update(isInstall ? '' : `\0${commitOf(workspace)}`).digest('hex');
}

/** Whether the lockfiles and manifests of a folder are looked at; those behind a link are not. */
function isWatched(workspace: string, folder: string): boolean {
  const steps = folder === '' ? [] : folder.split('/');
  if (steps.length > DEEP || steps.some((step) => unwatched.has(step))) return false;
  return steps.every(
    (_, at) =>
      lstatSync(join(workspace, ...steps.slice(0, at + 1)), { throwIfNoEntry: false })?.isDirectory() ===
      true,
  );
}

/** What HEAD of a workspace says. A branch that others move is no commit: that of a check-out stands by itself. */
function commitOf(workspace: string): string {
  try {
    const head = readFileSync(join(workspace, '.git', 'HEAD'), 'utf8').trim();
    const ref = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1];
    return ref === undefined ? head : readFileSync(join(workspace, '.git', ref), 'utf8').trim();
  } catch {
    return '';
  }
}

function dependencyFiles(workspace: string, folder: string, deeper: number): readonly string[] {
  const entries = readdirSync(join(workspace, folder), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) return isDependencyFile(workspace, path, entry.name) ? [path] : [];
      const isWorth = entry.isDirectory() && deeper > 0 && !unwatched.has(entry.name);
      return isWorth ? dependencyFiles(workspace, path, deeper - 1) : [];
    });
}

function isDependencyFile(workspace: string, path: string, name: string): boolean {
  return (
    (locks.test(name) || manifests.test(name)) && lstatSync(join(workspace, path)).size < 64 * 1024 * 1024
  );
}
