import { join } from 'node:path';

import type { Config } from '../../model/config.ts';
import type { RunWord } from '../../report/index.ts';
import { toolVersion } from '../../project/tool-version.ts';
import { putBelow } from '../run/readable.ts';
import { epicsAt, repositoryAt } from '../../project/state-folder.ts';
import { readReport } from './read-report.ts';
import { reportName, reportText } from './run-report-text.ts';

/** The reports that gauntlet.yaml asks for, at the end of a run; answers where they are. A run never ends for them. */
export async function writeConfigured(
  what: { readonly top: string; readonly epic: string; readonly word: RunWord },
  { report }: Pick<Config, 'report'>,
): Promise<readonly string[]> {
  const place = epicsAt(repositoryAt(what.top)).find(({ id }) => id === what.epic);
  if (place === undefined) return [];
  const notes: string[] = [];
  const read = await readReport(place, what.word);
  const version = await toolVersion();
  for (const asked of new Set(report.formats)) {
    // The summary for the final review is that one.
    if (asked === 'markdown') continue;
    const path = join(report.dir, reportName(what.epic, asked));
    putBelow(what.top, path, reportText(asked, read, version));
    notes.push(`report: ${path}`);
  }
  return notes;
}
