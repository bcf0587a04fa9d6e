import { type Adapter, adapters } from '../model/config.ts';
import { fieldsOf } from './fields.ts';
import { type Path, readYaml, type Say } from './yaml-value.ts';

/** An agent definition as somebody wrote it: what the head sets (null where it does not say), and the words. */
export type AgentFile = {
  readonly agent: Adapter | null;
  readonly model: string | null;
  readonly effort: string | null;
  readonly tools: readonly string[] | null;
  /** Milliseconds. */
  readonly timeout: number | null;
  readonly text: string;
};

export type ReadAgentFile =
  | { readonly ok: true; readonly file: AgentFile }
  | { readonly ok: false; readonly complaints: readonly string[] };

const MOST_CHARACTERS = 100_000;
const keys = ['name', 'description', 'model', 'effort', 'tools', 'agent', 'limits'] as const;

/** Reads an agent file: Markdown, with or without a head between two lines `---`. All complaints at once, by line. */
export function readAgentFile(source: string, path: string, name: string): ReadAgentFile {
  const complaints: string[] = [];
  if (source.length > MOST_CHARACTERS)
    return { ok: false, complaints: [`${path}: longer than ${MOST_CHARACTERS} characters`] };
  const parts = split(source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));
  if (parts === undefined)
    return { ok: false, complaints: [`${path}:1: the head is not closed by a line ---`] };
  const yaml = readYaml(parts.head);
  // The head begins below the first line `---`.
  const at = (line: number, message: string): void => void complaints.push(`${path}:${line + 1}: ${message}`);
  for (const { line, message } of yaml.problems) at(line, message);
  const say: Say = (where: Path, message) =>
    at(yaml.lineOf(where), `${where.length === 0 ? '' : `${where.join('.')}: `}${message}`);
  const file = complaints.length > 0 ? undefined : readHead(yaml.value ?? {}, name, say);
  if (file === undefined || complaints.length > 0) return { ok: false, complaints };
  return { ok: true, file: { ...file, text: parts.text.trim() } };
}

function split(source: string): { readonly head: string; readonly text: string } | undefined {
  if (!/^---[ \t]*\n/.test(source)) return { head: '', text: source };
  const below = source.slice(source.indexOf('\n') + 1);
  const end = /^---[ \t]*(?:\n|$)/m.exec(below);
  return end === null
    ? undefined
    : { head: below.slice(0, end.index), text: below.slice(end.index + end[0].length) };
}

function readHead(value: unknown, name: string, say: Say): Omit<AgentFile, 'text'> | undefined {
  const fields = fieldsOf(value, [], keys, say);
  if (fields === undefined) return undefined;
  fields.text('description');
  const said = fields.text('name');
  if (said !== undefined && said !== name) say(['name'], `must be "${name}", as the file is called`);
  return {
    agent: fields.oneOf('agent', adapters) ?? null,
    model: fields.text('model') ?? null,
    effort: fields.text('effort') ?? null,
    tools: fields.texts('tools') ?? null,
    timeout: fields.keys.includes('limits') ? readTimeout(fields.raw('limits'), say) : null,
  };
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function readTimeout(limits: unknown, say: Say): number | null {
  const fields = fieldsOf(limits, ['limits'], ['timeout'], say);
  const text = fields?.text('timeout');
  if (text === undefined) return null;
  const [, amount, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (units[unit ?? ''] ?? Number.NaN);
  if (milliseconds > 0) return milliseconds;
  say(['limits', 'timeout'], 'must be a duration like 90s, 15m or 2h');
  return null;
}
