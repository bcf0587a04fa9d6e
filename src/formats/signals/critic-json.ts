import { readFileNames } from '../text-entry.ts';
import { readLocated } from '../text-location.ts';
import { assessmentFrom, assessmentWord } from './assessment.ts';
import type { CriticBody } from './critic-body.ts';
import type { JsonObject } from './json-answer.ts';
import { entriesField, isObject, lineField, linesField, locatedFrom } from './json-fields.ts';
import { verdictKeys } from './json-keys.ts';
import { readPriority } from './priority.ts';
import { blockingFrom, readScores, scoreFrom } from './scores.ts';

/** Every member a critic's verdict may have. */
export const criticKeys = {
  ...verdictKeys,
  filesReviewed: null,
  assessment: { codeStyle: null, errorHandling: null, naming: null, architecture: null },
  scores: { dimension: null, score: null, reason: null },
  findings: { file: null, line: null, message: null },
  blockingIssues: { dimension: null, message: null, requiredAction: null },
  requiredFixes: null,
  priority: null,
  notes: null,
} as const;

/** A critic's answer given as JSON, with the field names of the parsed value. */
export function criticFromJson(json: JsonObject): CriticBody {
  const assessment = isObject(json['assessment']) ? json['assessment'] : {};
  return {
    filesReviewed: linesField(json, 'filesReviewed').flatMap(readFileNames),
    assessment: assessmentFrom((aspect) => assessmentWord(aspect, lineField(assessment, aspect))),
    scores: entriesField(json, 'scores', scoreFrom, (item) => readScores([item])[0]).filter(
      (score) => score !== undefined,
    ),
    blockingIssues: entriesField(json, 'blockingIssues', blockingFrom, (message) => ({
      dimension: '',
      message,
      requiredAction: '',
    })),
    findings: entriesField(json, 'findings', locatedFrom, readLocated),
    requiredFixes: linesField(json, 'requiredFixes'),
    priority: readPriority(lineField(json, 'priority')),
    notes: linesField(json, 'notes'),
    summary: lineField(json, 'summary'),
  };
}
