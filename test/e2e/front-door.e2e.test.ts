import { afterEach, beforeEach, expect, test } from 'vitest';

import { EpicRun, epicId, patience } from '../support/epic-run.ts';
import { ReviewRepo } from '../support/review-repo.ts';

let repo: ReviewRepo;
beforeEach(() => {
  repo = new ReviewRepo();
});
afterEach(() => repo.remove());

test(
  'FIRST-01 gauntlet alone says in ten lines what it found and the one next command, and writes nothing',
  async () => {
    repo.commit('base', {
      'package.json': '{"scripts":{"test":"node --test","lint":"eslint ."}}',
      'src/a.ts': 'export const a = 1;\n',
      'src/b.ts': 'export const b = 1;\n',
      'b.py': 'b = 1\n',
    });
    const alone = async () => {
      const { code, stdout } = await repo.gauntlet();
      expect([code, stdout.split('\n').length <= 11]).toEqual([0, true]);
      return stdout;
    };
    const before = repo.standing();
    const first = await alone();
    for (const words of [
      'languages  TypeScript (2 files), Python (1 file)',
      'checks     npm run lint, npm test',
      'base       main',
      'no gauntlet.yaml',
    ])
      expect(first).toContain(words);
    expect(first).toMatch(/^next: {2}gauntlet (audit|init) /m);
    expect(repo.standing()).toEqual(before);
    repo.write({ 'src/a.ts': 'export const a = 2;\n' });
    expect(await alone()).toContain('next:  gauntlet review --uncommitted --no-agents');
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('work', { 'src/a.ts': 'export const a = 2;\n' });
    expect(await alone()).toContain('next:  gauntlet review --no-agents');
  },
  patience,
);

test(
  'FIRST-03 --epic names the epic in every command, and steering verbs are under ticket',
  async () => {
    const at = new EpicRun({ tickets: [{ id: 'A' }] });
    try {
      await at.run();
      for (const words of [
        ['status'],
        ['events'],
        ['cost'],
        ['report', '-o', '-', '--format', 'md'],
        ['clean', '--dry-run'],
        ['merge', '--dry-run'],
        ['logs', 'A'],
        ['ticket', 'why', 'A'],
        ['why', 'A'],
        ['ticket', 'edit', 'A'],
      ]) {
        const ended = await at.gauntlet(...words, '--epic', epicId);
        expect([words.join(' '), ended.code]).toEqual([words.join(' '), 0]);
        expect((await at.gauntlet(...words, '--epic', 'none')).stderr).toContain(
          'there is no run of an epic "none"',
        );
      }
      expect((await at.gauntlet('status', 'other', '--epic', epicId)).stderr).toContain('name one epic');
      expect((await at.gauntlet('ticket', 'retry', 'A')).stderr).toContain('A cannot be retried');
      const next = async () => /^next: +(\S+ \S+)/m.exec((await at.gauntlet()).stdout)?.[1];
      expect(await next()).toBe('gauntlet merge');
      await at.gauntlet('merge', '-y');
      expect(await next()).not.toBe('gauntlet merge');
    } finally {
      at.remove();
    }
  },
  patience,
);
