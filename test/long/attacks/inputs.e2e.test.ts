// What a developer does to the files that checks read. Each trick passes its check with wrong code; observed, none lands,
// and honest work lands with observation and without (no strace).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { bent, honestThere } from '../../attacks/bent.ts';
import { type Attack, attacks, honest, type Honest, twoSteps } from '../../attacks/inputs.ts';
import { pathWithout } from '../../support/path-without.ts';
import { AttackedRun, isConfined } from '../../attacks/attacked-run.ts';

const works = (...words: readonly [string, ...string[]]): boolean =>
  spawnSync(words[0], words.slice(1), { stdio: 'ignore' }).status === 0;
const hasStrace = works('strace', '-f', '-qq', '-o', '/dev/null', 'true');
const has: Readonly<Record<Attack['needs'], boolean>> = {
  node: true,
  python: works('python3', '--version'),
  pytest: works('/usr/bin/python3', '-c', 'import pytest'),
  make: works('make', '--version'),
};
const here = <Each extends Pick<Attack, 'needs'>>(all: Readonly<Record<string, Each>>) =>
  Object.entries(all).filter(([, { needs }]) => has[needs]);

type Part = Honest & {
  readonly id: string;
  readonly touches?: true;
  /** Where it works, if not in a folder of its own name. */
  readonly dir?: string;
  readonly after?: readonly string[];
};
const tricks = here(attacks).map(([id, each]): Part => ({
  ...each,
  id,
  deed: `${each.wrong}; ${each.trick}`,
}));
const controls = here(attacks)
  .filter(([id]) => ['HELPER', 'FRACTIONS', 'TARGET'].includes(id))
  .map(([id, each]): Part => ({ ...each, id: `PLAIN_${id}`, deed: each.wrong }));
const works3 = here({ ...honest, ...honestThere }).map(([id, each]): Part => ({ ...each, id }));
const bends = here(bent).map(([id, each]) => ({ ...each, id }));
const { files, run } = twoSteps;
const steps: readonly Part[] = [
  { id: 'FIRST', needs: 'node', files, run, deed: twoSteps.first, dir: 'STEPS' },
  { id: 'SECOND', needs: 'node', files, run, deed: twoSteps.second, dir: 'STEPS', after: ['FIRST'] },
];
const known = [...tricks, ...controls, ...works3, ...steps];

function attacked(parts: readonly Part[]): AttackedRun {
  return new AttackedRun(
    {
      config: { limits: { maxParallel: 2, maxVerify: 2, maxRevisions: 0, agentTimeout: '2m', stall: '2m' } },
      files: Object.fromEntries(
        parts.flatMap(({ id, dir = id, files: all }) =>
          Object.entries(all).map(([path, text]) => [`${dir}/${path}`, text] as const),
        ),
      ),
      epic: {
        verify: parts.map(({ id, dir = id, run: words }) => {
          return { id, run: words, dir, timeout: '1m', paths: [`${dir}/**`] };
        }),
      },
      tickets: parts.map(({ id, touches, names = touches === true ? ['**'] : [], after = [] }) => ({
        id,
        needs: after,
        ...(names.length > 0 ? { touches: names.map((name) => `${id}/${name}`) } : {}),
      })),
      playbook: parts.map(({ id }) => ({ role: 'developer' as const, ticket: id, shell: 'true' })),
    },
    Object.fromEntries(
      parts.map(({ id, dir = id, deed }) => [
        `${id}-0`,
        () => `cd ${dir}; ${deed}; git add -A .; git commit -qm '${id}'`,
      ]),
    ),
  );
}

let observed: AttackedRun;
let named: AttackedRun;
beforeAll(async () => {
  observed = attacked([...known, ...bends]);
  named = attacked(known);
  await observed.run();
  const PATH = pathWithout('strace', join(named.folder, 'programs'));
  await named.start(['run', 'epic.yaml', '--no-input'], { PATH }).ended;
  await named.look();
}, 900_000);
afterAll(() => {
  observed.remove();
  named.remove();
});

describe.skipIf(!hasStrace || !isConfined)('on a machine that observes', () => {
  test.each(tricks)(
    'EVID-01 $id passes its check in the branch itself, with wrong code',
    ({ id, deed, run: command }) => {
      const clone = observed.naively(`cd ${id}; ${deed}`);
      expect(observed.sh(`( ${command} ) >/dev/null 2>&1; echo $?`, `${clone}/${id}`).trim()).toBe('0');
    },
  );

  test.each(tricks)('EVID-01 $id does not land where the inputs of base are observed', ({ id }) => {
    expect(observed.landed()).not.toContain(id);
    expect(observed.complaints(id)).toContain('fails-base-checks');
  });

  test('EVID-01 the verdict says how the inputs are known', () => {
    expect(observed.complaints('WORK_JS')).toContain('"inputs":"observed"');
    expect(named.complaints('WORK_JS')).toContain('"inputs":"named"');
  });
});

describe.skipIf(!isConfined).each(bends)('$id', ({ id, deed, run: command, rule }) => {
  test('EVID-01 passes its check in the branch itself, with wrong code', () => {
    const clone = observed.naively(`cd ${id}; ${deed}`);
    expect(observed.sh(`( ${command} ) >/dev/null 2>&1; echo $?`, `${clone}/${id}`).trim()).toBe('0');
  });

  test.skipIf(!hasStrace)('EVID-01 does not land', () => {
    expect(observed.landed()).not.toContain(id);
    expect(observed.complaints(id)).toContain(`"rule":"${rule}"`);
  });
});

test('EVID-05 two steps, a test that steers and the work that wakes it, pass their check by themselves', () => {
  const clone = observed.naively(`cd STEPS; ${twoSteps.first}; ${twoSteps.second}`);
  expect(observed.sh(`( ${run} ) >/dev/null 2>&1; echo $?`, `${clone}/STEPS`).trim()).toBe('0');
});

test('EVID-05 the first step lands and the second does not, observed or not', () => {
  for (const each of [observed, named]) {
    expect(each.landed()).toContain('FIRST');
    expect(each.landed()).not.toContain('SECOND');
    expect(each.complaints('SECOND')).toContain('fails-base-checks');
  }
});

test.each(controls)('EVID-01 control: $id, wrong code without a trick, does not land', ({ id }) => {
  expect(named.landed()).not.toContain(id);
  expect(observed.landed()).not.toContain(id);
});

test.each(works3)('EVID-01 control: $id, honest work, lands', ({ id }) => {
  expect(named.landed()).toContain(id);
  expect({
    landed: observed.landed().includes(id),
    said: observed.complaints(id).slice(0, 1500),
  }).toMatchObject({
    landed: true,
  });
});
