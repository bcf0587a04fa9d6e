// A trial folder: which repository at which commit, the epic, and upstream's own later tests, which nobody who works sees.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { readEpic } from '../../src/plan/index.ts';
import { readFile } from '../../src/schema/yaml-source.ts';
import {
  anything,
  type Infer,
  listOf,
  mapOf,
  oneOf,
  optional,
  recordOf,
  text,
} from '../../src/schema/shape.ts';

const commit = text({ pattern: /^[0-9a-f]{40}$/ });
/** It becomes a word of a shell command. */
const path = text({ pattern: /^(?![-/])(?!.*\.\.)[\w@./+-]+$/ });

const hiddenTests = mapOf({
  /** Upstream's commit, from which the files are taken. */
  commit,
  /** Test files, fixtures and snapshots. */
  files: listOf(path, { least: 1 }),
  /** Titles that fail at base and pass at that commit. */
  tests: listOf(text({ least: 1 }), { least: 1 }),
});

const trialShape = mapOf({
  /** Owner and name. */
  repository: text({ pattern: /^[\w.-]+\/[\w.-]+$/ }),
  /** `learn`: may be run again and again; `held-out`: run once, when nothing is changed any more. */
  purpose: oneOf(['learn', 'held-out']),
  base: commit,
  /** Keys of gauntlet.yaml that replace those `gauntlet init` writes, and why they have to. */
  instead: optional(mapOf({ because: text({ least: 1 }), config: recordOf(anything()) })),
  hidden: mapOf({
    /** `{files}` stands for the files; the output has to name every passed test. */
    run: text({ pattern: /\{files\}/ }),
    tickets: recordOf(hiddenTests),
  }),
});

export type HiddenTests = Infer<typeof hiddenTests>;

export type Trial = Infer<typeof trialShape> & {
  readonly name: string;
  readonly epic: { readonly id: string; readonly text: string };
  readonly tickets: readonly { readonly id: string; readonly title: string }[];
};

/** Reads a folder; throws with everything that is wrong in it. */
export function readTrial(folder: string): Trial {
  const [trialFile, epicFile] = [join(folder, 'trial.yaml'), join(folder, 'epic.yaml')];
  if (!existsSync(trialFile)) throw new Error(`${folder} is not a trial: it has no trial.yaml`);
  const trial = readFile(trialShape, { file: trialFile, text: readFileSync(trialFile, 'utf8') });
  const epicText = readFileSync(epicFile, 'utf8');
  const epic = readEpic({ file: epicFile, text: epicText, readFile: () => undefined });
  const wrong = [...trial.complaints, ...epic.complaints].filter(({ severity }) => severity === 'error');
  if (!trial.ok || !epic.ok)
    throw new Error(wrong.map((each) => `${each.file}:${each.line} ${each.path} ${each.message}`).join('\n'));
  const tickets = epic.value.tickets.map(({ id, title }) => ({ id, title }));
  const [known, hidden] = [tickets.map(({ id }) => id), Object.keys(trial.value.hidden.tickets)];
  const odd = [...known.filter((id) => !hidden.includes(id)), ...hidden.filter((id) => !known.includes(id))];
  if (odd.length > 0) throw new Error(`${folder}: only one of the two files names ${odd.join(', ')}`);
  return { ...trial.value, name: basename(folder), epic: { id: epic.value.id, text: epicText }, tickets };
}
