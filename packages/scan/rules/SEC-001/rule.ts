import type { TextCheck } from '../../engine/rule.ts';
import type { FoundSecret } from '../../engine/secret-detection.ts';
import { lineAt, lineText } from '../../engine/files/scanned-file.ts';

export const rule: TextCheck = {
  kind: 'text',
  // Keys of tests open nothing, as a rule; what is found there is mostly made to look like one.
  applies: ({ isTest, language }) => !isTest && language !== 'markdown',
  check({ path, text, isSide }, report, detection) {
    if (detection === undefined) throw new Error('this scan was given no secret detection');
    const secrets = detection.secretsIn(text).filter((secret) => !isHarmless(path, text, secret));
    for (const line of settingsIn(path, text))
      if (!secrets.some(({ start }) => lineAt(text, start) === line) && !isPlaceholder(lineText(text, line)))
        report({ line, evidence: '' }, 'possible secret (a value of settings)');
    if (secrets.length === 0) return;
    const clean = detection.redact(text);
    for (const secret of secrets) {
      const line = lineAt(text, secret.start);
      const place = { line, evidence: lineText(clean, line) };
      const proof = detection.secretProof(text, secret);
      if (proof === 'checksum')
        report({ ...place, proven: true }, `secret (${secret.kind}) with a valid checksum`);
      else if (proof === 'form' && !isSide && !isShown(path, text, line))
        report({ ...place, proven: true }, `secret (${secret.kind}) in the form of its provider`);
      else report(place, `possible secret (${secret.kind})`);
    }
  },
};

