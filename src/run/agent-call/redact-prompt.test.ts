import { expect, test } from 'vitest';
import { document, words } from '../../prompts/section.ts';
import { redactPrompt, withoutSecrets } from './redact-prompt.ts';

const key = 'AKIAQYLPMN5HHHFPZAM2';
const token = 'k7Hq2mZpXw9RtYbN4cVd8sLf';

test('BEYOND-09 a secret that somebody wrote into a ticket does not reach a prompt', () => {
  const [section] = redactPrompt([
    { heading: 'Ticket', level: 3, parts: [words('TOKEN: abc'), document(`use ${key} for now`)] },
  ]);
  expect(JSON.stringify(section)).not.toContain(key);
  expect(JSON.stringify(section)).toContain('TOKEN: abc');
});

test('BEYOND-09 an answer is kept without the secrets in it, and with its token wherever that stands', () => {
  const said = `found ${key}\n{"token": "${token}"}\nREVIEW_PASSED: A-1 ${token}`;
  expect(withoutSecrets(said, token)).toBe(said.replace(key, '[AWS access key removed]'));
  expect(withoutSecrets(`found ${key}`, null)).not.toContain(key);
});
