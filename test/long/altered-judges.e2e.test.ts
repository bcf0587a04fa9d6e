// Code of the product that alters the judge of its own tests (EVID-02): each attack passes its check with wrong code, and the
// gate refuses it. Tools that are not installed are skipped: `GAUNTLET_RUNNER_MODULES` names a folder of packages.
import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { AttackedRun, isConfined } from '../attacks/attacked-run.ts';
import { root } from '../source.ts';
import { attacks } from './altered-judges-attacks.ts';
import { honest } from './altered-judges-honest.ts';
import { states } from './altered-judges-states.ts';
import { type Delivery, kits, type Tool } from './altered-judges.ts';

const modules = process.env['GAUNTLET_RUNNER_MODULES'] ?? join(root, 'node_modules');
const only = new RegExp(process.env['GAUNTLET_ATTACKS'] ?? '');

function isThere(tool: Tool): boolean {
  if (tool === 'vitest' || tool === 'jest' || tool === 'mocha') return existsSync(join(modules, tool));
  const asked = tool === 'pytest' ? ['python3', '-m', 'pytest', '--version'] : ['python3', '--version'];
  return tool === 'node' || spawnSync(asked[0] ?? '', asked.slice(1)).status === 0;
}

const startable = (all: Readonly<Record<string, Delivery>>) =>
  Object.entries(all).filter(([id, { tool }]) => isThere(tool) && only.test(id));
const wrong = startable({ ...attacks, ...states });
const right = startable(honest);
const all = [...wrong, ...right];

function deedOf(id: string, { tool, trick, wrong: part, more }: Delivery): string {
  const kit = kits[tool];
  const files = { [kit.file]: trick + kit.source(part), ...more };
  return Object.entries(files)
    .map(([path, text]) => `mkdir -p ${id}/test ${id}/tests; cat >${id}/${path} <<'END'\n${text}END\n`)
    .join('');
}

/** Rules of findings that stop the work. */
function rulesOf(complaints: string): readonly string[] {
  const found = complaints.matchAll(/"rule":"([^"]*)","severity":"(?:HIGH|CRITICAL)"/g);
  return [...new Set([...found].map(([, rule = '']) => rule))];
}

let epic: AttackedRun;
beforeAll(async () => {
  epic = new AttackedRun(
    {
      config: {
        limits: { maxParallel: 2, maxVerify: 2, maxRevisions: 0, agentTimeout: '3m', stall: '3m' },
      },
      files: Object.fromEntries([
        ['.gitignore', 'node_modules\n'],
        ...all.flatMap(([id, { tool, given }]) =>
          Object.entries({ ...kits[tool].base, ...given }).map(([path, text]) => [`${id}/${path}`, text]),
        ),
      ]),
      epic: {
        setup: { link: ['node_modules'] },
        verify: all.map(([id, { tool }]) => ({
          id,
          run: kits[tool].run,
          dir: id,
          timeout: '2m',
          paths: [`${id}/**`],
        })),
      },
      tickets: all.map(([id, { proof }]) => ({
        id,
        ...(proof === undefined
          ? {}
          : { acceptance: [{ id: 'AC1', text: 'it is there', verify: `cd ${id} && ${proof}` }] }),
      })),
      playbook: all.map(([id]) => ({ role: 'developer' as const, ticket: id, shell: 'true' })),
    },
    Object.fromEntries(
      all.map(([id, each]) => [`${id}-0`, () => `${deedOf(id, each)}git add -A .; git commit -qm '${id}'`]),
    ),
  );
  // Setup links what is inside of the repository only.
  epic.sh(`cp -al ${modules} node_modules || cp -a ${modules} node_modules`);
  await epic.run();
  // One line for each delivery, for whoever measures.
  const report = process.env['GAUNTLET_ATTACK_REPORT'];
  const lines = all.map(
    ([id]) =>
      `${id}\t${epic.landed().includes(id) ? 'landed' : 'held'}\t${rulesOf(epic.complaints(id)).join(' ')}\n`,
  );
  if (report !== undefined) writeFileSync(report, lines.join(''));
}, 3_000_000);
afterAll(() => epic.remove());

describe.skipIf(!isConfined).each(wrong)('%s', (id, attack) => {
  test('EVID-02 passes its check in the branch itself', () => {
    const clone = epic.naively(deedOf(id, attack));
    symlinkSync(modules, join(clone, 'node_modules'));
    const command = `cd ${id} && ( ${kits[attack.tool].run} ) >/dev/null 2>&1; echo $?`;
    expect(epic.sh(command, clone).trim()).toBe('0');
  });

  test(`EVID-02 is ${attack.lands === true ? 'not held yet' : 'held'}`, () => {
    expect(epic.landed().includes(id)).toBe(attack.lands === true);
  });
});

test.each(right)('EVID-02 %s: honest work lands', (id) => {
  expect({
    landed: epic.landed().includes(id),
    said: epic.complaints(id).match(/"severity":"(?:HIGH|CRITICAL)".{0,200}/g),
  }).toEqual({ landed: true, said: null });
});
