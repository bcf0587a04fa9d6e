import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import type { Dimension } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import type { Coordination, Epic, Ticket } from '../../model/epic.ts';
import { readEpic } from '../../plan/index.ts';
import type { ReviewInputs } from '../../run/index.ts';
import type { ReviewCall } from './review-call.ts';
import { readInput } from '../../project/read-input.ts';
import { readerIn } from '../../project/repository.ts';
import { slugOf } from './document.ts';

/** What the change is meant to do, where somebody says so. */
export type Purpose = Pick<ReviewInputs, 'purpose' | 'title'> & {
  readonly id: string | null;
  /** What the epic of the ticket wants scored beside the usual (EPIC-04). */
  readonly dimensions: readonly Dimension[];
  /** What the tickets of that epic have to agree on. */
  readonly coordination: Coordination | null;
};

export async function purposeOf(call: ReviewCall, top: string): Promise<Purpose> {
  const file = call.options.story;
  const ticket = call.options.ticket;
  if (file !== undefined && ticket !== undefined)
    throw new GauntletError('USAGE_INVALID', 'use --story or --ticket, not both');
  if (ticket !== undefined) return ticketPurpose(top, ticket);
  if (file === undefined) return { id: null, title: '', purpose: null, dimensions: [], coordination: null };
  const { text } = await readInput(file, call.io);
  const path = relative(top, resolve(call.io.cwd, file));
  const shown = path.startsWith('..') ? file : path;
  const heading = /^#\s+(.+)$/m.exec(text)?.[1]?.trim() ?? shown;
  const [, named, title = ''] = HEADING.exec(heading) ?? [];
  const id = slugOf(named ?? numberIn(shown.replace(/^.*\//, '').replace(/\.\w+$/, '')));
  return {
    id,
    title: title || heading,
    purpose: { file: shown, text, criteria: criteriaIn(text) },
    dimensions: [],
    coordination: null,
  };
}

/** `Story 1.2: Log in`, as a heading. */
const HEADING = /^story\s+([A-Za-z]*-?\d[\w.-]*)\s*[:–—-]*\s*(.*)$/i;

/** The id in the name of a story file: `1.2` of `story-1.2-log-in`. Its documents begin with `story-` again. */
function numberIn(name: string): string {
  return /^story-(\d+(?:[.-]\d+)*)(?=-|$)/i.exec(name)?.[1] ?? name.replace(/^story-(?=.)/i, '');
}

/** Ids such as AC1 or REQ-12, by which a finding may say what is missing. */
function criteriaIn(text: string): readonly string[] {
  return [...new Set(text.match(/\b[A-Z]{2,}-?\d+\b/g) ?? [])].slice(0, 200);
}

function ticketPurpose(top: string, id: string): Purpose {
  const read = readerIn(top);
  const found: { readonly file: string; readonly ticket: Ticket; readonly epic: Epic }[] = [];
  for (const file of epicFiles(top)) {
    const epic = readEpic({ file, text: read(file) ?? '', readFile: read });
    const ticket = epic.ok ? epic.value.tickets.find((each) => each.id === id) : undefined;
    if (epic.ok && ticket !== undefined) found.push({ file, ticket, epic: epic.value });
  }
  const [first, second] = found;
  if (first === undefined || second !== undefined)
    throw new GauntletError(
      'USAGE_INVALID',
      first === undefined
        ? `no epic in epics/ has a ticket "${id}"`
        : `several epics have a ticket "${id}": ${found.map(({ file }) => file).join(', ')}`,
      { hint: 'Pass its text with --story FILE.' },
    );
  const { title, description, acceptance } = first.ticket;
  const criteria = acceptance.map((each) => `- ${each.id}: ${each.text}`);
  const text = [`# ${id}: ${title}`, '', description, '', '## Acceptance criteria', '', ...criteria, ''].join(
    '\n',
  );
  const purpose = { file: first.file, text, criteria: acceptance.map((each) => each.id) };
  const { dimensions, coordination } = first.epic;
  return { id, title, purpose, dimensions, coordination };
}

function epicFiles(top: string): readonly string[] {
  const inFolder = (folder: string): readonly string[] => {
    try {
      return readdirSync(join(top, folder)).map((name) => join(folder, name));
    } catch {
      return [];
    }
  };
  return [...inFolder('epics'), 'epic.yaml', 'epic.yml'].filter((name) => /\.ya?ml$/.test(name));
}
