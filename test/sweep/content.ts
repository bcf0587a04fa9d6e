// The epic of the sweep: six tickets that meet everything the demo meets, done by a shell script so that a whole run
// takes a few seconds. Whoever lands first, the tree at the end is the same.
import { reviewDimensions } from '../../src/model/dimensions.ts';
import { writeDeveloper, writeFindingsDocument } from '../../src/formats/index.ts';
import { writeAuditor, writeCritic } from '../support/write-answers.ts';

export const epicId = 'sweep';
export const epicFile = 'epic.yaml';
/** The ticket that it needs your decision about. */
export const escalated = 'S-5';

/** What a ticket changes; `dishes.txt` is where S-1 and S-4 collide. */
const files: Readonly<Record<string, readonly string[]>> = {
  'S-1': ['dishes.txt', 'parts/apple.txt'],
  'S-2': ['parts/bread.txt'],
  'S-3': ['parts/cheese.txt'],
  'S-4': ['dishes.txt', 'parts/dates.txt'],
  'S-5': ['parts/eggs.txt'],
  'S-6': ['parts/feast.txt'],
};

export const tickets: readonly string[] = Object.keys(files);

/** Reviews that fail: S-2 is sent back once, S-5 until a person is asked. */
const refused: ReadonlySet<string> = new Set(['S-2:0', 'S-5:0', 'S-5:1']);

const TOKEN = '@TOKEN@';

