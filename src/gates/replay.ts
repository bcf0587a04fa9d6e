import { type Detected, identityIn } from '../detect/index.ts';
import { sha256 } from '../model/sha256.ts';
import type { Environment } from '../model/config.ts';
import type { GateContext, TakenOut } from './context.ts';
import type { Work } from './gate.ts';
import { ANSWER, type Call, drivers } from './replay-drivers.ts';
import { runCommand } from './run-command.ts';

type Noted = { readonly taken: TakenOut; readonly noted: readonly string[] };

const MOST_CALLS = 100;
const TIMEOUT = 30_000;

/**
 * Calls that the tests make of changed functions, and near ones, made again outside of the runner on base and branch
 * (EVID-02). Code that recognises a test, and values that are equal to everything, answer there as they do for users.
 * Differences are what the change means, or what its tests do not see: a critic and a person can tell which.
 */
export async function replayed(
  context: GateContext,
  work: Work,
  { taken, noted }: Noted,
): Promise<readonly Detected[]> {
  const environment = context.plan.environments.find(({ prefix }) => prefix.length === 0);
  // Near calls are calls that nobody has tried: they are made inside of the sandbox or not at all.
  const calls = context.processes.enforcement === 'enforced' ? callsIn(noted, taken) : [];
  if (calls.length === 0 || environment === undefined) return [];
  const differences: string[] = [];
  for (const driver of Object.values(drivers)) {
    const own = calls.filter(([file]) => file.endsWith('.py') === (driver.ending === 'py'));
    if (own.length === 0) continue;
    const text = driver.text(own);
    const name = `calls-${sha256(text).slice(0, 12)}.${driver.ending}`;
    const ask = async (commit: string): Promise<ReadonlyMap<number, string>> => {
      const tree = await context.hub.compose(commit, new Map([[name, { text, mode: '100644' }]]));
      return answersOf(context, tree, [driver.program, name], environment);
    };
    const before = await ask(work.base);
    const after = before.size === 0 ? before : await ask(work.head);
    for (const [at, was] of before) {
      const is = after.get(at) ?? 'no answer';
      const call = own[at];
      if (call !== undefined && is !== was) differences.push(`${said(call)}: ${was} at base, ${is} here`);
    }
  }
  return differences.length === 0 ? [] : [differing(work, calls.length, differences)];
}

/** Calls of functions that are known, and for each some with other values near them. */
function callsIn(noted: readonly string[], { functions }: TakenOut): readonly Call[] {
  const known = new Set(
    functions.filter(({ isNoted }) => isNoted).map(({ file, name }) => `${file}:${name}`),
  );
  const found = noted.map(callOf).filter((call) => call !== undefined && known.has(`${call[0]}:${call[1]}`));
  const all = found.flatMap((call) => (call === undefined ? [] : [call, ...nearTo(call)]));
  const texts = new Set(all.map((call) => JSON.stringify(call)));
  return [...texts].slice(0, MOST_CALLS).map((text) => JSON.parse(text) as Call);
}

function callOf(line: string): Call | undefined {
  try {
    const [file, name, args] = JSON.parse(line) as readonly unknown[];
    const isCall = typeof file === 'string' && typeof name === 'string' && Array.isArray(args);
    return isCall ? [file, name, args] : undefined;
  } catch {
    return undefined;
  }
}

function nearTo([file, name, args]: Call): readonly Call[] {
  return args.flatMap((arg, at) => {
    const near = nearValue(arg);
    return near === undefined ? [] : [[file, name, args.with(at, near)] as const];
  });
}

function nearValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return value === '' ? 'a' : `${value}${value.slice(-1)}`;
  return Array.isArray(value) && value.length > 0 ? value.slice(0, -1) : undefined;
}

async function answersOf(
  context: GateContext,
  commit: string,
  run: readonly string[],
  environment: Environment,
): Promise<ReadonlyMap<number, string>> {
  const { output } = await runCommand(context, {
    commit,
    run,
    environment,
    timeout: TIMEOUT,
    network: false,
  });
  const answers = new Map<number, string>();
  for (const line of output.split('\n').filter((each) => each.startsWith(ANSWER))) {
    try {
      const [at, answer] = JSON.parse(line.slice(ANSWER.length)) as readonly unknown[];
      if (typeof at === 'number' && typeof answer === 'string' && !answers.has(at)) answers.set(at, answer);
    } catch {
      // Printed by somebody else.
    }
  }
  return answers;
}

function said([file, name, args]: Call): string {
  return `${file} ${name}(${args
    .map((arg) => JSON.stringify(arg))
    .join(', ')
    .slice(0, 200)})`;
}

const SHOWN = 10;

function differing(work: Work, calls: number, differences: readonly string[]): Detected {
  const message = `${differences.length} of ${calls} calls of changed functions answer differently than at base, made outside of the tests.`;
  const more = differences.length - SHOWN;
  return {
    rule: 'answers-differ',
    severity: 'INFO',
    file: differences[0]?.split(' ')[0] ?? '',
    line: 0,
    message,
    identity: identityIn(work, message),
    evidence: [...differences.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    fix: 'See that each difference is what the ticket asks for. One that the tests should have seen means that they do not see the code that users run.',
  };
}
