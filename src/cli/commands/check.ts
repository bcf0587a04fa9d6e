import fs from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import { type Complaint, formatComplaint, readConfig } from '../../plan/index.ts';
import { type CliCall, cliCommand } from '../command.ts';
import { CONFIG, notesOf } from '../../project/settings/judging-config.ts';
import { committedElsewhere, type EpicRead, readEpicFile } from '../epic-file.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import type { Io } from '../io.ts';
import { type Input, readInput } from '../../project/read-input.ts';
import { readerIn, repositoryOf } from '../../project/repository.ts';
import { clean } from '../say-error.ts';
import { answer } from '../../project/answer.ts';

type Checked = {
  readonly file: string;
  readonly kind: 'epic' | 'config' | 'unreadable';
  readonly ok: boolean;
  readonly complaints: readonly Complaint[];
};

/** Every complaint about every file, at once. Warnings are shown and do not fail. */
export const check = cliCommand({
  name: 'check',
  summary: 'check epic and configuration files and report all errors at once',
  operands: [['[files...]', 'files to check; - for stdin (default: gauntlet.yaml and all epics)']],
  async run(call) {
    const files: Checked[] = [];
    const asked = call.operands.length > 0 ? call.operands : usualFiles(call.io.cwd);
    for (const file of asked) files.push(withoutSaid(await checked(file, call.io), files, call.io.cwd));
    const ok = files.every((file) => file.ok);
    const text = files.map((file) => textOf(file, call)).join('');
    return answer({ ok, files }, text, ok ? exitCodes.passed : exitCodes.usage);
  },
});

/** The configuration of the repository around a folder and its epics, where `gauntlet init` writes them. */
function usualFiles(cwd: string): readonly string[] {
  const top = repositoryOf('.', cwd);
  const read = readerIn(top);
  const epics = ['.', 'epics']
    .flatMap((folder) => filesIn(join(top, folder)).map((name) => join(folder, name)))
    .filter((path) => /\.ya?ml$/.test(path) && isWholeEpic(read(path) ?? ''));
  const files = [...(read(CONFIG) === undefined ? [] : [CONFIG]), ...epics];
  if (files.length > 0) return files.map((file) => relative(cwd, join(top, file)));
  throw new GauntletError('USAGE_INVALID', `nothing to check: no ${CONFIG} and no epic in ${top}`, {
    hint: 'Write both with: gauntlet init. Or name a file: gauntlet check FILE',
  });
}

function filesIn(folder: string): readonly string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : [];
}

/** Whether a file that nobody named is an epic: other tools have YAML files with tickets too. */
function isWholeEpic(text: string): boolean {
  return /^epic:/m.test(text) && /^(?:tickets|milestones):/m.test(text);
}

/** Errors of a configuration that were listed just before need no warning at the epic. */
function withoutSaid(epic: Checked, before: readonly Checked[], cwd: string): Checked {
  const said = new Set(before.filter(({ ok }) => !ok).map(({ file }) => resolve(cwd, file)));
  const isNew = (each: Complaint): boolean => each.message !== UNREAD || !said.has(resolve(cwd, each.file));
  return { ...epic, complaints: epic.complaints.filter(isNew) };
}

const UNREAD = 'this configuration has errors, so the epic was checked without it';

/** A file that cannot be read is one complaint more, and no reason to stay silent about the others. */
async function checked(file: string, io: Io): Promise<Checked> {
  try {
    return await judged(await readInput(file, io), io);
  } catch (error) {
    if (!(error instanceof GauntletError)) throw error;
    const { message, hint = '' } = error;
    const said = message.replace(`${file}: `, '');
    const complaint = { file, line: 1, col: 1, path: '', message: said, hint, severity: 'error' } as const;
    return { file, kind: 'unreadable', ok: false, complaints: [complaint] };
  }
}

async function judged(input: Input, io: Io): Promise<Checked> {
  if (!isEpic(input.text)) {
    const { ok, complaints } = readConfig({ file: input.name, text: input.text });
    return { file: input.name, kind: 'config', ok, complaints };
  }
  const read = readEpicFile(input, io);
  const { epic, config } = read;
  const elsewhere = notesOf(await committedElsewhere(input, read, io)).map(warned);
  const complaints = [...epic.complaints, ...beside(config), ...elsewhere];
  return { file: input.name, kind: 'epic', ok: epic.ok, complaints };
}

/** A run goes by what is committed at the base. */
function warned(note: string): Complaint {
  const [file = '', ...words] = note.split(': ');
  const hint = 'A run uses the committed gauntlet.yaml; this check used your work tree';
  return { file, line: 1, col: 1, path: '', message: words.join(': '), hint, severity: 'warning' };
}

/** A broken configuration is an error of its own file; for the epic beside it, it is something to know. */
function beside(config: EpicRead['config']): Complaint[] {
  if (config === undefined || config.ok) return [];
  const file = config.complaints[0]?.file ?? 'gauntlet.yaml';
  const message = UNREAD;
  const hint = `check this file too: gauntlet check ${file}`;
  return [{ file, line: 1, col: 1, path: '', message, hint, severity: 'warning' }];
}

/** Keys that only an epic has. Told by the text, because what is checked may be too broken to be read. */
const EPIC_KEY = /^ {0,8}["']?(?:epic|tickets|milestones|coordination)["']?[ \t]*:/m;
const EPIC_KEY_INSIDE = /\b(?:epic|tickets)["']?[ \t]*:/;

function isEpic(text: string): boolean {
  const head = text.slice(0, 256 * 1024);
  return head.trimStart().startsWith('{') ? EPIC_KEY_INSIDE.test(head) : EPIC_KEY.test(head);
}

function textOf(checked: Checked, { paint }: CliCall): string {
  const lines = checked.complaints.map((complaint) =>
    paint(complaint.severity, clean(formatComplaint(complaint))),
  );
  const errors = checked.complaints.filter((complaint) => complaint.severity === 'error').length;
  const warnings = checked.complaints.length - errors;
  const result = checked.ok ? `ok (${checked.kind})` : `${errors} ${errors === 1 ? 'error' : 'errors'}`;
  const more = warnings === 0 ? '' : `, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
  return `${lines.join('')}${clean(`${checked.file}: ${result}${more}`)}`;
}
