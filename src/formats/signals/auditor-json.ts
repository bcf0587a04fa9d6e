import { oneLine } from '../text-sections.ts';
import { readLocated } from '../text-location.ts';
import type { AuditorBody, JudgedCriterion, RanCommand } from './auditor-body.ts';
import { readCommand, resultOf } from './commands.ts';
import { readCriterion, statusOf } from './criteria.ts';
import type { JsonObject } from './json-answer.ts';
import { entriesField, lineField, linesField, locatedFrom } from './json-fields.ts';

/** An acceptance auditor's answer given as JSON, with the field names of the parsed value. */
export function auditorFromJson(json: JsonObject): AuditorBody {
  return {
    criteria: entriesField(json, 'criteria', criterionFrom, readCriterion),
    commands: entriesField(json, 'commands', commandFrom, readCommand),
    findings: entriesField(json, 'findings', locatedFrom, readLocated),
    requiredFixes: linesField(json, 'requiredFixes'),
    passing: linesField(json, 'passing'),
    preExisting: linesField(json, 'preExisting'),
    summary: lineField(json, 'summary'),
  };
}

function criterionFrom(entry: JsonObject): JudgedCriterion {
  return {
    criterion: lineField(entry, 'criterion') || oneLine(JSON.stringify(entry)),
    status: statusOf(lineField(entry, 'status').toUpperCase()),
    evidence: lineField(entry, 'evidence'),
  };
}

function commandFrom(entry: JsonObject): RanCommand {
  return {
    command: lineField(entry, 'command') || oneLine(JSON.stringify(entry)),
    environment: lineField(entry, 'environment').replaceAll(/[()]/g, ''),
    result: resultOf(lineField(entry, 'result').toUpperCase()),
  };
}
