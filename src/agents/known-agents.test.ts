import { expect, test } from 'vitest';

import { knownAgents, type LoginState } from './known-agents.ts';

function read(name: string, stdout: string, stderr = ''): LoginState | undefined {
  const agent = knownAgents.find((each) => each.name === name);
  return agent?.check?.read({ how: { kind: 'exited', code: 0 }, stdout, stderr });
}

test('the answers of agents about their login are read as they give them, and nothing else counts', () => {
  expect(read('claude', '{ "loggedIn": true, "authMethod": "api_key" }')).toBe('in');
  expect(read('claude', '{ "loggedIn": false }')).toBe('out');
  for (const other of ['', 'loggedIn: true', '[]', '{ "loggedIn": "yes" }', 'null'])
    expect(read('claude', other), other).toBe('unclear');
  expect(read('codex', '', 'Logged in using ChatGPT\n')).toBe('in');
  expect(read('codex', '', 'API key configured - ***\n')).toBe('in');
  expect(read('codex', '', 'WARNING: something\nNot logged in\n')).toBe('out');
  expect(read('codex', 'usage: codex')).toBe('unclear');
  expect(read('opencode', '└  2 credentials\n')).toBe('in');
  expect(read('opencode', '└  0 credentials\n')).toBe('out');
  expect(read('opencode', 'no such command')).toBe('unclear');
});
