import { expect, test } from 'vitest';

import { type SecretProof, secretProof } from './secret-proof.ts';
import { secretsIn } from './secrets.ts';

// Put together here, so that no scanner takes this file for a leak.
const j = (...parts: readonly string[]) => parts.join('');
const body = 'q7Rk2ZpW9xT4mVb8LcYd3NfHs6JgQa1Ee5Uo0KiqR7kZ2pWx9T4mBv8LYcd3NHfs6Jg1aQe5EUo0iKM3tXw8Ph';
const id = j('AKIA', 'QYLPMN5HHHFPZAM2');
const awsSecret = body.slice(0, 40);

const proofs = (text: string): readonly (SecretProof | null)[] =>
  secretsIn(text).map((found) => secretProof(text, found));

test.each([
  ['an AWS key with its secret', `id: '${id}',\nkey: '${awsSecret}'`],
  ['a key of Stripe', j('sk_', 'live_', body.slice(0, 24))],
  ['a restricted key of Stripe', j('rk_', 'live_', '51', body.slice(0, 80))],
  ['a token of GitLab', j('glpat', '-', body.slice(0, 20))],
  ['a fine-grained token of GitHub', j('github', '_pat_', body.slice(0, 22), '_', body.slice(0, 59))],
  ['a bot token of Slack', j('xox', 'b-', '214748364812-', '214748364833-', body.slice(0, 24))],
  ['a webhook of Slack', j('https://hooks.slack', '.com/services/T04AB7CDE/B05FG8HJK/', body.slice(0, 24))],
  ['a key of SendGrid', j('SG', '.', body.slice(0, 22), '.', body.slice(0, 43))],
  ['a key of Anthropic', j('sk-', 'ant-', 'api03-', body, body.slice(0, 93 - body.length), 'AA')],
  ['a key of OpenAI', j('sk-', body.slice(0, 20), 'T3Blbk', 'FJ', body.slice(20, 40))],
  ['a key of Azure storage', j('AccountKey=', body, body.slice(0, 86 - body.length), '==')],
])('SCAN-01 %s is proven by the form of its provider', (_, text) => {
  expect(proofs(text)).toContain('form');
});

test.each([
  ['an AWS id alone', `id: '${id}'`],
  ['an AWS id beside a commit', `id: '${id}',\ncommit: '9fceb02d0ae598e95dc970b74767f19372d61af8'`],
  ['an AWS id far from any secret', `id: '${id}'\n${'\n'.repeat(20)}key: '${awsSecret}'`],
  ['a token of GitHub without its checksum', j('gh', 'p_', body.slice(0, 36))],
  ["the key of Stripe's documentation", j('sk_', 'live_', '4eC39HqLyjWD', 'arjtT1zdp7dc')],
  ['a key for browsers', j('AI', 'za', body.slice(0, 35))],
  ['a password', j('postgres://admin:', body.slice(0, 16), '@db.internal')],
  [
    'the key of the emulator of Azure storage',
    j(
      'AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq',
      '/K1SZFPTOtr/KBHBeksoGMGw==',
    ),
  ],
])('SCAN-01 %s is not proven', (_, text) => {
  expect(proofs(text)).not.toContain('form');
  expect(secretsIn(text)).not.toEqual([]);
});

test('SCAN-01 the example of AWS, and any id with it, is not a secret', () => {
  const text = `id: 'AKIAIOSFODNN7EXAMPLE'\nkey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'`;
  expect(secretsIn(text)).toEqual([]);
  expect(proofs(text.replace('AKIAIOSFODNN7EXAMPLE', id))).toEqual([null]);
});
