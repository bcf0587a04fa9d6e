/** One kind of credential that can be told by its looks. */
export type SecretKind = {
  readonly name: string;
  /** Matches the secret itself, or has it as the group `secret`. Linear: no nested repetition. */
  readonly pattern: RegExp;
  /** One of these a text must hold for the pattern to match at all. */
  readonly needs?: readonly string[];
  /** The same, as people write it: a pattern that does not mind capitals would also match what nobody writes. */
  readonly spelled?: readonly string[];
  /** Words and placeholders do not have its shape; any other kind needs to look random on top. */
  readonly isPlain?: boolean;
};

/** Two words as one name, in every customary way of writing it; without its first letter, which may be a capital. */
function spellings(first: string, second: string): readonly string[] {
  const capital = `${second.slice(0, 1).toUpperCase()}${second.slice(1)}`;
  return ['', '_', '-'].flatMap((between) => {
    const low = first.slice(1);
    return [low, low.toUpperCase()].flatMap((start) =>
      [second, capital, second.toUpperCase()].map((end) => `${start}${between}${end}`),
    );
  });
}

/** Names that say of a value that it is a secret. */
const NAMED = [
  'ecret',
  'ECRET',
  'assw',
  'assW',
  'ASSW',
  ...['api', 'access', 'token', 'signing', 'encryption', 'jwt', 'auth', 'private'].flatMap((of) =>
    spellings(of, 'key'),
  ),
  ...['access', 'auth'].flatMap((of) => spellings(of, 'token')),
];

/** Parts of settings that hold one. */
const PARTS = ['jwt', 'token', 'auth', 'signing', 'stripe', 'sendgrid', 'smtp', 'mail'].flatMap((word) => [
  `"${word}`,
  `"${word.slice(0, 1).toUpperCase()}${word.slice(1)}`,
  `"${word.toUpperCase()}`,
]);

