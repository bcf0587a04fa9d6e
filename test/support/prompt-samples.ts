import type { Feedback } from '../../src/model/feedback.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { Brief } from '../../src/prompts/brief.ts';
import type { RoundFields } from '../../src/prompts/round.ts';

/** One small world for the tests of this room; each test bends it once. */
export const sampleFinding: Finding = {
  source: { kind: 'critic', name: 'critic' },
  rule: 'code_quality',
  severity: 'HIGH',
  file: 'src/limiter.ts',
  line: 2,
  message: 'the counter is never reset',
  evidence: 'count += 1',
  fix: 'reset it every minute',
  fingerprint: 'f1',
  grounding: 'located',
};

export const sampleFeedback: Feedback = {
  attempt: 0,
  kind: 'review',
  priority: 'HIGH',
  findings: [sampleFinding],
  requiredFixes: ['reset the counter'],
  failedCriteria: [],
  passingCriteria: [],
  blockingIssues: [],
  overallScore: null,
  dimensionScores: [],
  revisionNotes: null,
  environments: [],
};

export const sampleBrief: Brief = {
  ticket: {
    id: 'API-1',
    title: 'Add rate limiter',
    description: 'Limit POST /orders per user.',
    touches: ['src/limiter/**'],
    mayChange: ['package.json'],
    reading: { must: ['docs/limits.md'], reference: ['docs/api.md'] },
    standards: [{ kind: 'text', text: 'No global state.' }],
    acceptance: [
      { id: 'AC1', text: 'the 101st request in a minute gets 429', verify: 'npx vitest run limiter' },
      { id: 'AC2', text: 'the limit is set by LIMIT_PER_MINUTE', verify: null },
    ],
  },
  epic: {
    coordination: {
      functions: [{ name: 'authenticate', file: 'src/auth.ts', arity: 2, intent: 'checks one credential' }],
      directories: [{ path: 'src/limiter', purpose: 'everything about limits' }],
      prohibited: [{ path: 'src/public-api.ts', reason: 'frozen until 2.0' }],
      interfaces: [
        { name: 'Limiter', file: 'src/limiter/types.ts', signature: 'allow(user: string): boolean' },
      ],
      architecture: ['no new service'],
      performance: ['one lookup a request'],
      security: ['no user id in logs'],
      patterns: ['plain functions'],
    },
    reading: { must: ['ARCHITECTURE.md'], reference: [] },
    standards: [{ kind: 'file', path: 'docs/style.md' }],
    environments: [
      { id: 'local', prefix: [], env: {}, setup: null },
      { id: 'node22', prefix: ['npx', '-y', '-p', 'node@22', '--'], env: {}, setup: null },
    ],
    verify: [
      { id: 'types', run: 'npm run typecheck', timeout: null, environments: ['local'], expect: 0 },
      { id: 'unit tests', run: ['npm', 'test', '--', 'a b'], timeout: null, environments: [], expect: 3 },
    ],
  },
};

export const sampleRound: RoundFields = {
  id: 'API-1',
  title: 'Add rate limiter',
  branch: 'ticket/API-1',
  baseBranch: 'main',
  ticketFile: 'stories/API-1.md',
  round: 2,
  findingsPath: 'reviews/API-1/round-2.md',
};

export const sampleDelimiter = 'd3l1m1t3rd3l1m1t3r';

/** What stands outside the data blocks, and what stands inside: the reader a careful agent would write. */
export function partsOf(prompt: string, delimiter: string): { outside: string[]; inside: string[] } {
  const outside: string[] = [];
  const inside: string[] = [];
  let open = false;
  for (const line of prompt.split(/[\n\u2028\u2029]/)) {
    if (line.startsWith(delimiter)) open = line === `${delimiter} BEGIN`;
    else (open ? inside : outside).push(line);
  }
  return { outside, inside };
}
