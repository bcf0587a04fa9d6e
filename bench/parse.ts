// How fast every format is read, in MB per second. Agents write megabytes when something goes wrong, and the
// coordinator reads all of it.
import { parseRequirements } from '../src/audit/index.ts';
import {
  parseAuditor,
  parseAuditReport,
  parseCritic,
  parseDeveloper,
  parseFindingsDocument,
  parseReviewReport,
  sanitize,
} from '../src/formats/index.ts';
import { answers } from '../test/samples.ts';
import { type Bench, median, type Row } from './table.ts';

const BYTES = 1_000_000;
const ROUNDS = 9;
const expected = { ticket: 'API-1' };

type Contender = { readonly what: string; readonly text: string; readonly read: (text: string) => unknown };

/** Parse throughput per format. */
export const bench: Bench = {
  name: 'parse',
  async run() {
    return contenders().map(speedOf);
  },
};

function contenders(): Contender[] {
  const chatter = repeated(
    'I looked at src/limiter/bucket.ts:12 and ran the tests; they pass.\n- next: `npm test`\n',
  );
  const finding = answers.findings.slice(
    answers.findings.indexOf('1. **'),
    answers.findings.indexOf('## Important'),
  );
  const audited = answers.audit.slice(answers.audit.indexOf('### FAIL'), answers.audit.indexOf('## SUMMARY'));
  return [
    { what: 'developer', text: chatter + answers.developer, read: (text) => parseDeveloper(text, expected) },
    { what: 'critic', text: chatter + answers.critic, read: (text) => parseCritic(text, expected) },
    { what: 'auditor', text: chatter + answers.auditor, read: (text) => parseAuditor(text, expected) },
    { what: 'review-report', text: bigReport(), read: (text) => parseReviewReport(text, expected) },
    { what: 'findings', text: grown(answers.findings, finding), read: (text) => parseFindingsDocument(text) },
    { what: 'audit', text: grown(answers.audit, audited), read: (text) => parseAuditReport(text) },
    { what: 'requirements', text: bigRequirements(), read: (text) => parseRequirements(text) },
    { what: 'sanitize', text: chatter, read: (text) => sanitize(text) },
  ];
}

function speedOf({ what, text, read }: Contender): Row {
  const megabytes = Buffer.byteLength(text) / 1e6;
  read(text);
  const speeds = Array.from({ length: ROUNDS }, () => {
    const began = process.hrtime.bigint();
    read(text);
    return megabytes / (Number(process.hrtime.bigint() - began) / 1e9);
  });
  return { what: `parse ${what}`, value: median(speeds), unit: 'MB/s' };
}

function repeated(part: string): string {
  return part.repeat(Math.ceil(BYTES / part.length));
}

/** A document in which one of its parts occurs until it is a megabyte long. */
function grown(document: string, part: string): string {
  return document.replace(part, () => repeated(part));
}

function bigRequirements(): string {
  const item = (index: number): string => `- [ ] REQ-${index}: the limit can be set (review_cycles: 1)\n`;
  const items = Array.from({ length: Math.ceil(BYTES / item(10_000).length) }, (_, index) => item(index));
  return `# Requirements\n\n${items.join('')}`;
}

function bigReport(): string {
  const report = JSON.parse(answers['review-report']) as Record<string, unknown>;
  const finding = {
    dimension: 'test_quality',
    severity: 'warning',
    file: 'src/limiter/bucket.ts',
    line: 45,
    message: 'no test for a missing user',
    suggestion: 'add one',
  };
  const findings = Array.from({ length: Math.ceil(BYTES / JSON.stringify(finding).length) }, () => finding);
  return JSON.stringify({ ...report, findings }, undefined, 2);
}
