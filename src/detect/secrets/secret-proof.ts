import { type FoundSecret, isMadeUp } from './secrets.ts';

/** What shows that a provider issued a secret: a checksum in it, or a form that only this provider gives out. */
export type SecretProof = 'checksum' | 'form';

/**
 * What shows that a secret of a text was issued by a provider; null where it may be anything. Checksums cannot be made up
 * by chance; a form can be, so the caller has to know that the place is not one of examples.
 */
export function secretProof(text: string, { kind, start, end }: FoundSecret): SecretProof | null {
  const secret = text.slice(start, end);
  if (hasRightChecksum(secret)) return 'checksum';
  if (PUBLISHED.some((known) => secret.includes(known)) || isMadeUp(secret)) return null;
  if (kind === 'AWS access key') return hasAwsSecret(linesAround(text, start)) ? 'form' : null;
  return FORMS.get(kind)?.test(secret) === true ? 'form' : null;
}

/**
 * The whole form of each provider. Forms that are public by design (keys of Google for browsers, secrets of installed
 * applications) prove nothing, nor do GitHub's and npm's tokens without their checksum.
 */
const FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['GitHub token', /^github_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59}$/],
  ['GitLab token', /^glpat-[0-9A-Za-z_-]{20,40}$/],
  ['Slack token', /^xox[bp]-\d{10,13}-\d{10,13}-(?:\d{10,13}-)?[0-9A-Za-z]{24,34}$/],
  ['Slack webhook', /\/T[0-9A-Z]{8,12}\/B[0-9A-Z]{8,12}\/[0-9A-Za-z]{24}$/],
  ['Stripe key', /^[sr]k_live_[0-9A-Za-z]{24,247}$/],
  ['Anthropic key', /^sk-ant-[a-z]{3,8}\d{2}-[0-9A-Za-z_-]{93}AA$/],
  ['OpenAI key', /^sk-(?:(?:proj|svcacct|admin)-)?[0-9A-Za-z_-]{20,}T3BlbkFJ[0-9A-Za-z_-]{20,}$/],
  ['PyPI token', /^pypi-AgEIcHlwaS5vcmc[0-9A-Za-z_-]{50,300}$/],
  ['SendGrid key', /^SG\.[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]{43}$/],
  ['Azure storage key', /^[0-9A-Za-z+/]{86}==$/],
]);

/** Parts of keys that providers publish: of Stripe's documentation, and of the emulators of Azure. */
const PUBLISHED = [
  '4eC39HqLyjWDarjtT1zdp7dc',
  'BQokikJOvBiI2HlWgH4olfQ2',
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq',
  'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw',
];

/** An id alone opens nothing and is shown in policies and logs; its secret stands beside it where both are written down. */
function hasAwsSecret(around: string): boolean {
  const candidates = around.match(/(?<![0-9A-Za-z/+])[0-9A-Za-z/+]{40}(?![0-9A-Za-z/+=])/g) ?? [];
  return candidates.some((each) => /[a-z]/.test(each) && /[A-Z]/.test(each) && !isMadeUp(each));
}

/** The line at an offset with five lines before and after it; of a very long line, what is near. */
function linesAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 600), at).split('\n');
  const after = text.slice(at, at + 600).split('\n');
  return [before.slice(-6).join('\n'), after.slice(0, 6).join('\n')].join('');
}

/** Tokens of GitHub and npm: thirty letters, then their CRC-32 in base 62. */
const CHECKED = /^(?:gh[oprsu]|npm)_(?<body>[0-9A-Za-z]{30})(?<sum>[0-9A-Za-z]{6})$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Whether a token carries a checksum of itself that is right: then somebody was given it, and no example or test made it up. */
export function hasRightChecksum(secret: string): boolean {
  const { body, sum } = CHECKED.exec(secret)?.groups ?? {};
  return body !== undefined && sum !== undefined && base62(crc32(body)) === sum;
}

function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const letter of text) {
    crc ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc % 2 === 0 ? 0 : 0xedb88320);
  }
  return ~crc >>> 0;
}

function base62(value: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = `${DIGITS[rest % 62]}${text}`;
  return text.padStart(6, '0');
}
