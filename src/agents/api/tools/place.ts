import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, unlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import { Refused } from '../../answers/tool.ts';

/** The folder an agent works in, and what of it is not for the agent. */
export type ToolFolder = { readonly folder: string; readonly hidden: readonly string[] };

/** The folder with its links resolved, so that paths can be compared. */
export async function placeAt(cwd: string, hidden: readonly string[]): Promise<ToolFolder> {
  const folder = await realpath(cwd);
  const real = await Promise.all(hidden.map((path) => realpath(path).catch(() => resolve(path))));
  return { folder, hidden: real.filter((path) => isBelow(path, folder)) };
}

/**
 * Where an existing path really lies. No program of the agent runs while its tools work (each command is dead before
 * its result is handed over, and calls are made one after the other), so what is checked here is what is opened next.
 */
export async function existing(place: ToolFolder, path: string): Promise<string> {
  const asked = inside(place, path);
  const real = await realpath(asked).catch(() => undefined);
  if (real === undefined) throw new Refused(`${path} does not exist`);
  return allowed(place, real, path);
}

/** Opens a plain file for reading: no device, no pipe that nobody writes to. */
export async function openFile(place: ToolFolder, path: string): Promise<FileHandle> {
  const real = await existing(place, path);
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (file === undefined) throw new Refused(`${path} cannot be read`);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Refused(`${path} is not a file`);
}

/** Writes a file; folders on the way are made. What is a link, or shared with another name, is not written through. */
export async function writeText(place: ToolFolder, path: string, text: string): Promise<void> {
  const asked = inside(place, path);
  if (asked === place.folder) throw new Refused(`${path} is a folder`);
  await refuseGit(place, asked, path);
  const target = join(await folderFor(place, asked, path), asked.slice(dirname(asked).length + 1));
  const there = await lstat(target).catch(() => undefined);
  if (there !== undefined && !there.isFile()) throw new Refused(`${path} is not a regular file`);
  if (there !== undefined && there.nlink > 1) await unlink(target);
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants;
  const mode = there === undefined ? 0o666 : there.mode & 0o777;
  const file = await open(target, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, mode);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

/** The path as it is shown: relative to the folder. */
export function shown({ folder }: ToolFolder, path: string): string {
  return relative(folder, path).split(sep).join('/') || '.';
}

export function isGit(path: string): boolean {
  return path.split(sep).some((part) => part.toLowerCase() === '.git');
}

function inside({ folder }: ToolFolder, path: string): string {
  if (path === '' || path.includes('\0')) throw new Refused('a path is needed');
  const asked = isAbsolute(path) ? resolve(path) : resolve(folder, path);
  if (asked !== folder && !isBelow(asked, folder))
    throw new Refused(`${path} is outside the working directory`);
  return asked;
}

function allowed(place: ToolFolder, real: string, path: string): string {
  if (real !== place.folder && !isBelow(real, place.folder))
    throw new Refused(`${path} leads out of the working directory`);
  if (place.hidden.some((hidden) => real === hidden || isBelow(real, hidden)))
    throw new Refused(`${path} does not exist`);
  return real;
}

async function refuseGit({ folder }: ToolFolder, asked: string, path: string): Promise<void> {
  if (isGit(relative(folder, asked))) throw new Refused(`${path} belongs to git; use git itself`);
}

/** The real folder a file goes to. The nearest one that exists decides whether it may be made. */
async function folderFor(place: ToolFolder, asked: string, path: string): Promise<string> {
  const wanted = dirname(asked);
  let near = wanted;
  while (near !== place.folder && (await lstat(near).catch(() => undefined)) === undefined)
    near = dirname(near);
  const real = allowed(place, await realpath(near).catch(() => near), path);
  await refuseGit(place, real, path);
  const folder = join(real, relative(near, wanted));
  await mkdir(folder, { recursive: true }).catch(() => {
    throw new Refused(`cannot create a folder for ${path}`);
  });
  return folder;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}${sep}`);
}
