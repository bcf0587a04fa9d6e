import { sanitize } from '../../formats/index.ts';
import type { AgentEnd } from '../../ports/agents.ts';
import { limitEnds } from './limit-ends.ts';

type Stop = AgentEnd['stop'];

/** A failure between an agent and its model, in the words of whoever reports it. */
export type Failure = {
  /** The status of HTTP; 0 where nobody answered, null where nobody says. */
  readonly status: number | null;
  readonly words: string;
  /** More of what was said: looked at, not shown. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What it is, where the agent has a name of its own for it. */
  readonly kind?: Trouble | undefined;
  /** When the limit ends, where the agent knows. */
  readonly until?: number | null;
};

export type Trouble = (typeof rows)[number]['kind'] | 'crash';

type Told = {
  readonly now: number;
  /** What must be in no reason. */
  readonly secrets: readonly string[];
  /** How a person logs in. */
  readonly login?: string;
};

/** There is more of an answer than what is read: what is lost may have said the opposite (P8). */
export const OVERLONG = { kind: 'cap', because: 'more than 20 MB of output' } as const;

/** What was answered is paid for and counts; only another question to the model is not asked. */
export const BROKE = { kind: 'budget', because: 'the budget is used up' } as const;

/** Why an agent stopped, as the port says it. */
export function stopFor(failure: Failure, { now, secrets, login }: Told): Stop {
  const { status, words, body = '', headers = {}, until = null } = failure;
  const said = `${status === null || status === 0 ? '' : `HTTP ${status}: `}${words || 'no reason was given'}`;
  const because = plainReason(said, secrets);
  const kind = troubleOf(failure);
  if (kind === 'limit')
    return { kind, until: until ?? limitEnds({ headers, words: `${words}\n${body}` }, now), because };
  if (kind !== 'login' && kind !== 'money') return { kind, because };
  const next = kind === 'login' && login !== undefined ? `; ${login}` : '';
  return { kind: 'authentication', because: `${because}${next}` };
}

/** What went wrong: the agent's own name for it, else the status, else the words. */
export function troubleOf({ status, words, body = '', kind }: Failure): Trouble {
  if (kind !== undefined) return kind;
  const text = `${words}\n${body}`.slice(0, 20_000);
  if (MONEY.test(text)) return 'money';
  const known = rows.find(({ statuses }) => statuses.some((each) => each === status));
  if (known !== undefined) return known.kind;
  if (status !== null && status !== 400) return 'crash';
  return rows.find((row) => (status === null || row.at400) && row.words.test(text))?.kind ?? 'crash';
}

/** No money is left: that does not end by waiting, whatever the status. */
const MONEY = /insufficient_quota|credit balance is too low|payment required/i;

/** The first row that fits decides. The words of some count although a provider answered 400, which says little. */
const rows = [
  {
    kind: 'context_full',
    statuses: [413],
    at400: true,
    words:
      /context_length_exceeded|ContextOverflow|too large to compact|context (?:length|window)|(?:prompt|input) is too long|too many tokens|input token count|maximum (?:context|number of tokens)/i,
  },
  {
    kind: 'login',
    statuses: [],
    at400: true,
    words: /invalid[ _](?:x-)?api[ _-]?key|API key (?:not valid|is missing|missing)/i,
  },
  { kind: 'money', statuses: [402], at400: false, words: /\b402\b/ },
  {
    kind: 'limit',
    statuses: [429],
    at400: false,
    words:
      /\b429\b|rate.?limit|too many requests|RESOURCE_EXHAUSTED|usage limit|quota (?:exceeded|exhausted)|exceeded your (?:current )?quota/i,
  },
  {
    kind: 'login',
    statuses: [401, 403],
    at400: false,
    words:
      /\b40[13]\b|UNAUTHENTICATED|unauthori[sz]ed|authentication|auth_required|invalid bearer token|not logged in|please run \/login|(?:log ?in|sign in) (?:first|again|required)|oauth token|missing environment variable|credentials/i,
  },
  { kind: 'cap', statuses: [], at400: true, words: /reason: max_output_tokens/ },
  {
    kind: 'refused',
    statuses: [],
    at400: true,
    words: /content_filter|invalid_prompt|flagged|usage policy/i,
  },
  // The model is not there, and will not be there at the next try either.
  {
    kind: 'missing',
    statuses: [404],
    at400: true,
    words: /model_not_found|model\b.{0,80}(?:does not exist|not found|is not supported)/i,
  },
] as const;

/** A reason that can be shown: one line without the secrets. */
export function plainReason(said: string, secrets: readonly string[]): string {
  return sanitize(withoutSecrets(said, secrets), { singleLine: true, maxLength: 300 });
}

/** The same text without the keys, in whatever they turned up. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (said, secret) => (secret.length < 4 ? said : said.replaceAll(secret, '[key]')),
    text,
  );
}
