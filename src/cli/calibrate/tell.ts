import { resolve } from 'node:path';

import type { CalibrationReport } from '../../model/calibration.ts';
import { calibrationText, count } from '../../report/index.ts';
import { writeWhole } from '../../project/write-whole.ts';
import { labelsOf } from '../../inspect/calibrate/labels.ts';
import type { CalibrateCliCall } from './options.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { jsonText } from '../../project/json-text.ts';
import { clean } from '../say-error.ts';
import type { Material, PastMaterial } from '../../inspect/calibrate/material.ts';
import { type Answer, answer } from '../../project/answer.ts';

/** A name with line ends in it would look like lines of ours. */
export function inOneLine(text: string): string {
  return /[\n\r\v\f]/.test(text) ? JSON.stringify(text) : text;
}

/** `--dry-run`: what would be planted, and where. */
export function tellMaterial(material: Material | PastMaterial): Answer {
  const { tip } = material;
  const found = 'found' in material ? material.found : null;
  const list = material.changes.flatMap(labelsOf);
  const lines = list.map(({ id, commit, kind, file, line, what }) => {
    const where =
      kind === null ? 'clean' : `${kind}  ${inOneLine(file ?? '')}:${line ?? ''}  ${inOneLine(what ?? '')}`;
    return `${id}  ${commit?.slice(0, 12) ?? 'labelled'}  ${where}`;
  });
  return answer({ commit: tip, found, changes: list }, lines);
}

export function tellCalibration(call: CalibrateCliCall, report: CalibrationReport): ExitCode {
  const json = jsonText(report);
  const output = call.options.output;
  if (output !== undefined) writeWhole(resolve(call.io.cwd, output), json);
  if (call.json) call.io.stdout.write(json);
  else tellPeople(call, report);
  const code = Object.values(exitCodes).find((each) => each === report.exitCode);
  return code ?? exitCodes.bug;
}

function tellPeople({ io, options }: CalibrateCliCall, report: CalibrationReport): void {
  const all = options.all === true;
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
          ? `clean, ${count(falseAlarms ?? 0, 'finding')} reported`
          : `${kind} ${inOneLine(file ?? '')}:${line ?? ''} ${inOneLine(what ?? '')}`;
      io.stdout.write(clean(`${id}  ${kind === null && notReviewed === null ? about : `${word}  ${about}`}`));
    }
  if (all)
    for (const { id, severity, file, line, message } of report.extra)
      io.stdout.write(
        clean(`${id}  false alarm  ${severity} ${inOneLine(file)}:${line} ${inOneLine(message)}`),
      );
  if (report.recorded > 0)
    io.say(
      `${report.recorded} of ${report.changes.length} are recorded and were not reviewed again (--fresh reviews them)`,
    );
  if (report.notReviewed > 0)
    io.say(
      `${report.notReviewed} of ${report.changes.length} not reviewed: their defects count as missed, and no result is kept. The same command continues with them.`,
    );
}
