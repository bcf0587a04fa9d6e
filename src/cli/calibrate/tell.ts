import { resolve } from 'node:path';

import type { CalibrationReport } from '../../model/calibration.ts';
import { calibrationText } from '../../report/index.ts';
import { writeWhole } from '../audit/write-whole.ts';
import { type Call, textOption } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { clean } from '../say-error.ts';
import type { Material } from './material.ts';

/** A name with line ends in it would look like lines of ours. */
export function inOneLine(text: string): string {
  return /[\n\r\v\f]/.test(text) ? JSON.stringify(text) : text;
}

/** `--dry-run`: what would be planted, and where. */
export function tellMaterial(call: Call, { changes, found, tip }: Material): ExitCode {
  const list = changes.map(({ labelled, commit, planted }) => {
    const { kind = null, file = null, line = null, what = null } = planted ?? {};
    return { id: labelled.change.id, commit, kind, file, line, what };
  });
  if (call.json) call.io.stdout.write(jsonText({ commit: tip, found, changes: list }));
  else
    for (const { id, commit, kind, file, line, what } of list) {
      const where =
        kind === null ? 'clean' : `${kind}  ${inOneLine(file ?? '')}:${line ?? ''}  ${inOneLine(what ?? '')}`;
      call.io.stdout.write(clean(`${id}  ${commit.slice(0, 12)}  ${where}`));
    }
  return exitCodes.passed;
}

export async function tellCalibration(call: Call, report: CalibrationReport): Promise<ExitCode> {
  const json = jsonText(report);
  const output = textOption(call, 'output');
  if (output !== undefined) writeWhole(resolve(call.io.cwd, output), json);
  if (call.json) call.io.stdout.write(json);
  else tellPeople(call, report);
  const code = Object.values(exitCodes).find((each) => each === report.exitCode);
  return Promise.resolve(code ?? exitCodes.bug);
}

function tellPeople({ io, options }: Call, report: CalibrationReport): void {
  const all = options['all'] === true;
  const text = calibrationText(report.calibrations, all);
  io.stdout.write(
    text
      .split('\n')
      .map((line) => (line === '' ? '\n' : clean(line)))
      .join('')
      .replace(/\n$/, ''),
  );
  if (all)
    for (const { id, kind, file, line, what, found, falseAlarms, notReviewed } of report.changes) {
      const word =
        notReviewed !== null ? `not reviewed: ${notReviewed}` : found === false ? 'missed' : 'found';
      const about =
        kind === null
          ? `clean, ${falseAlarms ?? 0} said`
          : `${kind} ${inOneLine(file ?? '')}:${line ?? ''} ${inOneLine(what ?? '')}`;
      io.stdout.write(clean(`${id}  ${kind === null && notReviewed === null ? about : `${word}  ${about}`}`));
    }
  if (report.recorded > 0)
    io.stderr.write(
      clean(
        `${report.recorded} of ${report.changes.length} are on record and nobody was asked again (--fresh asks)`,
      ),
    );
  if (report.notReviewed > 0)
    io.stderr.write(
      clean(
        `${report.notReviewed} of ${report.changes.length} not reviewed: their defects count as missed, and nothing is kept. The same command goes on with them.`,
      ),
    );
}
