// A check that stays green without the work proves nothing (EVID-02). Each attack is first shown to pass its checks with
// code that is wrong, which is how it lands where nobody asks whether the checks can fail.
import { spawnSync } from 'node:child_process';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type BlindCheck, blindChecks, honestWork, plainlyWrong } from './blind-checks.ts';
import { notThrowing, refusing } from './blind-refusals.ts';
import { blindValues } from './blind-values.ts';
import { AttackedRun, isConfined } from '../attacks/attacked-run.ts';

const programs = { js: 'node', python: 'python3', go: 'go' } as const;
const has = (language: BlindCheck['language']): boolean =>
  spawnSync(programs[language], [language === 'go' ? 'version' : '--version']).status === 0;
const startable = (all: Readonly<Record<string, BlindCheck>>) =>
  Object.entries(all).filter(([, { language }]) => has(language));

const attacks = startable({ ...blindChecks, ...blindValues, ...refusing });
const wrong = startable(plainlyWrong);
const honest = startable({ ...honestWork, ...notThrowing });
const all = [...attacks, ...wrong, ...honest];

const proofIn = (id: string, proof: string): string => `cd ${id} && ${proof}`;

/** The delivery, written by a shell. */
function deedOf(id: string, { work }: BlindCheck): string {
  const writes = Object.entries(work).map(([path, text]) => {
    const folder = path.includes('/') ? `mkdir -p ${id}/${path.replace(/\/[^/]*$/, '')}; ` : '';
    return `${folder}cat >${id}/${path} <<'END'\n${text}END\n`;
  });
  return writes.join('');
}

let epic: AttackedRun;
beforeAll(async () => {
  const goes = { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  epic = new AttackedRun(
    {
      config: {
        require: 'noticed',
        limits: { maxParallel: 2, maxVerify: 2, maxRevisions: 0, agentTimeout: '3m', stall: '3m' },
      },
      files: Object.fromEntries(
        all.flatMap(([id, { base }]) => Object.entries(base).map(([path, text]) => [`${id}/${path}`, text])),
      ),
      epic: {
        environments: [{ id: 'local', env: goes }],
        verify: all.map(([id, { run }]) => ({ id, run, dir: id, timeout: '2m', paths: [`${id}/**`] })),
      },
      tickets: all.map(([id, { proof }]) => ({
        id,
        ...(proof === undefined
          ? {}
          : { acceptance: [{ id: 'AC1', text: 'it adds', verify: proofIn(id, proof) }] }),
      })),
      playbook: all.map(([id]) => ({ role: 'developer' as const, ticket: id, shell: 'true' })),
    },
    Object.fromEntries(
      all.map(([id, attack]) => [
        `${id}-0`,
        () => `${deedOf(id, attack)}git add -A .; git commit -qm '${id}'`,
      ]),
    ),
  );
  await epic.run();
}, 900_000);
afterAll(() => epic.remove());

describe.skipIf(!isConfined).each(attacks)('%s', (id, attack) => {
  test('EVID-02 passes its checks in the branch itself', () => {
    const clone = epic.naively(deedOf(id, attack));
    const commands = [
      `cd ${id} && ${attack.run}`,
      ...(attack.proof === undefined ? [] : [proofIn(id, attack.proof)]),
    ];
    for (const command of commands)
      expect(epic.sh(`( ${command} ) >/dev/null 2>&1; echo $?`, clone).trim()).toBe('0');
  });

  test(`EVID-02 is ${attack.isHeld ? 'held' : 'told'}`, () => {
    expect(epic.complaints(id)).toContain(`"rule":"${attack.rule}"`);
    expect(epic.landed().includes(id)).toBe(!attack.isHeld);
  });
});

test.each(wrong)('EVID-02 %s: wrong code without a trick is red', (id, { rule }) => {
  expect(epic.landed()).not.toContain(id);
  expect(epic.complaints(id)).toContain(rule);
});

test.each(honest)('EVID-02 %s: honest work lands', (id) => {
  expect({
    landed: epic.landed().includes(id),
    said: epic.complaints(id).match(/"severity":"(?:HIGH|CRITICAL)".{0,200}/g),
  }).toEqual({ landed: true, said: null });
});
