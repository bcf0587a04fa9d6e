import { GauntletError } from '../model/error.ts';

/** Where a Postgres is, in a form that the driver takes, and what of it nobody may ever see. */
export type Address = {
  readonly url: string;
  /** Host, port and database: what may be shown. */
  readonly shown: string;
  /** Passwords that stand in it, as they are written and as they are meant. */
  readonly secrets: readonly string[];
  /** Takes the password out of a text. */
  readonly redact: (text: string) => string;
};

/** The driver takes these for `verify-full`, with a warning; here they are that, and it is documented. */
const WEAKER = /([?&]sslmode=)(?:allow|prefer|require|verify-ca)(?=&|$)/;

/** Reads a URL such as postgres://user:password@host:5432/database?sslmode=verify-full. */
export function addressOf(url: string): Address {
  const parsed = parsedUrl(url);
  if (parsed === undefined)
    throw new GauntletError('INPUT_INVALID', 'that is not the URL of a Postgres database', {
      hint: 'Write postgres://USER@HOST:PORT/DATABASE, with / ? # @ : in names and passwords as %2F %3F %23 %40 %3A.',
    });
  const socket = parsed.searchParams.get('host') ?? '';
  const shown = `${socket === '' ? parsed.host : socket}${parsed.pathname}`;
  const secrets = secretsOf(parsed);
  return {
    url: parsed.searchParams.get('uselibpqcompat') === null ? url.replace(WEAKER, '$1verify-full') : url,
    shown,
    secrets,
    redact: (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text),
  };
}

/** Undefined also where a password with unwritten signs would be taken for a part that is shown. */
function parsedUrl(url: string): URL | undefined {
  if (!/^postgres(?:ql)?:\/\//.test(url)) return undefined;
  try {
    // Without a host the socket is named in the query; the parser wants one.
    const parsed = new URL(url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)\//, '$1localhost/'));
    return parsed.hash === '' && !parsed.pathname.includes('@') && !/@/.test(parsed.search)
      ? parsed
      : undefined;
  } catch {
    return undefined;
  }
}

function secretsOf(parsed: URL): readonly string[] {
  const written = [parsed.password, parsed.searchParams.get('password') ?? ''];
  return [...new Set(written.flatMap((secret) => [secret, decoded(secret)]))].filter(
    // What is shorter than this stands in any sentence, and is no secret.
    (secret) => secret.length >= 4,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
