import { execFileSync } from 'node:child_process';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { sampleRepository } from '../../../test/contracts/git-sample.ts';
import { openRepository } from '../index.ts';

/** Each commit with the places of its parents, older ones only; mostly lines, some merges, more than one root. */
const anyHistory = fc
  .array(fc.array(fc.nat({ max: 5 }), { maxLength: 2 }), { minLength: 8, maxLength: 16 })
  .map((all) =>
    all.map((steps, at) => [...new Set(steps.map((step) => at - 1 - step))].filter((parent) => parent >= 0)),
  );

function reachable(history: readonly (readonly number[])[], from: number): ReadonlySet<number> {
  const found = new Set<number>();
  const waiting = [from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (!found.has(at)) waiting.push(...(history[at] ?? []));
    found.add(at);
  }
  return found;
}

/** From the first one on. */
function firstParents(history: readonly (readonly number[])[], from: number): readonly number[] {
  const [parent] = history[from] ?? [];
  return parent === undefined ? [from] : [...firstParents(history, parent), from];
}

test('ancestors, the place where two commits parted, logs and merges are what the graph says, whether git was asked or not', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (history) => {
      const sample = sampleRepository();
      const stream = history.map((parents, at) => importText(parents, at)).join('');
      execFileSync('git', ['fast-import', '--quiet'], { cwd: sample.path, input: stream });
      const ids = history.map((_, at) => sample.git(['rev-parse', `refs/heads/c${at}`]));
      const repository = await openRepository(sample.path);
      const hub = await repository.hub();
      const behind = history.map((_, at) => reachable(history, at));
      for (let a = 0; a < history.length; a += 3) {
        for (let b = 0; b < history.length; b++) {
          const common = [...(behind[a] ?? [])].filter((at) => behind[b]?.has(at));
          const best = common.filter((at) => !common.some((other) => other !== at && behind[other]?.has(at)));
          const base = await hub.mergeBase(ids[a] ?? '', ids[b] ?? '');
          expect(best.length === 0 ? [undefined] : best.map((at) => ids[at])).toContain(base);
          expect(await hub.isAncestor(ids[a] ?? '', ids[b] ?? '')).toBe(behind[b]?.has(a));
        }
        const newest = history.length - 1;
        const logged = (await hub.log(ids[a] ?? '', ids[newest] ?? '')).map(({ commit }) => commit);
        const expected = [...(behind[newest] ?? [])].filter((at) => !behind[a]?.has(at)).map((at) => ids[at]);
        expect(logged.toSorted()).toEqual(expected.map(String).toSorted());
        expect(await hub.merges(ids[a] ?? '', ids[newest] ?? '')).toEqual(
          firstParents(history, newest)
            .filter((at) => !behind[a]?.has(at) && history[at]?.length === 2)
            .map((at) => [at, ...(history[at] ?? [])].map((each) => ids[each]))
            .map(([commit, onto, merged]) => ({ commit, onto, merged })),
        );
      }
      repository.close();
    }),
    { numRuns: 3 },
  );
});

function importText(parents: readonly number[], at: number): string {
  const [first, ...others] = parents;
  return [
    `commit refs/heads/c${at}`,
    `mark :${at + 1}`,
    `committer Ada <ada@example.org> ${1_700_000_000 + at} +0000`,
    'data 2',
    'x\n',
    ...(first === undefined ? [] : [`from :${first + 1}`]),
    ...others.map((parent) => `merge :${parent + 1}`),
    `M 100644 inline f${at}`,
    'data 1',
    'x',
    '',
  ].join('\n');
}

test('a log says the same whether git tells it or not: subjects of several lines, odd names, other encodings', async () => {
  const sample = sampleRepository();
  const before = sample.git(['rev-parse', 'HEAD']);
  const messages = ['plain', 'two\nlines\n\nand a body', '  spaced  \n \nbody', 'ünï', 'trailing\n\n\n'];
  for (const [at, message] of messages.entries()) {
    sample.write({ 'a.txt': `${at}\n` });
    sample.git(['-c', `user.name=N\u00e4m "${at}"`, 'commit', '-q', '--cleanup=verbatim', '-am', message]);
  }
  sample.write({ 'a.txt': 'latin\n' });
  sample.git(['-c', 'i18n.commitEncoding=ISO-8859-1', 'commit', '-qam', 'latin']);
  const repository = await openRepository(sample.path);
  const hub = await repository.hub();
  const head = sample.git(['rev-parse', 'HEAD']);
  for (const to of [head, `${head}~1`]) {
    const after = sample.git(['rev-parse', to]);
    const expected = sample.git(['log', '--reverse', '--format=%H%n%an <%ae>%n%s', `${before}..${after}`]);
    const told = (await hub.log(before, after)).map(
      ({ commit, author, subject }) => `${commit}\n${author}\n${subject}`,
    );
    expect(told.join('\n')).toBe(expected);
  }
  repository.close();
});
