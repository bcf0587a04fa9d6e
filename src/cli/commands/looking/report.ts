import { join, resolve } from 'node:path';

import { GauntletError } from '../../../model/error.ts';
import { writeWhole } from '../../../project/write-whole.ts';
import { type CallWith, cliCommand } from '../../command.ts';
import type { OptionDefinition } from '../../option-types.ts';
import { exitCodes } from '../../../model/exit-codes.ts';
import { openInBrowser } from '../../../app/serve/open-in-browser.ts';
import { toolVersion } from '../../../project/tool-version.ts';
import { reportFormats, reportName, reportText } from '../../../app/report/run-report-text.ts';
import { readReport } from '../../../app/report/read-report.ts';
import { putBelow, READABLE } from '../../../project/put-below.ts';
import { chooseEpic } from '../../../project/kept/choose-run.ts';
import { repositoryAt } from '../../../project/state-folder.ts';
import { type Answer, answer } from '../../../project/answer.ts';

const options = [
  ['--format <format>', 'report format', { choices: reportFormats, initial: 'html' }],
  [
    '-o, --output <file>',
    'the file; - prints it (default: .gauntlet/reports/<epic>.<format>; md is printed)',
  ],
  ['--open', 'show the page in the browser'],
] as const satisfies readonly OptionDefinition[];

type ReportCall = CallWith<typeof options>;

/** What a run came to, as one file: for a browser, a pull request, a build server or a program. */
export const report = cliCommand({
  name: 'report',
  summary: `write the report of a run as one file: ${reportFormats.join(', ')}`,
  operands: [['[epic]', 'the epic (default: the latest unfinished run, else the latest)']],
  options,
  async run(call) {
    const place = chooseEpic(call.operands[0], call.io);
    const format = reportFormats.find((each) => each === call.options.format) ?? 'html';
    refuseUnfit(call, format);
    const read = await readReport(place);
    const text = reportText(format, read, await toolVersion());
    const asked = call.options.output;
    if (asked === '-' || (asked === undefined && format === 'md' && !call.json)) {
      call.io.stdout.write(text);
      return exitCodes.passed;
    }
    const path =
      asked === undefined ? inside(call, reportName(place.id, format), text) : outside(call, asked, text);
    return said(call, path, format);
  },
});

/** Before anything is written. */
function refuseUnfit(call: ReportCall, format: string): void {
  const isPrinted = call.options.output === '-';
  if (call.options.open === true && (format !== 'html' || isPrinted))
    throw new GauntletError(
      'USAGE_INVALID',
      '--open needs --format html and a file: it cannot be combined with -o -',
    );
  if (isPrinted && call.json && format !== 'json')
    throw new GauntletError('USAGE_INVALID', `--json cannot be combined with a report printed as ${format}`, {
      hint: 'Omit --json, or use --format json or -o FILE.',
    });
}

/** Among the readable copies, which ignore themselves. */
function inside(call: ReportCall, name: string, text: string): string {
  const { top } = repositoryAt(call.io.cwd);
  const path = join(READABLE, 'reports', name);
  putBelow(top, join(READABLE, '.gitignore'), '*\n');
  putBelow(top, path, text);
  return join(top, path);
}

function outside(call: ReportCall, asked: string, text: string): string {
  const path = resolve(call.io.cwd, asked);
  writeWhole(path, text);
  return path;
}

async function said(call: ReportCall, path: string, format: string): Promise<Answer> {
  if (call.options.open === true) await openInBrowser(path, call.io);
  return answer({ path, format }, [path]);
}
