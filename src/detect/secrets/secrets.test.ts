import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { changed } from '../../../test/support/file-change.ts';
import { detectSecrets, redact, secretsIn } from './secrets.ts';

// Put together here, so that no scanner takes this file for a leak.
const j = (...parts: readonly string[]) => parts.join('');
const body = 'q7Rk2ZpW9xT4mVb8LcYd3NfHs6JgQa1Ee5Uo0Ki';
const header = btoa('{"alg":"HS256"}').replaceAll('=', '');
const claims = btoa('{"sub":"1234567890"}').replaceAll('=', '');
const secrets: readonly (readonly [kind: string, text: string])[] = [
  ['AWS access key', j('AKIA', 'QYLPMN5HHHFPZAM2')],
  ['GitHub token', j('gh', 'p_', body.slice(0, 36))],
  ['GitLab token', j('glpat', '-', body.slice(0, 20))],
  ['Slack token', j('xox', 'b-', '2147483648-', body.slice(0, 24))],
  ['Stripe key', j('sk_', 'live_', body.slice(0, 24))],
  ['Anthropic key', j('sk-', 'ant-', 'api03-', body)],
  ['OpenAI key', j('sk-', 'proj-', body)],
  ['npm token', j('npm', '_', body.slice(0, 36))],
  ['Google API key', j('AI', 'za', body.slice(0, 35))],
  ['JSON Web Token', `${header}.${claims}.${body}`],
  ['private key', j('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIEpAIBAAKCAQEA1234\n')],
  ['password in a URL', j('postgres://admin:', body.slice(0, 16), '@db.internal')],
  ['secret in an assignment', j('client_secret = "', body, '"')],
  ['secret in an assignment', j('cookieSecret: "', body.slice(0, 14), '!"')],
  ['password in an assignment', j("host: 'db', user: 'app', password: '", 'Ahorn', "2024'")],
  ['password in an assignment', j('"PASSWORD": "', 'Ahorn', '2024"')],
  ['secret in a header', j('WithHeader("x-api-key", "', body.slice(0, 18), '")')],
  ['secret in a header', j("'Authorization': 'Bearer ", body.slice(0, 24), "'")],
];

test.each(secrets)('BEYOND-09 a %s is found and never shown', (kind, text) => {
  expect(secretsIn(`before ${text} after`).map((found) => found.kind)).toEqual([kind]);
  const found = detectSecrets(changed('src/a.ts', 'x\n', `x\nconst a = ${text};\n`));
  expect(found).toMatchObject([{ rule: 'no-secret', severity: 'CRITICAL', file: 'src/a.ts', line: 2 }]);
  expect(JSON.stringify(found)).not.toContain(
    /AKIA.*|MIIE\w+|[\w-]{16,}|Ahorn\d+|q7Rk\w+/.exec(text)?.[0].slice(-12),
  );
  expect(redact(text)).toContain('removed]');
});

test('BEYOND-09 examples, placeholders and words are no secrets', () => {
  const harmless = [
    'AKIAIOSFODNN7EXAMPLE',
    j('gh', 'p_', 'x'.repeat(36)),
    'password = "correct-horse-battery-staple"',
    "apiKey: 'your-api-key-goes-here-please'",
    "host: 'db', user: 'app', password: 'postgres'",
    '"PASSWORD": os.environ["DB_PASSWORD"]',
    "headers.set('x-api-key', 'apiKeyOfTheTenant')",
    'const secret = process.env.SECRET_TOKEN_FOR_TESTS;',
    'postgres://user:${DB_PASSWORD}@localhost',
    'api_key: "user-service-v2.internal.name"',
    j('-----BEGIN ', 'PUBLIC KEY-----\nMIIBIjANBgkq'),
    'eyJhbGciOiJub3Rqc29u.eyJhbGciOiJub3Rqc29u.eyJhbGciOiJub3Rqc29ueyJhb',
    'https://example.com/sk-some-long-path-with-many-words-in-it-that-goes-on',
  ];
  for (const text of harmless) expect([text, secretsIn(text)]).toEqual([text, []]);
});

test('a secret that was there before is not charged to the change', () => {
  const line = `key = "${j('AKIA', 'QYLPMN5HHHFPZAM2')}"`;
  expect(detectSecrets(changed('a.py', `${line}\n`, `x = 1\n${line}\n`))).toEqual([]);
});

test('a secret far into one endless line is found', () => {
  const text = `${'a,'.repeat(30_000)}${j('AKIA', 'QYLPMN5HHHFPZAM2')} ${'b,'.repeat(20_000)}`;
  expect(secretsIn(text)).toHaveLength(1);
});

test('redacting never throws and a second time changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom(...secrets.map(([, text]) => text)))),
      (parts) => {
        const once = redact(parts.join(' '));
        expect(redact(once)).toBe(once);
      },
    ),
  );
});

test.each([
  'APIKey',
  'API_Key',
  'API-Key',
  'apikey',
  'api_key',
  'API_KEY',
  'ApiKey',
  'PassWord',
  'AuthTOKEN',
])('BEYOND-09 a secret called %s is found', (name) => {
  const text = `const x = { "${name}": "q8Zk3vTn5Rb2Lw9Xc4Yd7Mf" };`;
  expect(secretsIn(text)).not.toEqual([]);
});
