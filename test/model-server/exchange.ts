// What all wire formats have in common: what is asked of a model, and what it answers.

export type JsonObject = Readonly<Record<string, unknown>>;

/** One message of a conversation. */
export type Turn = {
  readonly by: 'user' | 'model' | 'tool';
  readonly text: string;
  /** How many results of tools it carries. */
  readonly results: number;
};

/** A tool the agent offers, with the JSON schema of its arguments. */
export type Offered = {
  readonly name: string;
  readonly schema: JsonObject;
  /** Whose tool it is, where an agent keeps them apart. */
  readonly namespace?: string;
};

export type Asked = {
  readonly model: string;
  readonly isStreamed: boolean;
  readonly system: string;
  readonly turns: readonly Turn[];
  readonly offered: readonly Offered[];
  /** The answer has to be a JSON object. */
  readonly wantsJson?: boolean;
};

/** What the model answers: words, or one call of a tool. */
export type Reply =
  | { readonly kind: 'text'; readonly text: string; readonly end: 'finished' | 'length' | 'refused' }
  | { readonly kind: 'call'; readonly name: string; readonly args: JsonObject };

/** What every answer says it used. */
export const used = { tokensIn: 1000, tokensOut: 50 } as const;

/** One event of a stream; formats that name no event leave the name out. */
export type StreamEvent = { readonly event?: string; readonly data: unknown };

/** A failure as a provider reports it. */
export type Failure = {
  readonly status: number;
  readonly message: string;
  readonly retryAfter: number | null;
  /** When a limit of use ends, in milliseconds since 1970. */
  readonly until: number | null;
};

/** One way of asking a model over HTTP. */
export type Wire = {
  /** What is asked; text says why the body is none of this format. */
  read(body: JsonObject, path: string): Asked | string;
  whole(reply: Reply, asked: Asked): unknown;
  events(reply: Reply, asked: Asked): readonly StreamEvent[];
  failed(failure: Failure): unknown;
  /** The line that ends a stream, where the format has one. */
  readonly last?: string;
};

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; nothing for what is no list. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Text of a string or of a list of parts with a member `text`. */
export function partsText(value: unknown): string {
  if (typeof value === 'string') return value;
  return objectsIn(value)
    .map(({ text }) => textIn(text))
    .filter((text) => text !== '')
    .join('\n');
}

/** A long text as it would arrive. */
export function pieces(text: string): readonly string[] {
  const size = Math.max(20, Math.ceil(text.length / 400));
  const all: string[] = [];
  for (let at = 0; at < text.length; at += size) all.push(text.slice(at, at + size));
  return all;
}

export function schemaOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

let calls = 0;

/** Agents tell calls apart by their ids; nothing else depends on them. */
export function callId(): string {
  calls += 1;
  return String(calls).padStart(8, '0');
}
