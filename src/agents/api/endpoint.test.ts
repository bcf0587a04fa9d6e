import { expect, test } from 'vitest';

import { settingsOf } from '../../../test/contracts/agents.ts';
import { endpointOf } from './endpoint.ts';

const settings = {
  ...settingsOf('api', []),
  provider: 'anthropic',
  model: 'm',
  apiKeyEnv: 'A_KEY',
};
const env = { A_KEY: 'k', ANTHROPIC_API_KEY: 'another', ANTHROPIC_BASE_URL: 'http://elsewhere.invalid' };

test('the key is that of the variable named, and goes where the settings say, whatever else is set', () => {
  expect(endpointOf(settings, env)).toEqual({
    provider: 'anthropic',
    model: 'm',
    baseUrl: 'https://api.anthropic.com/v1',
    key: 'k',
    effort: null,
  });
  expect(endpointOf({ ...settings, apiKeyEnv: null }, env)).toContain('needs apiKeyEnv');
});

test('a server of one’s own needs an address and no key', () => {
  const own = { ...settings, provider: 'openai-compatible', apiKeyEnv: null };
  expect(endpointOf(own, env)).toContain('needs baseUrl');
  expect(endpointOf({ ...own, baseUrl: 'http://127.0.0.1:11434/v1' }, env)).toMatchObject({ key: null });
});

test.each([
  [{ provider: null }, 'needs provider'],
  [{ provider: 'nobody' }, '(not nobody)'],
  [{ model: null }, 'needs model'],
  [{ run: ['claude'] }, '`run` is set to claude'],
  [{ baseUrl: 'file:///etc' }, 'must begin with http'],
  [{ baseUrl: 'nonsense' }, 'must begin with http'],
  [{ baseUrl: 'https://me:secret@example.invalid' }, 'must not contain a user name or a password'],
  [{ effort: 'heroic' }, '(not heroic)'],
  [{ apiKeyEnv: 'ABSENT' }, 'the variable ABSENT, named by apiKeyEnv, is not set'],
])('%o cannot work, and why is said', (bend, because) => {
  expect(endpointOf({ ...settings, ...bend }, env)).toContain(because);
  expect(JSON.stringify(endpointOf({ ...settings, ...bend }, env))).not.toContain('secret');
});
