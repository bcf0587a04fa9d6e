import { oneLine } from '../text-sections.ts';
import { readLocated } from '../text-location.ts';
import type { AuditorBody, JudgedCriterion, RanCommand } from './auditor-body.ts';
import { readCommand, resultOf } from './commands.ts';
import { believed, type KnownCriteria, readCriterion, statusOf } from './criteria.ts';
import type { JsonObject } from './json-answer.ts';
import { entriesField, isNothingAt, lineField, linesField, locatedFrom } from './json-fields.ts';
import { verdictKeys } from './json-keys.ts';

/** Every member an auditor's verdict may have. */
export const auditorKeys = {
  ...verdictKeys,
  criteria: { criterion: null, status: null, evidence: null },
  commands: { command: null, environment: null, result: null, exitCode: null },
  findings: { file: null, line: null, message: null },
  requiredFixes: null,
  passing: null,
  preExisting: null,
  uncovered: null,
} as const;

/** An acceptance auditor's answer given as JSON, with the field names of the parsed value. */
export function auditorFromJson(json: JsonObject, known: KnownCriteria): AuditorBody {
  return {
    criteria: entriesField(json, 'criteria', criterionFrom, (item) => readCriterion(item, known)),
    commands: entriesField(json, 'commands', commandFrom, readCommand),
    findings: entriesField(json, 'findings', locatedFrom, readLocated),
    requiredFixes: linesField(json, 'requiredFixes'),
    passing: linesField(json, 'passing'),
    preExisting: linesField(json, 'preExisting'),
    summary: lineField(json, 'summary'),
  };
}

function criterionFrom(entry: JsonObject): JudgedCriterion {
  return believed({
    criterion: lineField(entry, 'criterion') || oneLine(JSON.stringify(entry)),
    status: statusOf(lineField(entry, 'status').toUpperCase()),
    evidence: lineField(entry, 'evidence'),
  });
}

function commandFrom(entry: JsonObject): RanCommand {
  const isRed = !isNothingAt(entry, 'exitCode') && lineField(entry, 'exitCode') !== '0';
  return {
    command: lineField(entry, 'command') || oneLine(JSON.stringify(entry)),
    environment: lineField(entry, 'environment').replaceAll(/[()]/g, ''),
    result: isRed ? 'FAIL' : resultOf(lineField(entry, 'result').toUpperCase()),
  };
}