/** Every file of the repository at its first commit. */
export function contentFiles(limits: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> {
  const all = new Map<string, string>([
    [epicFile, epicText()],
    ['gauntlet.yaml', configText({ ...usual, ...limits })],
    ['agent.sh', agentScript],
    ['check.sh', checkScript],
    ['dishes.txt', 'salt\n'],
    ['parts/salt.txt', 'salt, a pinch\n'],
    ['answers/reviewer-audit:run-0', nothingFound()],
  ]);
  for (const ticket of tickets) {
    for (const attempt of [0, 1, 2]) {
      for (const role of ['developer', 'critic', 'auditor'] as const)
        all.set(`answers/${role}-${ticket}-${attempt}`, answer(role, ticket, attempt));
    }
  }
  return all;
}

function epicText(): string {
  const entries = tickets.map((id) => {
    const needs = id === 'S-6' ? ' needs: [S-1, S-2, S-3, S-4],' : '';
    const touches = (files[id] ?? []).map((file) => JSON.stringify(file)).join(', ');
    const acceptance = `[{ id: AC1, text: the part is there, verify: test -s ${files[id]?.at(-1)} }]`;
    return `  - { id: ${id}, title: Part ${id},${needs} touches: [${touches}], acceptance: ${acceptance} }`;
  });
  return `version: 1
epic: ${epicId}
title: A small feast
base: main
verify: [{ id: parts, run: sh check.sh, timeout: 1m }]
allowOverlap: true
tickets:
${entries.join('\n')}
`;
}

const usual = {
  maxParallel: '5',
  maxVerify: '2',
  maxRevisions: '1',
  agentTimeout: '1m',
  stall: '30s',
  ticketTimeout: '10m',
};

function configText(limits: Readonly<Record<string, string>>): string {
  const words = Object.entries(limits).map(([name, value]) => `${name}: ${value}`);
  return `version: 1
agents:
  default: { use: command, run: [sh, agent.sh], env: [SWEEP_STARTS, SWEEP_GATE, SWEEP_HOLD, SWEEP_FORK, SWEEP_HIDE] }
limits: { ${words.join(', ')} }
depth: quick
`;
}

const checkScript = `# Red while a part says that it is spoilt.
for part in parts/*; do
  if grep -q spoilt "$part"; then echo "$part is spoilt"; exit 1; fi
done
`;

/**
 * Every agent. Its start is told through a pipe that belongs to nobody's work, which a sandbox lets through although it is
 * read-only: what is told there has happened, whatever the coordinator believes. `SWEEP_HOLD` names a ticket whose
 * first developer waits until it is let go, `SWEEP_FORK` one that leaves a process behind, `SWEEP_HIDE` one that leaves a
 * process without a trace of where it came from.
 */
const agentScript = `token=$(sed -n 's/^TOKEN: //p' | head -n 1)
ticket=$GAUNTLET_TICKET
echo "start $GAUNTLET_ROLE $ticket $GAUNTLET_ATTEMPT $token" >"$SWEEP_STARTS"
if [ "$GAUNTLET_ROLE" = developer ]; then
  if [ "$SWEEP_FORK" = "$ticket" ]; then
    (setsid sh -c 'echo forked >"$0"; while :; do sleep 1; done' "$SWEEP_STARTS" >&- 2>&- &)
  fi
  if [ "$SWEEP_HIDE" = "$ticket" ]; then
    (env -i setsid sh -c 'echo forked >"$0"; while :; do sleep 1; done' "$SWEEP_STARTS" >&- 2>&- &)
  fi
  if [ "$SWEEP_HOLD:0" = "$ticket:$GAUNTLET_ATTEMPT" ]; then
    echo "held $ticket" >"$SWEEP_STARTS"
    read -r go <"$SWEEP_GATE"
  fi
  list() {
    if git rev-parse -q --verify MERGE_HEAD >&2; then git checkout -q MERGE_HEAD -- dishes.txt; fi
    grep -qx "$1" dishes.txt || echo "$1" >>dishes.txt
    LC_ALL=C sort -o dishes.txt dishes.txt
  }
  case $ticket:$GAUNTLET_ATTEMPT in
    S-1:*) echo 'apple, one' >parts/apple.txt; list apple ;;
    S-2:0) echo 'bread' >parts/bread.txt ;;
    S-2:*) echo 'bread, a loaf' >parts/bread.txt ;;
    S-3:0) echo 'cheese, spoilt' >parts/cheese.txt ;;
    S-3:*) echo 'cheese, a slice' >parts/cheese.txt ;;
    S-4:*) echo 'dates, ten' >parts/dates.txt; list dates ;;
    S-5:*) echo "eggs, $GAUNTLET_ATTEMPT" >parts/eggs.txt ;;
    S-6:*) cat dishes.txt parts/cheese.txt >parts/feast.txt ;;
  esac
  # Every other one leaves the commit to the coordinator.
  case $ticket in S-1 | S-3 | S-5) git add -A && git commit -qm "$ticket by hand" ;; esac
fi
sed "s/${TOKEN}/$token/" "\${0%agent.sh}answers/$GAUNTLET_ROLE-$ticket-$GAUNTLET_ATTEMPT"
`;

/** The reviewer of the whole epic has no complaint. */
function nothingFound(): string {
  return writeFindingsDocument({
    ticket: 'audit:run',
    round: 1,
    reviewer: 'Agent (Fresh Context)',
    date: '',
    branch: `epic/${epicId}`,
    findings: [],
    recommendation: 'APPROVE',
  });
}

type Asked = 'developer' | 'critic' | 'auditor';

function answer(role: Asked, ticket: string, attempt: number): string {
  const changed = files[ticket] ?? [];
  const told = { ticket, summary: 'as asked', reasons: [] };
  const options = { token: TOKEN };
  if (role === 'developer') return writeDeveloper({ ...told, ...claim(changed) }, options);
  if (role === 'critic')
    return writeCritic({ ...told, ...judgement(changed, `${ticket}:${attempt}`) }, options);
  return writeAuditor({ ...told, ...audited }, options);
}

/** Everybody claims that the check passed; S-3 lies the first time. */
function claim(changed: readonly string[]) {
  return {
    signal: 'READY_FOR_REVIEW',
    verdict: 'ready',
    filesModified: changed.map((file) => ({ file, change: '' })),
    tests: [],
    notes: [],
    matrix: [{ check: 'parts', environment: 'local', exitCode: 0, result: 'PASS' }],
    blocker: null,
    question: null,
  } as const;
}

function judgement(changed: readonly string[], which: string) {
  const file = changed.at(-1) ?? '';
  const common = {
    verdict: 'unknown',
    filesReviewed: changed,
    priority: 'HIGH',
    blockingIssues: [],
    notes: [],
    overallScore: null,
    revisionNotes: [],
    scores: reviewDimensions.map(({ id }) => ({ dimension: id, score: 95, reason: '' })),
  } as const;
  if (refused.has(which)) {
    const assessment = { codeStyle: '', errorHandling: '', naming: '', architecture: '' };
    const findings = [{ file, line: 1, message: 'does not say how much' }];
    return {
      ...common,
      signal: 'REVIEW_FAILED',
      assessment,
      findings,
      requiredFixes: ['say how much'],
    } as const;
  }
  const assessment = {
    codeStyle: 'COMPLIANT',
    errorHandling: 'ADEQUATE',
    naming: 'CONSISTENT',
    architecture: 'ALIGNED',
  };
  return { ...common, signal: 'REVIEW_PASSED', assessment, findings: [], requiredFixes: [] } as const;
}

const audited = {
  signal: 'AUDIT_PASSED',
  verdict: 'unknown',
  criteria: [{ criterion: 'AC1', status: 'VERIFIED', evidence: 'seen at the judged commit' }],
  commands: [],
  findings: [],
  requiredFixes: [],
  passing: [],
  notes: [],
  preExisting: [],
  uncovered: [],
} as const;
