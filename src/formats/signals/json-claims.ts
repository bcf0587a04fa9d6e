import { isNothing } from '../text-heading.ts';
import { scanLines } from '../text-lines.ts';
import { isSignalName, type SignalName } from './names.ts';

/**
 * Members of JSON objects that say something else than the pass that was given, wherever they stand outside quotes:
 * indented, in an array, in a plain fence, in an object that is no valid JSON.
 */
export function claimsAgainst(pass: SignalName, text: string): readonly string[] {
  const claims = membersAgainst(pass, text);
  if (claims.length > MAX_CLAIMS) return [`more than ${MAX_CLAIMS} JSON objects contradict ${pass}`];
  const found: string[] = [];
  let isCode = false;
  let next = 0;
  scanLines(text, (start, end, kind) => {
    if (kind === 'open') isCode = CODE_FENCE.test(text.slice(start, Math.min(end, start + 40)));
    const isQuoted = kind === 'quote' || kind === 'comment' || (kind === 'fence' && isCode);
    for (let claim = claims[next]; claim !== undefined && claim.at < end; claim = claims[next]) {
      if (!isQuoted) found.push(`the answer gives ${pass}, but a JSON object in it contains ${claim.said}`);
      next += 1;
    }
    return found.length === 0 && next < claims.length;
  });
  return found.slice(0, 1);
}

/** From here on nobody needs to look at each of them. */
const MAX_CLAIMS = 5000;

type Claim = { readonly at: number; readonly said: string };

function membersAgainst(pass: SignalName, text: string): readonly Claim[] {
  const claims: Claim[] = [];
  for (const { index: at, 1: key = '', 2: value = '', 3: bare = '' } of text.matchAll(MEMBER)) {
    const said = [plain(key), bare === '' ? plain(value) : bare[0] === '[' ? 'entries' : bare].join(' ');
    if (isAgainst(pass, plain(key), plain(value), bare)) claims.push({ at, said });
    if (claims.length > MAX_CLAIMS) break;
  }
  return claims;
}

/** The value may stand on the next line: a text, `false`, or a list with entries. Each letter of a key may be an escape. */
const MEMBER =
  /"([a-z_\\0-9A-F]{6,60})"\s{0,200}:\s{0,200}(?:"([^"\n]{0,80})"|(false\b|\[\s{0,200}(?:\{|"[^"\n]{0,80})))/gi;
/** A fence with the name of a language other than JSON holds quoted code. */
const CODE_FENCE = /^ {0,3}(?:`+|~+) {0,2}(?!json[c5]?\b)[A-Za-z]/i;

function plain(text: string): string {
  return text.replaceAll(/\\u00([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function isAgainst(pass: SignalName, key: string, value: string, bare: string): boolean {
  const name = key.toLowerCase().replaceAll('_', '');
  if (bare.startsWith('[')) return ASKING.has(name) && !isNothing(bare.replace(/^\[\s*"?/, ''));
  if (name === 'approved') return /^\s*(?:false|no)\s*$/i.test(value + bare);
  if (name === 'status') return value.trim().toLowerCase() === 'fail';
  if (name === 'signal') return isSignalName(value) && value !== pass;
  return name === 'verdict' && !AGREEING.has(value.toLowerCase().trim());
}

/** Lists of a report that have no entry where the work passes. */
const ASKING: ReadonlySet<string> = new Set(['blockingissues', 'requiredfixes']);

const AGREEING: ReadonlySet<string> = new Set([
  '',
  'pass',
  'passed',
  'ok',
  'approve',
  'approved',
  'accepted',
]);
