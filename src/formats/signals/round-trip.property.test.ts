import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reviewDimensions } from '../../model/dimensions.ts';
import { isNothing } from '../text/heading.ts';
import { posixPath } from '../text/location.ts';
import { longText, oneLine } from '../text/sections.ts';
import { isEvidence, parseAuditor } from './auditor.ts';
import { blockerKinds } from './work/blocker.ts';
import { hasSignal } from './answer.ts';
import { judgedAs, type JudgedCriterion } from './criteria.ts';
import { parseCritic } from './critic.ts';
import { parseDeveloper, writeDeveloper } from './work/developer.ts';
import { parseRemediator } from './work/remediator.ts';
import { writeAuditor, writeCritic, writeRemediator } from '../../../test/support/write-answers.ts';

const expected = { ticket: 'T-1', token: 'tok-12345' };
const options = { token: expected.token };

/** What would be misread if it were not written with care. */
const awkward = fc.constantFrom(
  '`',
  '``',
  ':',
  ': ',
  ' - ',
  ' — ',
  '-',
  '(',
  ')',
  ' (x)',
  '|',
  '\\',
  '\\|',
  '/',
  '*',
  '**',
  '_',
  '#',
  '# ',
  '>',
  'VERIFIED',
  ': VERIFIED',
  ' - FAILED',
  ': PASS',
  ' (PASS)',
  ': FAIL',
  'None',
  'N/A',
  '[HIGH] ',
  '(general): ',
  'a.ts',
  'a.ts:10',
  ':10:',
  '#L3',
  ' line 4',
  'C:/x',
  'Issues Found:',
  'Summary: ',
  '- ',
  '1. ',
  '```',
  '~~~',
  '<!--',
  '-->',
  'REVIEW_PASSED: T-1 tok-12345',
  'AUDIT_PASSED: T-1',
  '{',
  '{"signal":',
  '"token"',
  '😀',
  'é',
  ' ',
);
const text = fc
  .array(fc.oneof({ weight: 2, arbitrary: awkward }, fc.string({ maxLength: 6 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(''));
const line = text.map(oneLine).filter((value) => !isNothing(value));
/** A second signal has no place in a pass. */
const passLine = line.filter((value) => !hasSignal(value));
const maybeLine = fc.oneof(fc.constant(''), line);
const longer = fc
  .array(text, { minLength: 1, maxLength: 4 })
  .map((parts) => longText(parts.join('\n')))
  .map((value) => (isNothing(value) ? '' : value));
const file = line.map(posixPath).filter((path) => path !== '' && !isNothing(path) && !path.includes('\\'));
const lines = fc.array(line, { maxLength: 4 });
const located = fc.record({ file, line: fc.integer({ min: 0, max: 99_999 }), message: line });
const finding = fc.oneof(
  located,
  line.map((message) => ({ file: '', line: 0, message })),
);
const findings = fc.array(finding, { maxLength: 4 });
const base = { ticket: 'T-1', reasons: [] } as const;

const scoresAndNotes = {
  scores: fc.array(
    fc.record({
      dimension: fc.constantFrom(...reviewDimensions.map(({ id }) => id)),
      score: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 100 })),
      reason: fc.constantFrom('', 'nothing is stored'),
    }),
    { maxLength: 4 },
  ),
  notes: fc.array(fc.constantFrom('the name is long', 'a second look at the cache'), { maxLength: 2 }),
};

test('SIGNAL-06 FLOW-04 a failed review is written and read back to the same value', () => {
  const answer = fc.record({
    filesReviewed: fc.array(file, { maxLength: 4 }),
    findings: fc.array(finding, { minLength: 1, maxLength: 4 }),
    requiredFixes: lines,
    priority: fc.constantFrom('HIGH' as const, 'MEDIUM' as const, 'LOW' as const),
    summary: maybeLine,
    ...scoresAndNotes,
    assessment: fc.record({
      codeStyle: fc.constantFrom('', 'COMPLIANT', 'NON-COMPLIANT', 'COMPLIANT, but slow'),
      errorHandling: fc.constantFrom('', 'ADEQUATE', 'MISSING'),
      naming: fc.constantFrom('', 'CONSISTENT'),
      architecture: fc.constantFrom('', 'ALIGNED', 'off'),
    }),
  });
  fc.assert(
    fc.property(answer, (said) => {
      const value = {
        ...base,
        signal: 'REVIEW_FAILED' as const,
        verdict: 'fail' as const,
        objection: 'work' as const,
        blockingIssues: [],
        revisionNotes: [],
        overallScore: null,
        ...said,
      };
      expect(parseCritic(writeCritic(value, options), expected)).toEqual(value);
    }),
  );
});

