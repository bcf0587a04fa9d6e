import { expect, test } from 'vitest';

import { type AgentSettings, unsetAgent } from '../model/config.ts';
import { isLoopback, notLocal, reachOf } from './reach.ts';

const settings = (given: Partial<AgentSettings> & Pick<AgentSettings, 'use'>): AgentSettings => ({
  ...unsetAgent,
  ...given,
});

test('BEYOND-16 what an agent can send where follows from its settings, variables by name only', () => {
  expect(
    reachOf(
      settings({ use: 'api', provider: 'anthropic', apiKeyEnv: 'MY_KEY', env: ['A', 'MY_KEY'] }),
      'developer',
    ),
  ).toEqual({
    provider: 'anthropic',
    host: 'api.anthropic.com',
    isLocal: false,
    network: false,
    variables: ['A'],
    key: 'MY_KEY',
  });
  const near = settings({ use: 'api', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1' });
  expect(reachOf(near, 'developer')).toMatchObject({ host: '127.0.0.1', isLocal: true });
  const far = settings({ use: 'codex', baseUrl: 'https://models.example.org/v1' });
  expect(reachOf(far, 'critic')).toMatchObject({
    provider: 'openai',
    host: 'models.example.org',
    isLocal: false,
  });
  expect(reachOf(settings({ use: 'command', run: ['my-agent'], network: true }), 'critic')).toMatchObject({
    provider: 'the model provider of my-agent',
    isLocal: null,
    network: true,
  });
  expect(reachOf(settings({ use: 'acp', run: ['gemini', '--acp'] }), 'critic').isLocal).toBeNull();
  expect(reachOf(settings({ use: 'claude' }), 'critic').host).toBe('api.anthropic.com');
});

test('BEYOND-16 with localOnly every agent whose model is not known to be on this machine is refused', () => {
  const local = 'http://localhost:8080';
  const refused: readonly Parameters<typeof settings>[0][] = [
    { use: 'api', provider: 'openai' },
    { use: 'api', provider: 'openai-compatible', baseUrl: 'http://10.0.0.7/v1' },
    { use: 'api', provider: 'openai-compatible', baseUrl: local, network: true },
    { use: 'claude' },
    { use: 'claude', baseUrl: 'https://api.anthropic.com' },
    { use: 'codex' },
    { use: 'acp', run: ['gemini'], baseUrl: local },
    { use: 'command', run: ['x'], network: true },
  ];
  for (const each of refused)
    expect(notLocal(settings(each), 'enforced', 'critic'), JSON.stringify(each)).toMatch(/^use: /);
  const taken: readonly Parameters<typeof settings>[0][] = [
    { use: 'api', provider: 'openai-compatible', baseUrl: local },
    { use: 'claude', baseUrl: local },
    { use: 'codex', baseUrl: 'http://[::1]:80/v1' },
    { use: 'command', run: ['x'] },
  ];
  for (const each of taken)
    expect(notLocal(settings(each), 'enforced', 'critic'), JSON.stringify(each)).toBeUndefined();
  expect(notLocal(settings({ use: 'command', run: ['x'] }), 'verified', 'critic')).toContain(
    'without the sandbox',
  );
});

test('BEYOND-16 what a developer of claude or codex runs has the network of its program; a judge of theirs runs nothing', () => {
  for (const use of ['claude', 'codex'] as const) {
    const near = settings({ use, baseUrl: 'http://127.0.0.1:1' });
    for (const part of ['developer', 'fixer', 'remediator']) {
      expect(reachOf(near, part).network).toBe(true);
      expect(notLocal(near, 'enforced', part)).toContain(
        `also gives network access to the commands a ${part} runs`,
      );
    }
    for (const part of ['critic', 'auditor', 'technical', 'review.criticsBy[0]']) {
      expect(reachOf(near, part).network).toBe(false);
      expect(notLocal(near, 'enforced', part)).toBeUndefined();
    }
  }
  expect(reachOf(settings({ use: 'api', baseUrl: 'http://127.0.0.1:1' }), 'developer').network).toBe(false);
});

test('only addresses that cannot be anybody else count as this machine', () => {
  const mine = ['localhost', 'LOCALHOST.', '127.0.0.1', '127.9.9.9', '[::1]'];
  const others = [
    'a.localhost',
    'localhost.example.org',
    '127.0.0.1.example.org',
    '128.0.0.1',
    '0.0.0.0',
    'mylocalhost',
    '::2',
  ];
  expect(mine.filter((host) => !isLoopback(host))).toEqual([]);
  expect(others.filter((host) => isLoopback(host))).toEqual([]);
});
