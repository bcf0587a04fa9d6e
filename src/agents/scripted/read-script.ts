import { auditors, roles } from '../../model/team.ts';
import { fieldsOf, listOf } from '../fields.ts';
import { type Path, readYaml, type Say } from '../yaml-value.ts';
import { readSaying } from './read-saying.ts';
import type { Entry, Script, Step, When } from './script.ts';

export type ReadScript =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly complaints: readonly string[] };

const MOST_COMPLAINTS = 100;

/** Reads a script; everything that is wrong with it is said at once, by line. */
export function readScript(text: string, file: string): ReadScript {
  const yaml = readYaml(text);
  const complaints = yaml.problems.map(({ line, message }) => `${file}:${line}: ${message}`);
  const say: Say = (path, message) => {
    if (complaints.length < MOST_COMPLAINTS)
      complaints.push(`${file}:${yaml.lineOf(path)}: ${placeOf(path)}${message}`);
  };
  if (complaints.length > 0) return { ok: false, complaints };
  const entries = listOf(yaml.value, [], say).map((item, index) => readEntry(item, [index], say));
  if (complaints.length > 0) return { ok: false, complaints };
  return { ok: true, script: entries.flatMap((entry) => (entry === undefined ? [] : [entry])) };
}

function placeOf(path: Path): string {
  const [first, ...rest] = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
  return first === undefined ? '' : `entry ${first}${rest.join('')}: `;
}

function readEntry(item: unknown, path: Path, say: Say): Entry | undefined {
  const fields = fieldsOf(item, path, ['when', 'do', 'say', 'pass', 'fail'], say);
  if (fields === undefined) return undefined;
  const when = readWhen(fields.raw('when'), [...path, 'when'], say);
  const given = fields.raw('do') ?? [];
  const steps = listOf(given, [...path, 'do'], say).map((step, index) =>
    readStep(step, [...path, 'do', index], say),
  );
  const saying = readSaying(fields, say);
  if (when === undefined || saying === undefined) return undefined;
  return { when, do: steps.flatMap((step) => (step === undefined ? [] : [step])), say: saying };
}

const whenKeys = ['role', 'ticket', 'auditor', 'attempt', 'try', 'round', 'clarification'] as const;

const whenAuditors = [...auditors, 'acceptance'] as const;

function readWhen(value: unknown, path: Path, say: Say): When | undefined {
  const fields = fieldsOf(value, path, whenKeys, say);
  if (fields === undefined) return undefined;
  const role = fields.oneOf('role', roles);
  if (role === undefined && fields.raw('role') === undefined) say(path, 'must name a role');
  if (role === undefined) return undefined;
  const count = (key: (typeof whenKeys)[number]): number | null => fields.count(key) ?? null;
  return {
    role,
    ticket: fields.text('ticket') ?? null,
    auditor: fields.oneOf('auditor', whenAuditors) ?? null,
    attempt: count('attempt'),
    try: count('try'),
    round: count('round'),
    clarification: count('clarification'),
  };
}

const stepKeys = {
  write: ['write', 'text'],
  append: ['append', 'text'],
  replace: ['replace', 'from', 'to'],
  delete: ['delete'],
  commit: ['commit'],
  wait: ['wait'],
  run: ['run'],
} as const;

type StepName = keyof typeof stepKeys;

const stepNames = Object.keys(stepKeys) as readonly StepName[];

function readStep(value: unknown, path: Path, say: Say): Step | undefined {
  const isMap = typeof value === 'object' && value !== null;
  const name = stepNames.find((each) => isMap && Object.hasOwn(value, each));
  if (name === undefined) {
    // Reading it as if it could be any of them says what is unknown about it, and what was probably meant.
    if (fieldsOf(value, path, stepNames, say) !== undefined)
      say(path, `must be one of ${stepNames.join(', ')}`);
    return undefined;
  }
  const fields = fieldsOf(value, path, stepKeys[name], say);
  if (fields === undefined) return undefined;
  const text = (key: string): string => {
    const given = fields.text(key);
    if (fields.raw(key) === undefined || fields.raw(key) === null) say(path, `must have ${key}`);
    return given ?? '';
  };
  const file = (): string => {
    const given = text(name);
    const problem = pathProblem(given);
    if (problem !== undefined) say([...path, name], problem);
    return given;
  };
  switch (name) {
    case 'write':
    case 'append':
      return { kind: name, path: file(), text: text('text') };
    case 'replace':
      return { kind: name, path: file(), from: text('from'), to: text('to') };
    case 'delete':
      return { kind: name, path: file() };
    case 'commit':
      return { kind: name, message: text('commit') };
    case 'wait':
      return { kind: name, milliseconds: fields.count('wait') ?? 0 };
    case 'run': {
      const argv = fields.texts('run') ?? [];
      if (argv.length === 0) say([...path, 'run'], 'must be a list of texts, the program first');
      return { kind: name, argv };
    }
  }
}

/** Why a path does not stay in the working directory; undefined when it does. The player looks for links. */
function pathProblem(path: string): string | undefined {
  const parts = path.split(/[\\/]/);
  const isPlain = path !== '' && !path.includes('\0') && !parts.includes('..') && parts[0] !== '';
  return isPlain && !/^[A-Za-z]:/.test(path) ? undefined : 'must be a path inside the working directory';
}