test('SIGNAL-06 FLOW-03 a passed review is written and read back to the same value', () => {
  const answer = fc.record({
    filesReviewed: fc.array(
      file.filter((value) => !hasSignal(value)),
      { minLength: 1, maxLength: 4 },
    ),
    summary: passLine,
    ...scoresAndNotes,
  });
  fc.assert(
    fc.property(answer, (said) => {
      const value = {
        ...base,
        ...said,
        signal: 'REVIEW_PASSED' as const,
        verdict: 'pass' as const,
        assessment: {
          codeStyle: 'COMPLIANT',
          errorHandling: 'ADEQUATE',
          naming: 'CONSISTENT',
          architecture: 'ALIGNED',
        },
        findings: [],
        blockingIssues: [],
        revisionNotes: [],
        requiredFixes: [],
        priority: 'HIGH' as const,
        overallScore: null,
      };
      const asked = { ...expected, changedFiles: said.filesReviewed };
      expect(parseCritic(writeCritic(value, options), asked)).toEqual(value);
    }),
  );
});

const environment = fc.stringMatching(/^[a-z0-9._-]{0,8}$/).filter((id) => !isNothing(id) || id === '');

/** Evidence that begins with another status is not read as VERIFIED (FLOW-11). */
function isBelieved(judged: JudgedCriterion): boolean {
  return judgedAs(judged).status === judged.status;
}

test('SIGNAL-06 FLOW-06 every audit is written and read back to the same value', () => {
  const command = fc.record({
    command: line,
    environment,
    result: fc.constantFrom('PASS' as const, 'FAIL' as const),
  });
  const failed = fc.record({ criterion: line, status: fc.constant('FAILED' as const), evidence: maybeLine });
  const judged = fc
    .record({
      criterion: line,
      status: fc.constantFrom('VERIFIED' as const, 'FAILED' as const, 'UNKNOWN' as const),
      evidence: maybeLine,
    })
    .filter(isBelieved);
  const answer = fc.record({
    criteria: fc.tuple(failed, fc.array(judged, { maxLength: 3 })).map(([first, rest]) => [...rest, first]),
    commands: fc.array(command, { maxLength: 3 }),
    findings,
    requiredFixes: lines,
    // An entry with a word of failure is a failed criterion, not a passing one.
    passing: lines.filter((all) => !all.some((each) => /FAIL|MET|VERIFIED/.test(each))),
    preExisting: lines,
    notes: scoresAndNotes.notes,
    summary: maybeLine,
  });
  fc.assert(
    fc.property(answer, fc.boolean(), (said, isBlocked) => {
      const signal = isBlocked ? ('AUDIT_BLOCKED' as const) : ('AUDIT_FAILED' as const);
      const verdict = isBlocked ? ('blocked' as const) : ('fail' as const);
      const objection = isBlocked ? {} : { objection: 'work' as const };
      const value = { ...base, signal, verdict, uncovered: [], ...objection, ...said };
      expect(parseAuditor(writeAuditor(value, options), expected)).toEqual(value);
    }),
  );
});

