import { type Detected, identityIn, isTestFile } from '../../detect/index.ts';
import { sha256 } from '../../model/sha256.ts';
import type { Environment } from '../../model/config.ts';
import type { GateContext, TakenOut } from '../context.ts';
import { type DifferingCall, type Call, deceivedTests, type Deceiving } from './deceived-tests.ts';
import type { Work } from '../gate.ts';
import { programs } from '../programs/programs.generated.ts';
import { runCheckCommand } from '../checks/run-check-command.ts';
import { jsonIn } from '../../schema/json-in.ts';

type Noted = Omit<Deceiving, 'answered'> & { readonly taken: TakenOut; readonly noted: readonly string[] };

/** Before each answer of a driver. */
const ANSWER = '-- answer --';

/** What makes the calls in a process of its own, by the ending of the files; data goes into both as text. */
const drivers = [
  { ending: 'mjs', program: 'node', text: programs['replay.mjs'], asText: JSON.stringify },
  {
    ending: 'py',
    program: 'python3',
    text: programs['replay.py'],
    asText: (calls: readonly Call[]) => JSON.stringify(JSON.stringify(calls)),
  },
] as const;

const MOST_CALLS = 100;
const TIMEOUT = 30_000;

/**
 * Calls that the tests make of changed functions, and near ones, made again outside of the runner on base and branch
 * (EVID-02). Code that recognises a test, and values that are equal to everything, answer there as they do for users.
 * Base's tests decide about answers to their own calls; other differences are for a critic and a person to judge.
 */
export async function replayed(
  context: GateContext,
  work: Work,
  { taken, noted, ...deceiving }: Noted,
): Promise<readonly Detected[]> {
  const environment = context.plan.environments.find(({ prefix }) => prefix.length === 0);
  // Near calls are calls that nobody has tried: they are made inside of the sandbox or not at all.
  const calls = context.processes.enforcement === 'enforced' ? callsIn(noted, taken) : [];
  if (calls.length === 0 || environment === undefined) return [];
  const answered: DifferingCall[] = [];
  const differences: string[] = [];
  for (const driver of drivers) {
    const own = calls.filter(({ call: [file] }) => file.endsWith('.py') === (driver.ending === 'py'));
    if (own.length === 0) continue;
    const text = driver.text.replace('CALLS', () => driver.asText(own.map(({ call }) => call)));
    const name = `calls-${sha256(text).slice(0, 12)}.${driver.ending}`;
    const ask = async (commit: string): Promise<ReadonlyMap<number, Answer>> => {
      const tree = await context.hub.compose(commit, new Map([[name, { text, mode: '100644' }]]));
      return answersOf(context, tree, [driver.program, name], environment);
    };
    const before = await ask(work.base);
    const after = before.size === 0 ? before : await ask(work.head);
    for (const [at, was] of before) {
      const is = after.get(at);
      const made = own[at];
      if (made === undefined || is?.text === was.text) continue;
      differences.push(`${said(made.call)}: ${was.text} at base, ${is?.text ?? 'no answer'} here`);
      if (was.isPlain && was.json !== null && is?.json != null)
        answered.push({ ...made, key: was.key, before: was.json, after: is.json });
    }
  }
  if (differences.length === 0) return [];
  const deceived = await deceivedTests(context, work, { ...deceiving, answered });
  return deceived.length > 0 ? deceived : [differing(work, calls.length, differences)];
}

type MadeCall = Pick<DifferingCall, 'call' | 'callers'>;

/** Calls of functions that are known, and for each some with other values near them. */
function callsIn(noted: readonly string[], { functions }: TakenOut): readonly MadeCall[] {
  const known = new Set(
    functions.filter(({ isNoted }) => isNoted).map(({ file, name }) => `${file}:${name}`),
  );
  const made = new Map<string, { call: Call; callers: Set<string> }>();
  const add = (call: Call, caller: string | undefined): void => {
    const key = JSON.stringify(call);
    const one = made.get(key) ?? { call, callers: new Set<string>() };
    if (caller !== undefined) one.callers.add(caller);
    if (made.size < MOST_CALLS || made.has(key)) made.set(key, one);
  };
  const found = noted
    .flatMap((line) => callOf(line) ?? [])
    .filter(({ call: [file, name] }) => known.has(`${file}:${name}`));
  for (const { call, from } of found) add(call, from);
  for (const { call } of found) for (const near of nearTo(call)) add(near, undefined);
  return [...made.values()].map(({ call, callers }) => ({ call, callers: [...callers] }));
}

function callOf(line: string): { readonly call: Call; readonly from: string | undefined } | undefined {
  const [file, name, args, caller, fields] = listIn(line);
  const isCall = typeof file === 'string' && typeof name === 'string' && Array.isArray(args);
  if (!isCall) return undefined;
  const call: Call = fields == null ? [file, name, args] : [file, name, args, fields];
  return { call, from: testIn(String(caller)) };
}

/** A list in JSON; empty for anything else, which somebody else printed. */
function listIn(json: string): readonly unknown[] {
  const value = jsonIn(json);
  return Array.isArray(value) ? value : [];
}

/** The test file in a line of a stack, without the folder of the checkout. */
function testIn(caller: string): string | undefined {
  const path = /([^\s():]+)(?=:)/.exec(caller.replace(/^.*file:\/\//, ''))?.[1] ?? '';
  return isTestFile(path) ? path.replace(/^\/+/, '') : undefined;
}

function nearTo([file, name, args, ...fields]: Call): readonly Call[] {
  return args.flatMap((arg, at) => {
    const near = nearValue(arg);
    return near === undefined ? [] : [[file, name, args.with(at, near), ...fields] as const];
  });
}

function nearValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return value === '' ? 'a' : `${value}${value.slice(-1)}`;
  return Array.isArray(value) && value.length > 0 ? value.slice(0, -1) : undefined;
}

type Answer = {
  readonly text: string;
  /** The answer in a list; null where it threw. */
  readonly json: string | null;
  readonly isPlain: boolean;
  readonly key: string;
};

async function answersOf(
  context: GateContext,
  commit: string,
  run: readonly string[],
  environment: Environment,
): Promise<ReadonlyMap<number, Answer>> {
  const { output } = await runCheckCommand(context, {
    commit,
    run,
    environment,
    timeout: TIMEOUT,
    network: false,
  });
  const answers = new Map<number, Answer>();
  for (const line of output.split('\n').filter((each) => each.startsWith(ANSWER))) {
    const [at, text, json, isPlain, key] = listIn(line.slice(ANSWER.length));
    if (typeof at !== 'number' || typeof text !== 'string' || typeof key !== 'string' || answers.has(at))
      continue;
    // Only data goes on from here: what is not JSON is not an answer.
    const data = typeof json === 'string' ? jsonIn(json) : null;
    if (data === undefined) continue;
    const own = typeof json === 'string' ? JSON.stringify(data) : null;
    answers.set(at, { text, json: own, isPlain: isPlain === true, key });
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
  const message = `${differences.length} of ${calls} calls of changed functions return other results than at base (called outside of the tests).`;
  const more = differences.length - SHOWN;
  return {
    rule: 'answers-differ',
    severity: 'INFO',
    file: differences[0]?.split(' ')[0] ?? '',
    message,
    identity: identityIn(work, message),
    evidence: [...differences.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    fix: 'Check that the ticket asks for each difference. If the tests missed an unwanted difference, make them call the code that users run.',
  };
}
