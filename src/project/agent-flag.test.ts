import { expect, test } from 'vitest';

import { unsetAgent } from '../model/config.ts';
import type { GauntletError } from '../model/error.ts';
import { agentFlag } from './agent-flag.ts';

const io = { env: { PATH: '/nowhere' } };
const scripted = { default: { ...unsetAgent, use: 'command', run: ['node', 'a.mjs'], timeout: 5 } } as const;

test('--agent takes the name of every agent that doctor knows, with the command that starts it', () => {
  expect(agentFlag({ agents: {} }, 'qwen', io)).toMatchObject({ use: 'acp', run: ['qwen', '--acp'] });
  expect(agentFlag({ agents: {} }, 'claude', io)).toMatchObject({ use: 'claude', run: [] });
  expect(agentFlag({ agents: {} }, undefined, io)).toBeUndefined();
});

test('--agent keeps the other settings of the default agent, and never its command for another one', () => {
  expect(agentFlag({ agents: scripted }, 'codex', io)).toMatchObject({ use: 'codex', run: [], timeout: 5 });
  expect(agentFlag({ agents: scripted }, 'command', io)).toMatchObject({ run: ['node', 'a.mjs'] });
  const own = { default: { ...unsetAgent, use: 'claude', run: ['/opt/claude'] } } as const;
  expect(agentFlag({ agents: own }, 'claude', io)).toMatchObject({ run: ['/opt/claude'] });
});

test('an unknown --agent names the closest one, those that are known and those that are installed', () => {
  const hint = /^Did you mean "claude"\? Agents: claude, codex, gemini, .*installed here: none\.$/;
  expect(() => agentFlag({ agents: {} }, 'claud', io)).toThrow(
    expect.objectContaining({
      message: 'there is no agent "claud"',
      hint: expect.stringMatching(hint) as string,
    }) as GauntletError,
  );
});