test('SIGNAL-06 FLOW-06 a passed audit is written and read back to the same value', () => {
  const verified = fc
    .record({
      criterion: passLine,
      status: fc.constant('VERIFIED' as const),
      evidence: passLine.filter(isEvidence),
    })
    .filter(isBelieved);
  const passed = fc.record({ command: passLine, environment, result: fc.constant('PASS' as const) });
  fc.assert(
    fc.property(
      fc.array(verified, { minLength: 1 }),
      fc.array(passed),
      fc.array(passLine, { maxLength: 4 }),
      (criteria, commands, passing) => {
        fc.pre(!passing.some((each) => /FAIL|MET|VERIFIED/.test(each)));
        const value = {
          ...base,
          signal: 'AUDIT_PASSED' as const,
          verdict: 'pass' as const,
          criteria,
          commands,
          passing,
          findings: [],
          requiredFixes: [],
          preExisting: [],
          notes: ['the name is long'],
          summary: '',
          uncovered: [],
        };
        expect(parseAuditor(writeAuditor(value, options), expected)).toEqual(value);
      },
    ),
  );
});

const row = fc.record({ check: line, environment: maybeLine, exitCode: fc.integer() }).map((cells) => ({
  ...cells,
  result: cells.exitCode === 0 ? ('PASS' as const) : ('FAIL' as const),
}));
const work = {
  filesModified: fc.array(fc.record({ file, change: maybeLine }), { maxLength: 4 }),
  tests: lines,
  notes: lines,
  matrix: fc.array(row, { maxLength: 4 }),
  summary: maybeLine,
};

test('SIGNAL-06 ENV-03 a finished piece of work is written and read back to the same value', () => {
  fc.assert(
    fc.property(fc.record(work), (said) => {
      const value = {
        ...base,
        ...said,
        signal: 'READY_FOR_REVIEW' as const,
        verdict: 'ready' as const,
        blocker: null,
        question: null,
      };
      expect(parseDeveloper(writeDeveloper(value, options), expected)).toEqual(value);
    }),
  );
});

const blockerFields = {
  text: longer.filter((value) => value !== ''),
  attempted: longer,
  needed: longer,
  checks: lines,
  command: longer,
  output: longer,
  environment: maybeLine,
};

test('SIGNAL-06 FLOW-09 whatever is in the way is written and read back to the same value', () => {
  const blocker = fc.oneof(
    fc.record({ ...blockerFields, kind: fc.constantFrom(...blockerKinds), dependency: fc.constant(null) }),
    fc.record({ ...blockerFields, kind: fc.constant('dependency' as const), dependency: fc.constant('T-2') }),
  );
  fc.assert(
    fc.property(fc.record({ ...work, blocker }), (said) => {
      const value = {
        ...base,
        ...said,
        signal: 'TASK_INCOMPLETE' as const,
        verdict: 'incomplete' as const,
        question: null,
      };
      expect(parseDeveloper(writeDeveloper(value, options), expected)).toEqual(value);
      const broken = { ...said.blocker, kind: 'infrastructure' as const, dependency: null };
      const blocked = {
        ...value,
        blocker: broken,
        signal: 'INFRA_BLOCKED' as const,
        verdict: 'blocked' as const,
      };
      expect(parseDeveloper(writeDeveloper(blocked, options), expected)).toEqual(blocked);
    }),
  );
});

test('SIGNAL-06 FLOW-10 a question is written and read back to the same value', () => {
  const question = fc.record({ question: blockerFields.text, options: lines, context: longer });
  fc.assert(
    fc.property(fc.record({ ...work, question }), (said) => {
      const value = {
        ...base,
        ...said,
        signal: 'QUESTION' as const,
        verdict: 'question' as const,
        blocker: null,
      };
      expect(parseDeveloper(writeDeveloper(value, options), expected)).toEqual(value);
    }),
  );
});

test('SIGNAL-06 a remediation is written and read back to the same value', () => {
  fc.assert(
    fc.property(lines, lines, maybeLine, (issuesFixed, verification, summary) => {
      const value = {
        ...base,
        signal: 'REMEDIATION_COMPLETE' as const,
        verdict: 'complete' as const,
        issuesFixed,
        verification,
        summary,
        blocker: '',
        attempted: '',
        needed: '',
      };
      expect(parseRemediator(writeRemediator(value, options), expected)).toEqual(value);
    }),
  );
});
