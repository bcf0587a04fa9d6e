import { type Adapter, adapters } from '../model/config.ts';
import { duration, group } from '../schema/parts.ts';
import { listOf, mapOf, obeying, oneOf, optional, or, text } from '../schema/shape.ts';
import { formatComplaint } from '../schema/complaint.ts';
import { readFile } from '../schema/yaml-source.ts';

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

/** Reads an agent file: Markdown, with or without a head between two lines `---`. All complaints at once, by line. */
export function readAgentFile(source: string, path: string, name: string): ReadAgentFile {
  if (source.length > MOST_CHARACTERS)
    return { ok: false, complaints: [`${path}: longer than ${MOST_CHARACTERS} characters`] };
  const parts = split(source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));
  if (parts === undefined)
    return { ok: false, complaints: [`${path}:1: the front matter is not closed by a --- line`] };
  const read = readFile(headOf(name), { file: path, text: parts.head, linesBefore: 1 });
  if (!read.ok) return { ok: false, complaints: read.complaints.map(formatComplaint) };
  const { limits, name: _, description: __, ...head } = read.value;
  return { ok: true, file: { ...head, ...limits, text: parts.text.trim() } };
}

function headOf(name: string) {
  return mapOf({
    name: optional(
      obeying(text(), (said) =>
        said === name ? [] : [{ path: [], message: `must be "${name}" to match the file name` }],
      ),
    ),
    description: optional(text()),
    model: or(null, text()),
    effort: or(null, text()),
    tools: or(null, listOf(text())),
    agent: or(null, oneOf(adapters)),
    limits: group('Bounds of a run.', { timeout: or(null, duration('Time limit of a run.')) }),
  });
}

function split(source: string): { readonly head: string; readonly text: string } | undefined {
  if (!/^---[ \t]*\n/.test(source)) return { head: '', text: source };
  const below = source.slice(source.indexOf('\n') + 1);
  const end = /^---[ \t]*(?:\n|$)/m.exec(below);
  return end === null
    ? undefined
    : { head: below.slice(0, end.index), text: below.slice(end.index + end[0].length) };
}