const SETTINGS = /\.(?:properties|ya?ml|ini|cfg|conf)$|(?:^|\/)\.env(?:\.[\w.-]+)?$/i;
/** Files of settings that other programs write, or that are for one machine. */
const OTHERS =
  /lock\.ya?ml$|(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$|(?:^|\/)(?:charts?|templates|k8s|locales?|i18n|messages)\//i;
const VALUE =
  /^[ \t]*(?:[\w-]+\.)*[\w-]*(?:password|passwd|secret|secret[_-]?key|api[_-]?key|auth[_-]?token|access[_-]?token|private[_-]?key)[ \t]*[=:][ \t]*(?<value>[^\s"'#${}<>()[\],;]{8,200})[ \t\r]*$/gim;
const PLACEHOLDER =
  /example|sample|dummy|placeholder|change|your|insert|redacted|fake|x{4}|\*{3}|12345|abcdef|secret|password|passwd|test|demo|local|admin|default|todo|!Ref|!vault|^ENC|^env|\.env|process|^\/|:\/\//i;

/** `spring.datasource.password=…`: settings are written without quotes. Lines that hold such a value. */
function settingsIn(path: string, text: string): readonly number[] {
  if (!SETTINGS.test(path) || OTHERS.test(path) || MADE_UP.test(path) || text.length > 200_000) return [];
  const found: number[] = [];
  for (const each of text.matchAll(VALUE)) {
    const value = each.groups?.['value'] ?? '';
    const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w]/].filter((kind) => kind.test(value)).length;
    const isChosen = /\d/.test(value) && (kinds >= 3 || (kinds === 2 && value.length >= 16));
    if (isChosen && !PLACEHOLDER.test(value) && !PUBLIC.test(value) && !NAME.test(value))
      found.push(lineAt(text, each.index + each[0].length - 1));
  }
  return found;
}

/**
 * Where values are made up, or thrown away with the machine they are for: builds, examples, documentation, seeds. A
 * real token there is told by its own form.
 */
const MADE_UP =
  /(?:^|\/)\.(?:ci|github|gitlab|circleci|buildkite)\/|(?:^|\/)(?:docker-)?compose[\w.-]*\.(?:ci|test|e2e|cypress|dev|development|local)\.ya?ml$|\.(?:example|sample|template|dist)$|(?:^|\/)\.env\.(?:test|testing|ci|e2e|dev|development|local)$|(?:^|\/)(?:application|appsettings|settings|config)?[.-]?(?:ci|test|testing|dev|development|local)\.(?:py|ya?ml|json|properties|toml)$|(?:^|\/)(?:bdd|examples?|samples?|demos?|playgrounds?|\.devcontainer|\w+_client)\/|(?:^|\/)docs?\/|seed|openapi|swagger/i;
/** Made to be shown, or saying itself that it is for tests: keys that only write statistics or only search. */
const PUBLIC = /^phc_|^pk_|\b(?:e2e|tests?|testing|dummy|sample)\b/i;
/** Names and addresses: words with capitals between them, constants, paths, a word with a number behind it. */
const NAME =
  /^(?:[A-Za-z]+\d{0,4}|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|(?:[a-z]+\d{0,3}-)+[a-z]+\d{0,3}|[A-Z][A-Z\d]*(?:_[A-Z\d]+)+|[\w-]*(?:\/[\w.-]*[a-z]{4}[\w.-]*)+|__\w.*|\w+V\d[A-Za-z]+)$/;
/** What the words beside a value say of it. */
const SAID =
  /\bnot\b[^.]*\bsecret\b|\bpublic(?! +(?:class|void|static|async|sealed|record|override|string|const|readonly|partial|final)\b)|\bsafe to commit\b|\bexamples?\b|redacted|placeholder/i;

/** Where values in the form of a provider are shown rather than used, and words beside them that say so. */
const SHOWN_AT =
  /\.(?:example|sample|template|dist)(?:\.\w+)?$|(?:^|\/)\.env\.(?:test|testing|ci|e2e)$|(?:^|\/)docs?\/|seed|openapi|swagger/i;
const SHOWN = /\b(?:examples?|dummy|fake|sample|redacted|placeholder|revoked|e2e|tests?|testing)\b/i;

function isShown(path: string, text: string, line: number): boolean {
  const beside = [line - 2, line - 1, line].map((at) => lineText(text, at)).join('\n');
  return SHOWN_AT.test(path) || SHOWN.test(beside);
}

/** Keys that every visitor of a page is given, and that only name a project: of Firebase, of a search. */
const IN_BROWSERS =
  /\bauthDomain\b|\.firebaseapp\.com|\balgolia\b|^[ \t]*(?:VITE|NEXT_PUBLIC|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|GATSBY|VUE_APP)_\w*(?:FIREBASE|MAPS?|ALGOLIA|SEARCH)/im;

/** What the place, the value or the words beside it say is no secret; known forms of keys are believed. */
function isHarmless(path: string, text: string, { kind, start, end }: FoundSecret): boolean {
  const value = text.slice(start, end);
  const line = lineAt(text, start);
  const beside = (before: number, after: number): string =>
    Array.from({ length: before + after + 1 }, (_, at) => lineText(text, line - before + at)).join('\n');
  const isGiven = IN_BROWSERS.test(beside(3, 3)) && !/admin|secret|private|write/i.test(beside(0, 0));
  if (kind === 'Google API key' && isGiven) return true;
  if (kind === 'JSON Web Token') return MADE_UP.test(path) || isSampleToken(value);
  if (kind === 'Django secret key') return MADE_UP.test(path);
  if (!/(?:assignment|header)$|^password in/.test(kind)) return false;
  if (MADE_UP.test(path) || PUBLIC.test(value) || isReadOnly(value) || isToBeChanged(value)) return true;
  if (kind === 'secret in an assignment' && NAME.test(value)) return true;
  return isGiven || SAID.test(beside(2, 0));
}

/** What jwt.io shows, and what documents make of it: a person without a name of their own. */
function isSampleToken(token: string): boolean {
  const payload = decoded((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
  return /john doe|jane doe|1234567890|example|test/i.test(payload);
}

/** Tokens of build caches that may only read are committed on purpose; they say so inside. */
function isReadOnly(value: string): boolean {
  return /^[\w+/]+=*$/.test(value) && !value.includes('_') && /\|read(?:-only)?$/.test(decoded(value));
}

/** `base64-secret: bXktc2VjcmV0…`: what is given behind the name must be changed, as it says itself. */
function isPlaceholder(line: string): boolean {
  return isToBeChanged(/[:=]\s*["']?([\w+/]+=*)["']?\s*$/.exec(line)?.[1] ?? '');
}

/** A text in Base64 that says itself that it must not stay. */
function isToBeChanged(value: string): boolean {
  return /^[\w+/]{16,}=*$/.test(value) && /change|placeholder|example|your[-_ ]|dummy/i.test(decoded(value));
}

function decoded(value: string): string {
  try {
    return atob(value);
  } catch {
    return '';
  }
}
