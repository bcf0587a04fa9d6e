import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { afterAll, expect, test } from 'vitest';

import { openTestProcesses } from '../../../test/contracts/agents-processes.ts';
import { unsetAgent } from '../../model/config.ts';
import { openAgents } from '../index.ts';

const nowhere = mkdtempSync(`${tmpdir()}/gauntlet-codex-`);
afterAll(() => rmSync(nowhere, { recursive: true, force: true }));

async function problemOf(
  run: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { processes, close } = await openTestProcesses();
  const settings = { ...unsetAgent, use: 'codex', run } as const;
  try {
    const options = {
      processes,
      configFolder: nowhere,
      env: { HOME: nowhere, ...env },
      settings: [settings],
    };
    return await (await openAgents(options)).problem(settings);
  } finally {
    await close();
  }
}

test('a missing program is known before anything starts, with the commands that mend it', async () => {
  const problem = await problemOf([], { PATH: nowhere });
  expect(problem).toContain('npm install -g @openai/codex');
  expect(problem).toContain('codex login');
});

test('so is a missing login; any way to log in will do', async () => {
  expect(await problemOf(['/bin/sh'], {})).toContain('codex login');
  expect(await problemOf(['/bin/sh'], { OPENAI_API_KEY: 'k' })).toBeUndefined();
});