/** Well-known shapes first, and at the end a value given to a name that says it is a secret. */
export const secretKinds: readonly SecretKind[] = [
  {
    name: 'private key',
    needs: ['-----BEGIN'],
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?=[\s\\nr"'+,]{0,20}(?:Proc-Type|DEK-Info|Version|Comment|[A-Za-z0-9+/=]{16}))(?:[^-]|-(?!----)){16,4800}(?:-----END [A-Z ]{1,40}-----)?/g,
    isPlain: true,
  },
  {
    name: 'AWS access key',
    needs: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g,
    isPlain: true,
  },
  {
    name: 'AWS secret key',
    spelled: ['aws', 'Aws', 'AWS'],
    pattern: /aws.{0,20}(?:secret|private).{0,20}['"=:\s](?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
  },
  {
    name: 'Google API key',
    needs: ['AIza'],
    pattern: /\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g,
  },
  { name: 'Google OAuth secret', needs: ['GOCSPX-'], pattern: /\bGOCSPX-[0-9A-Za-z_-]{28}/g, isPlain: true },
  {
    name: 'GitHub token',
    needs: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    pattern: /\bgh[pousr]_[0-9A-Za-z]{36,255}/g,
  },
  {
    name: 'GitHub token',
    needs: ['github_pat_'],
    pattern: /\bgithub_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59}/g,
  },
  { name: 'GitLab token', needs: ['glpat-'], pattern: /\bglpat-[0-9A-Za-z_-]{20,40}/g },
  { name: 'Slack token', needs: ['xox'], pattern: /\bxox[abeoprs]-[0-9A-Za-z-]{20,200}/g },
  {
    name: 'Slack webhook',
    needs: ['hooks.slack.com'],
    pattern: /https:\/\/hooks\.slack\.com\/services\/T[0-9A-Z]{6,14}\/B[0-9A-Z]{6,14}\/[0-9A-Za-z]{20,30}/g,
  },
  { name: 'Stripe key', needs: ['k_live_'], pattern: /\b[sr]k_live_[0-9A-Za-z]{16,247}/g },
  { name: 'Anthropic key', needs: ['sk-ant-'], pattern: /\bsk-ant-[0-9A-Za-z_-]{24,200}/g },
  {
    name: 'OpenAI key',
    needs: ['sk-'],
    pattern: /\bsk-(?:proj-|svcacct-|admin-)?[0-9A-Za-z_-]{32,200}/g,
  },
  { name: 'npm token', needs: ['npm_'], pattern: /\bnpm_[0-9A-Za-z]{36}\b/g },
  {
    name: 'PyPI token',
    needs: ['pypi-'],
    pattern: /\bpypi-AgEIcHlwaS5vcmc[0-9A-Za-z_-]{50,300}/g,
    isPlain: true,
  },
  {
    name: 'SendGrid key',
    needs: ['SG.'],
    pattern: /\bSG\.[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]{43}/g,
  },
  { name: 'Hugging Face token', needs: ['hf_'], pattern: /\bhf_[0-9A-Za-z]{34}\b/g },
  {
    name: 'Azure storage key',
    needs: ['AccountKey='],
    pattern: /AccountKey=(?<secret>[0-9A-Za-z+/]{86}==)/g,
  },
  {
    name: 'JSON Web Token',
    needs: ['eyJ'],
    pattern: /\beyJ[0-9A-Za-z_-]{10,2000}\.eyJ[0-9A-Za-z_-]{10,4000}\.[0-9A-Za-z_-]{20,1000}/g,
    isPlain: true,
  },
  {
    name: 'password in a URL',
    needs: ['://'],
    // Looked for from its middle: every word could begin one.
    pattern:
      /:\/\/(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s:@/'"<>{}$]{1,64}:(?<secret>[^\s:@/'"<>{}$]{8,128})@[a-z0-9.-]{3,}/gi,
  },
  {
    name: 'Django secret key',
    needs: ['SECRET_KEY'],
    pattern: /\bSECRET_KEY\s{0,4}=\s{0,4}["'](?:django-insecure-)?(?<secret>[^\s"'\\{}<>]{28,80})["']/g,
  },
  {
    name: 'password in a connection string',
    spelled: ['assword=', 'ASSWORD=', 'wd=', 'WD='],
    pattern:
      /\b(?:server|host|data source|database|initial catalog|user id|username|uid)=[^"'\n]{1,200};\s{0,2}(?:password|pwd)=(?<secret>[^\s;"'${}<>%]{6,64})(?=[;"'\n])/gi,
  },
  {
    name: 'secret in an assignment',
    spelled: NAMED,
    pattern:
      /(?:secret|passw(?:or)?d|api[_-]?key|access[_-]?key|(?:token|signing|encryption|jwt|auth)[_-]?key|access[_-]?token|auth[_-]?token|private[_-]?key|client[_-]?secret)\w{0,20}["']?\]?(?:\s{0,4}:\s{0,4}[A-Za-z_][\w.[\]|]{0,40})?\s{0,4}(?:=>|:=|[=:])\s{0,4}["'`](?<secret>[0-9A-Za-z_+/.~=-]{20,200})["'`]/gi,
  },
  {
    // What stands in when the environment says nothing: `env.JWT_SECRET || '…'`, `.default('…')`.
    name: 'secret in an assignment',
    spelled: NAMED,
    pattern:
      /(?:secret|passw(?:or)?d|api[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|auth[_-]?token|access[_-]?token)\w{0,20}["'\]]{0,2}(?:\s{0,4}(?:\|\||\?\?)|\)\s{0,4}(?:\?\?|or)|\s{0,4}[=:][^'"\n]{0,60}\bdefault\()\s{0,4}["'`](?<secret>[0-9A-Za-z_+/.~=-]{16,200})["'`]/gi,
  },
  {
    // `getenv("API_KEY", "…")`.
    name: 'secret in an assignment',
    needs: ['SECRET', 'PASSWORD', 'TOKEN', 'KEY'],
    pattern:
      /\(\s{0,4}["'][A-Z][A-Z0-9_]{0,40}(?:SECRET|PASSWORD|TOKEN|KEY)[A-Z0-9_]{0,20}["'],[ \t]{0,4}["'](?<secret>[0-9A-Za-z_+/.~=-]{16,200})["']/g,
  },
  {
    // `"Jwt": { "Key": "…" }` of settings.
    name: 'secret in an assignment',
    spelled: [...PARTS, '"sendGrid', '"SendGrid'],
    pattern:
      /"(?:Jwt|JwtSettings|JwtOptions|Token|TokenOptions|Auth|Authentication|Signing|Stripe|SendGrid|Smtp|Mail)"\s{0,4}:\s{0,4}\{[^{}]{0,300}?"(?:Key|Secret|SecretKey|SigningKey|ApiKey|Password)"\s{0,4}:\s{0,4}"(?<secret>[^\s"\\${}<>]{12,200})"/gi,
  },
  {
    // A line of settings: `DB_PASSWORD=…`, `API_TOKEN: …`.
    name: 'secret in an assignment',
    needs: ['PASSWORD', 'SECRET', 'TOKEN', 'API_KEY', 'PRIVATE_KEY'],
    pattern:
      /^[ \t-]{0,20}(?:export )?[A-Z][A-Z0-9_]{0,40}(?:PASSWORD|SECRET|SECRET_KEY|TOKEN|API_KEY|PRIVATE_KEY)[ \t]{0,4}[=:][ \t]{0,4}(?<secret>[0-9A-Za-z_+/.~=!@#%^&*-]{12,200})[ \t\r]{0,4}$/gm,
  },
  {
    // People choose shorter ones than machines do.
    name: 'password in an assignment',
    spelled: ['assw', 'ASSW', 'assphrase', 'ASSPHRASE'],
    pattern:
      /(?:passw(?:or)?d|passphrase)["']?(?:\s{0,4}:\s{0,4}[A-Za-z_][\w.[\]|]{0,40})?\s{0,4}(?:=>|:=|[=:])\s{0,4}["'`](?<secret>(?=[^"'`\s]{0,30}[!@#%^&*?])[0-9A-Za-z_+/.~=!@#%^&*?-]{8,40})["'`]/gi,
  },
  {
    // How a database is reached, with the password among it: `{ host: 'db', user: 'app', password: '…' }`.
    name: 'password in an assignment',
    needs: ['assword'],
    pattern:
      /\b(?:host|port|database|dbname|user(?:name)?)["']?\s{0,4}[:=][^{}]{1,200}?\bpassword["']?\s{0,4}[:=]\s{0,4}["'](?<secret>(?!\w*[Pp]assword)[^\s"'`${}<>\\]{6,40})["']/gi,
  },
  {
    // The same in the settings of Django, which are written in capitals.
    name: 'password in an assignment',
    needs: ['PASSWORD'],
    pattern: /["']PASSWORD["']\s{0,4}:\s{0,4}["'](?<secret>(?!\w*[Pp]assword)[^\s"'`${}<>\\]{6,40})["']/g,
  },
  {
    name: 'secret in an assignment',
    needs: ['ecret', 'ECRET'],
    pattern:
      /\b(?:\w{0,20}[sS]ecret|\w{0,20}SECRET)["']?(?:\s{0,4}:\s{0,4}string)?\s{0,4}[=:]\s{0,4}["'`](?<secret>(?=[^"'`\s]{0,60}[!@#%^&*?])[0-9A-Za-z_+/.~=!@#%^&*?-]{12,80})["'`]/g,
  },
  {
    // `WithHeader("x-api-key", "…")`, `'Authorization': 'Bearer …'`.
    name: 'secret in a header',
    spelled: [
      'uthorization',
      'UTHORIZATION',
      ...spellings('api', 'key'),
      ...['access', 'auth'].flatMap((of) => spellings(of, 'token')),
    ],
    pattern:
      /["'](?:x-)?(?:api-?key|auth-token|access-token|authorization)["']\s{0,4}[,:]\s{0,4}["'`](?:(?:Bearer|Basic|Token|ApiKey)[ ]{1,2})?(?<secret>[0-9A-Za-z_+/.~=-]{16,200})["'`]/gi,
  },
];
