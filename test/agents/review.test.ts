// `gauntlet review --fix` with real agents that review and fix, against a scripted model on loopback.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { played, type Scenario } from '../model-server/scenarios.ts';
import { startModelServer } from '../model-server/server.ts';
import { reviewOf } from '../support/review-agents.ts';
import { ReviewRepo, reviewedBy } from '../support/review-repo.ts';
import { plainClaude } from './claude-agent.ts';
import { codex } from './codex-agent.ts';
import { KEY } from './kit.ts';

const bug = { severity: 'HIGH', file: 'src/a.ts', line: 2, problem: '`broken()` is not defined' } as const;

/** Reviews what it is shown, and fixes it when it is told to. */
const model: Scenario = (scene) => {
  const { prompt, token } = scene;
  const round = Number(/^Round: (\d+)$/m.exec(prompt)?.[1] ?? 1);
  if (/^## Fix Assignment$/m.test(prompt))
    return played(
      [
        { tool: 'read', path: 'src/a.ts' },
        { tool: 'edit', path: 'src/a.ts', from: 'broken()', to: '2' },
        {
          text: `- 1: fixed\n\nREADY_FOR_REVIEW: feature ${token}\n\nFiles modified:\n- src/a.ts\n\nSummary: done\n`,
        },
      ],
      scene,
    );
  const isBad = /^>? ?\+.*broken\(\)/m.test(prompt);
  return { text: reviewOf('feature', round, isBad ? [bug] : []) };
};

let repo: ReviewRepo | undefined;
afterEach(() => repo?.remove());

describe.each([plainClaude, codex])('$name', (agent) => {
  test('LOOP-05 BEYOND-01 reviews a branch, fixes it in a commit of its own, and finds it clean in a fresh context', async () => {
    const server = await startModelServer({ play: model });
    repo = new ReviewRepo();
    try {
      repo.commit('base', { 'src/a.ts': 'export const a = 1;\n' });
      repo.git('checkout', '--quiet', '-b', 'feature');
      repo.commit('work', { 'src/a.ts': 'export const a = 1;\nexport const b = broken();\n' });
      const config = join(repo.folder, 'gauntlet.yaml');
      writeFileSync(config, JSON.stringify({ version: 1, agents: { default: agent.settings(server.url) } }));
      const args = ['review', '--fix', '--config', config, '--json', '--no-input'];
      const ended = await repo.start(args, agent.env?.(server.url) ?? {}).ended;
      const result = reviewedBy(ended);
      expect([result.status, result.notComputed]).toEqual(['clean', []]);
      expect(result.rounds.map(({ important }) => important)).toEqual([1, 0]);
      expect(result.commits).toEqual([repo.git('rev-parse', 'feature')]);
      expect(repo.git('log', '-1', '--format=%s')).toMatch(/^fix: address code review round 1 - /);
      expect(readFileSync(join(repo.repository, 'src/a.ts'), 'utf8')).toContain('export const b = 2;');
      expect(ended.stdout + ended.stderr).not.toContain(KEY);
    } finally {
      await server.close();
    }
  });
});
