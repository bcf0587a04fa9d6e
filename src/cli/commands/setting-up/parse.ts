import { parseRequirements } from '../../../audit/index.ts';
import {
  actionAfterReport,
  actionAfterVerdict,
  parseAuditor,
  parseAuditReport,
  parseDeveloper,
  parseFindingsDocument,
  parseReviewReport,
  readReview,
} from '../../../formats/index.ts';
import { GauntletError } from '../../../model/error.ts';
import type { Verdict } from '../../../model/verdict.ts';
import { parseEpicState, writeEpicState } from '../../../report/index.ts';
import { cliCommand } from '../../command.ts';
import { exitCodes } from '../../../model/exit-codes.ts';
import { jsonText } from '../../../project/json-text.ts';
import { readInput } from '../../../project/read-input.ts';

const kinds = [
  'developer',
  'critic',
  'auditor',
  'review-report',
  'findings',
  'audit',
  'requirements',
  'epic-state',
] as const;

type Kind = (typeof kinds)[number];

/** What the answer has to be about. A token counts only where one was issued. */
type Expected = { readonly ticket: string; readonly token?: string };

type Parsed = { readonly value: unknown; readonly valid: boolean };

/** How people find out what Gauntlet makes of their agents' output. */
export const parse = cliCommand({
  name: 'parse',
  summary: 'show how an agent’s answer or a report is parsed, and why it is rejected',
  operands: [['<file>', 'the text; - for stdin']],
  options: [
    ['--as <kind>', 'kind of text to parse', { choices: kinds, required: true }],
    ['--ticket <id>', 'the expected ticket (required for developer, critic, auditor and review-report)'],
    ['--token <token>', "the token that the agent's prompt contained"],
  ],
  async run(call) {
    const kind = kinds.find((each) => each === call.options.as) ?? 'developer';
    const expected = expectation(kind, call.options.ticket, call.options.token);
    const { text } = await readInput(call.operands[0] ?? '', call.io);
    const { value, valid } = parsed(kind, text, expected);
    call.io.stdout.write(jsonText(value));
    return valid ? exitCodes.passed : exitCodes.failed;
  },
});

const aboutOneTicket: readonly Kind[] = ['developer', 'critic', 'auditor', 'review-report'];

function expectation(kind: Kind, ticket: string | undefined, token: string | undefined): Expected {
  if (ticket === undefined && aboutOneTicket.includes(kind)) {
    throw new GauntletError('USAGE_INVALID', `--as ${kind} needs --ticket`, {
      hint: 'Add --ticket <id>; answers for other tickets are rejected.',
    });
  }
  // An empty token would be one that every answer carries.
  if (token === '') throw new GauntletError('USAGE_INVALID', '--token must not be empty');
  return token === undefined ? { ticket: ticket ?? '' } : { ticket: ticket ?? '', token };
}

function parsed(kind: Kind, text: string, expected: Expected): Parsed {
  switch (kind) {
    case 'developer': {
      const value = parseDeveloper(text, expected);
      return withVerdict(value, actionAfterReport(value.verdict, value.blocker));
    }
    case 'critic': {
      const { text: said, report, lacksReason, verdict, reasons, overallScore } = readReview(text, expected);
      const value = { ...said, verdict, reasons, overallScore };
      return ofJudge('critic', value, lacksReason || isUntied(report, expected));
    }
    case 'auditor':
      return ofJudge('auditor', parseAuditor(text, expected));
    case 'review-report': {
      const value = parseReviewReport(text, expected);
      return ofJudge('critic', value, value.needsCorrection || isUntied(value, expected));
    }
    case 'findings':
      return withVerdict(parseFindingsDocument(text, { ticket: expected.ticket }));
    case 'audit': {
      const value = parseAuditReport(text);
      return { value, valid: value.complete && value.summary.checked > 0 };
    }
    case 'requirements': {
      const value = parseRequirements(text);
      return { value, valid: value.health !== 'unknown' };
    }
    case 'epic-state': {
      const { state, reasons } = parseEpicState(text);
      const value = {
        state: state === null ? null : (JSON.parse(writeEpicState(state)) as unknown),
        reasons,
      };
      return { value, valid: state !== null };
    }
  }
}

/** A run asks once more for what a critic left out: why it fails, or the commit that its report is about. */
function ofJudge(
  role: 'critic' | 'auditor',
  value: { readonly verdict: Verdict },
  isAskedAgain = false,
): Parsed {
  return withVerdict(value, actionAfterVerdict(role, isAskedAgain ? 'unknown' : value.verdict));
}

/** A pass says what it is about by the token that was issued, or by the commit. */
function isUntied(said: ReturnType<typeof parseReviewReport> | undefined, { token }: Expected): boolean {
  return token === undefined && said?.verdict === 'pass' && said.report?.commit === null;
}

function withVerdict(value: { readonly verdict: string }, nextAction?: string): Parsed {
  const told = nextAction === undefined ? value : { ...value, next_action: nextAction };
  return { value: told, valid: value.verdict !== 'unknown' };
}
