import { join } from 'node:path';
import { rm } from 'node:fs/promises';

import { jsonAs } from '../../schema/json-in.ts';
import { type Infer, listOf, mapOf, nullable, optional, text, truth } from '../../schema/shape.ts';
import type { Context } from '../context.ts';
import { readRegular, writeWhole } from '../files.ts';
import type { PrivateClone } from './private-clone.ts';

const workspaceRecord = mapOf({
  base: text(),
  /** Where we left its branch. */
  head: text(),
  /** The epic tip it was opened with, when that is still to be merged in by the developer. */
  merging: nullable(text()),
  conflicts: listOf(text()),
  /** It was handed to a person: what is in it, committed or not, is theirs. */
  forPerson: optional(truth()),
  /** Files are withheld from it, and their objects with them. */
  isPartial: optional(truth()),
});

/** What we know of a ticket's workspace, outside of it. */
export type WorkspaceRecord = Infer<typeof workspaceRecord>;

export type WorkspacePlace = PrivateClone & { readonly branch: string; readonly record: string };

export function workspacePlace({ layout }: Context, epic: string, ticket: string): WorkspacePlace {
  const folder = join(layout.work, epic, 'tickets');
  return {
    path: join(folder, ticket),
    branch: `ticket/${ticket}`,
    record: join(layout.work, epic, 'records', `${ticket}.json`),
    index: join(layout.work, epic, 'records', `${ticket}.index`),
  };
}

export async function readRecord(place: WorkspacePlace): Promise<WorkspaceRecord | undefined> {
  return jsonAs(workspaceRecord, await readRegular(place.record));
}

export async function writeRecord(
  { layout }: Context,
  place: WorkspacePlace,
  record: WorkspaceRecord,
): Promise<void> {
  await writeWhole(place.record, JSON.stringify(record), layout.workTemporary);
}

/** Without its record a workspace is nobody's: it is made anew when next asked for. */
export async function dropRecord(place: WorkspacePlace): Promise<void> {
  await rm(place.record, { force: true });
}
