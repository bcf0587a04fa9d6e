// What is withheld from agents stays withheld, wherever they look for it, and nothing of it is lost on the way.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { type Ended, EpicRun, epicId, patience, type World } from '../support/epic-run.ts';

const SECRET = 'open sesame, 0000';

/** Every place an agent could look, its git included; what it finds becomes part of its answer. */
const hunt = `{
  cat secrets/code.txt local.key "$here/../secrets/code.txt" "$here/../local.key" "$here/../deep/er/a.key"
  git show HEAD:secrets/code.txt; git log -p --all; git cat-file --batch-all-objects --batch
  grep -rh 'sesam[e]' . "$here/.." "$here/../.git"
} 2>/dev/null | grep -a 'sesam[e]' | head -n 3; true`;

const judges = (['critic', 'auditor'] as const).map((role) => ({ role, look: hunt }));

const world: World = {
  files: {
    'secrets/code.txt': `${SECRET}\n`,
    'deep/er/a.key': `${SECRET}\n`,
    // Checks of the coordinator see everything: without the file they are red.
    'check.sh': `if grep -rn BROKEN parts; then exit 1; fi\n[ -s secrets/code.txt ] && [ -s deep/er/a.key ]\n`,
    '.gitignore': 'local.key\nlinked.key\nkeys\n',
  },
  config: {
    privacy: { deny: ['secrets', '**/*.key'] },
    setup: { copy: ['local.key'], link: ['linked.key', 'keys'] },
  },
  tickets: [{ id: 'A' }, { id: 'B' }],
  playbook: [
    {
      role: 'developer',
      ticket: 'A',
      shell: `${hunt}; mkdir -p parts; echo part >parts/A.txt; git add -A; git commit -qm mine`,
    },
    {
      role: 'developer',
      ticket: 'B',
      attempt: 0,
      shell:
        'echo part >parts/B.txt; git update-index --force-remove secrets/code.txt; git add -A; git commit -qm "clean up"',
    },
    ...judges,
  ],
};

describe('with privacy.deny', () => {
  let epic: EpicRun;
  let ended: Ended;

  beforeAll(async () => {
    epic = new EpicRun(world);
    epic.write({ 'local.key': `${SECRET}\n`, 'linked.key': `${SECRET}\n`, 'keys/a.key': `${SECRET}\n` });
    ended = await epic.run();
  }, patience);
  afterAll(() => epic.remove());

  test('BEYOND-16 the epic completes, and withheld files are on its branch byte for byte', () => {
    expect({ code: ended.code, landed: new Set(epic.landed()) }).toEqual({
      code: 0,
      landed: new Set(['A', 'B']),
    });
    for (const path of ['secrets/code.txt', 'deep/er/a.key'])
      expect(epic.git('show', `epic/${epicId}:${path}`)).toBe(SECRET);
    expect(epic.git('show', `epic/${epicId}:parts/A.txt`)).toBe('part');
  });

  test('BEYOND-16 developer, critic and auditor find them in no file, no object and no prompt', () => {
    for (const stage of ['develop', 'review', 'audit'] as const) {
      const [run] = epic.runs('A', stage);
      const prompt = String(epic.record(run?.run ?? -1, 'prompt'));
      const answer = JSON.stringify(epic.record(run?.run ?? -1, 'answer'));
      expect(prompt, stage).toContain('2 files are withheld by privacy.deny');
      expect(prompt, stage).not.toContain('sesame');
      expect(answer, stage).toContain('"finished"');
      expect(answer, stage).not.toContain('sesame');
    }
  });

  test('BEYOND-16 work that removes one of them goes back with the reason', () => {
    const [failed] = epic.of('B', 'validation_failed');
    expect(failed).toBeDefined();
    expect(epic.prompts('B', 'develop')[1]).toContain(
      'is withheld from agents by privacy.deny and was changed',
    );
  });
});

function refused(more: Partial<World>): EpicRun {
  const epic = new EpicRun({ tickets: [{ id: 'A' }], ...more });
  onTestFinished(() => epic.remove());
  return epic;
}

test('BEYOND-16 localOnly refuses every agent whose model is elsewhere, all at once, before anything starts', async () => {
  const epic = refused({
    config: {
      agents: {
        default: { use: 'command', run: ['sh', '.agent/agent.sh'], network: true },
        critic: { use: 'api', provider: 'anthropic', model: 'm', apiKeyEnv: 'NO_KEY' },
        auditor: { use: 'api', provider: 'openai-compatible', model: 'm', baseUrl: 'http://127.0.0.1:9/v1' },
      },
      privacy: { localOnly: true },
    },
  });
  const { code, stderr } = await epic.run();
  expect(code).toBe(2);
  expect(stderr).toContain('nothing was started, because of privacy.localOnly');
  expect(stderr).toMatch(/developer: use: command \(sh\) has network: true/);
  expect(stderr).toMatch(/critic: use: api sends prompts to anthropic \(api\.anthropic\.com\)/);
  expect(stderr).not.toMatch(/auditor: /);
  expect(stderr).toContain('hint: ');
  expect(await epic.starts()).toEqual([]);
  const dry = await epic.gauntlet('run', 'epic.yaml', '--dry-run');
  expect(dry.code).toBe(2);
});

test('BEYOND-16 what agents are told to read cannot be withheld from them', async () => {
  const epic = refused({
    files: { 'docs/rules.md': 'x\n', 'docs/REQUIREMENTS.md': '- [ ] REQ-001 x\n' },
    config: { privacy: { deny: ['docs/**'] } },
    epic: { milestones: [{ id: 'm1', title: 'M', requirements: 'docs/REQUIREMENTS.md' }] },
    tickets: [{ id: 'A', milestone: 'm1', reading: { must: ['docs/rules.md'] } }],
  });
  const { code, stderr } = await epic.run();
  expect(code).toBe(2);
  expect(stderr).toContain('docs/rules.md is reading.must of A, but withheld from every agent');
  expect(stderr).toContain('docs/REQUIREMENTS.md is the requirements of m1, but withheld from every agent');
});

test('the hunt of these tests finds what is not withheld', async () => {
  const epic = refused({ ...world, config: {}, tickets: [{ id: 'A' }] });
  epic.write({ 'local.key': `${SECRET}\n` });
  const { code } = await epic.run();
  expect(code).toBe(0);
  for (const stage of ['develop', 'review', 'audit'] as const)
    expect(JSON.stringify(epic.record(epic.runs('A', stage)[0]?.run ?? -1, 'answer')), stage).toContain(
      SECRET,
    );
});
