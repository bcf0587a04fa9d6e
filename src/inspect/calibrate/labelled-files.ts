import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { GauntletError } from '../../model/error.ts';
import { formatComplaint, readLabelledChange } from '../../plan/index.ts';
import type { LabelledFile, Material } from './material.ts';
import type { LabelledOptions } from './calibrate-request.ts';

/** Labelled changes in place of planted ones: `calibrate --labelled`. */
export function labelledMaterial(cwd: string, { folder, only }: LabelledOptions): Material {
  const all = labelledFiles(folder === null ? ownSet() : resolve(cwd, folder));
  const chosen = all.filter(({ change }) => only === null || only.includes(change.id));
  if (chosen.length === 0)
    throw new GauntletError('USAGE_INVALID', '--only does not match any labelled change', {
      hint: `There are: ${all.map(({ change }) => change.id).join(', ')}.`,
    });
  const changes = chosen.map((labelled) => ({
    labelled,
    commit: null,
    kinds: labelled.change.comments.map(({ severity }) => severity),
    twin: null,
  }));
  return { changes, tip: null };
}

/** Every labelled change of a folder, by id. One that cannot be read is an error: a set with holes measures something else. */
export function labelledFiles(folder: string): readonly LabelledFile[] {
  const files = filesIn(folder);
  const complaints: string[] = [];
  const changes = files.flatMap((file): readonly LabelledFile[] => {
    const read = readLabelledChange({ file, text: readFileSync(file, 'utf8') });
    if (read.ok) return [{ folder: dirname(file), change: read.value }];
    complaints.push(...read.complaints.map((each) => formatComplaint(each).trimEnd()));
    return [];
  });
  const ids = changes.map(({ change }) => change.id);
  complaints.push(...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} appears twice`));
  if (complaints.length > 0)
    throw new GauntletError('INPUT_INVALID', `nothing was reviewed:\n${complaints.join('\n')}`);
  if (changes.length === 0)
    throw new GauntletError('USAGE_INVALID', `there are no labelled changes in ${folder}`, {
      hint: 'They are *.yaml or *.json files; docs/calibrate.md of the gauntlet package describes them.',
    });
  return changes.toSorted((a, b) => (a.change.id < b.change.id ? -1 : 1));
}

function filesIn(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new GauntletError('FILE_UNREADABLE', `${folder}: there is no such folder`);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** The set that comes along: beside the sources, or beside the folder of commands in what is published. */
export function ownSet(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const found = ['../../../examples/labelled-changes', '../labelled-changes']
    .map((path) => resolve(here, path))
    .find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new GauntletError('ENVIRONMENT_UNFIT', 'the bundled labelled changes are missing', {
    hint: 'Install gauntlet again: they are a part of it.',
  });
}
