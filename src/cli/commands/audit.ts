import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { Option } from 'commander';

import { GauntletError } from '../../model/error.ts';
import { severities, type Severity } from '../../model/severity.ts';
import { allFinders, allRules, scanTree, syntaxFinders } from '../../scan/index.ts';
import { openGrammars, openInstalled, openTree } from '../../tree/index.ts';
import { failing, judgeScan, type ScanAudit } from '../audit/judge-scan.ts';
import { auditLines } from '../audit/audit-lines.ts';
import { type Call, type CliCommand, textOption } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { clean } from '../say-error.ts';

/** TEAM-05's own threshold, where nothing else is said. */
const policy = { passThreshold: 0.85, severityGate: 'HIGH' } as const;

/** A repository judged as it is, by scans that need no model. */
export const audit: CliCommand = {
  name: 'audit',
  summary: 'judge a whole repository by static scans, without any model',
  define(command) {
    command.argument('[path]', 'the folder to look at', '.');
    command.option('--no-agents', 'scans only (the auditors of a run are not asked by this command yet)');
    command.addOption(
      new Option('--fail-on <severity>', 'the mildest severity that fails')
        .choices(severities)
        .default('HIGH'),
    );
    command.option(
      '--library-checks <number>',
      'how many libraries to hold against their installed declarations',
      '5',
    );
    command.addHelpText(
      'after',
      '\nA finding is left alone with a comment on the line before it: gauntlet-disable-next-line RULE -- reason',
    );
  },
  async run(call) {
    const began = performance.now();
    const folder = folderOf(call);
    const rules = allRules.filter(({ optional }) => optional !== true);
    const tree = openTree(folder);
    const syntax = { grammars: await openGrammars(tree), finders: syntaxFinders };
    const libraries = { installed: openInstalled(folder), most: libraryChecks(call) };
    const result = scanTree(tree, { rules, finders: allFinders, syntax, libraries, ...progressOf(call) });
    const judged = judgeScan(result, rules, policy);
    const gate = severities.find((each) => each === textOption(call, 'failOn')) ?? 'HIGH';
    tell(judged, { call, gate, durationMs: Math.round(performance.now() - began) });
    // A rule or a parse that failed is our bug, and no pass.
    if (judged.crashes.length > 0) return exitCodes.bug;
    const isWanting = failing(judged.findings, gate).length > 0;
    return isWanting ? exitCodes.wanting : exitCodes.passed;
  },
};

function folderOf({ operands, io }: Call): string {
  const folder = resolve(io.cwd, operands[0] ?? '.');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new GauntletError('USAGE_INVALID', `${operands[0] ?? '.'} is not a folder`, {
    hint: 'Name the folder of the repository: gauntlet audit path/to/it',
  });
}

function libraryChecks(call: Call): number {
  const written = textOption(call, 'libraryChecks') ?? '';
  if (/^\d{1,3}$/.test(written)) return Number(written);
  throw new GauntletError('USAGE_INVALID', `--library-checks takes a number, not ${written}`, {
    hint: 'Give a whole number below 1000; 0 checks none.',
  });
}

/** A line that is written over, for people who look; nothing for pipes. */
function progressOf({ io, json }: Call): { readonly progress?: (done: number, all: number) => void } {
  if (json || !io.stderr.isTty()) return {};
  return {
    progress: (done, all) =>
      io.stderr.write(`\r${done} of ${all} files\u001b[K${done === all ? '\r\u001b[K' : ''}`),
  };
}

type Telling = { readonly call: Call; readonly gate: Severity; readonly durationMs: number };

function tell(judged: ScanAudit, { call, gate, durationMs }: Telling): void {
  if (call.json) return call.io.stdout.write(jsonText({ ...judged, durationMs }));
  for (const line of auditLines(judged, gate)) call.io.stdout.write(clean(line));
}
