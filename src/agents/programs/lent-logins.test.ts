// Whatever program an agent is: a judge reads the user's login and cannot change it, not even with malice of its own.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { callOf, makePlace, settingsOf } from '../../../test/contracts/agents.ts';
import { openTestProcesses } from '../../../test/contracts/agents-processes.ts';
import type { Adapter } from '../../model/config.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import { bytesBelow } from '../../../test/agents/kit-bench.ts';
import { openAgents } from '../index.ts';

const LOGIN = 'secret-of-the-user';

const agents: readonly (readonly [use: Adapter, program: string, login: string])[] = [
  ['claude', 'claude', '.claude/.credentials.json'],
  ['codex', 'codex', '.codex/auth.json'],
  ['acp', 'gemini', '.gemini/oauth_creds.json'],
  ['acp', 'qwen', '.qwen/oauth_creds.json'],
  ['acp', 'opencode', '.local/share/opencode/auth.json'],
];

let place: Awaited<ReturnType<typeof makePlace>>;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

type Thief = { readonly end: AgentEnd; readonly login: string };

/** A program that says what it finds at the place of its login, and writes another one there and where it came from. */
async function steal(
  agent: (typeof agents)[number],
  force: boolean,
  bend: Partial<AgentCall>,
): Promise<Thief> {
  const [use, name, login] = agent;
  const home = join(place.config, 'home');
  await mkdir(dirname(join(home, login)), { recursive: true });
  await writeFile(join(home, login), LOGIN);
  const own = use === 'claude' ? '$CLAUDE_CONFIG_DIR/.credentials.json' : `$HOME/${login}`;
  // Without stderr: the reason of the crash shall be what was found, not that writing failed.
  const original = force ? '' : `(echo of-an-attacker > '${join(home, login)}') 2>&-`;
  const script = `#!/bin/sh\nfound=$(cat "${own}")\n(echo of-an-attacker > "${own}") 2>&-\n${original}\necho "found $found" >&2\nexit 3\n`;
  await writeFile(join(place.config, name), script);
  await chmod(join(place.config, name), 0o755);
  const machine = await openTestProcesses({ home, ...(force ? { force: 'verified' } : {}) });
  const settings = settingsOf(use, [`./${name}`]);
  const env = { PATH: process.env['PATH'], HOME: home };
  const opened = await openAgents({
    processes: machine.processes,
    configFolder: place.config,
    env,
    settings: [settings],
  });
  const end = await opened.call(callOf(settings, place, bend));
  await machine.close();
  return { end, login: (await readFile(join(home, login), 'utf8')).trim() };
}

const found = { kind: 'crash', because: expect.stringContaining(`found ${LOGIN}`) as string };

for (const agent of agents) {
  test(`P6 EPIC-12 ${agent[1]}: a judge that writes another login in the place of the user's changes nothing, and no record holds it`, async () => {
    for (const isBare of [false, true]) {
      const { end, login } = await steal(agent, isBare, { role: 'critic', readOnly: true });
      expect(end.stop).toMatchObject(found);
      expect(login).toBe(LOGIN);
      // What a program prints about itself is its own doing.
      const records = Object.entries(bytesBelow(place.run)).filter(([path]) => !path.endsWith('/stderr'));
      expect(JSON.stringify(records)).not.toContain(LOGIN);
    }
  });

  test(`${agent[1]}: a worker's renewed login is the user's`, async () => {
    expect(await steal(agent, true, {})).toMatchObject({ end: { stop: found }, login: 'of-an-attacker' });
  });
}
