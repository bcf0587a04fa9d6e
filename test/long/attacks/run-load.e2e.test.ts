// Agents that never end, say too much, leave processes behind or fill the disk. First without a limit, then in a run.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { endAllWith, processesWith, until } from '../../contracts/processes-place.ts';
import { AttackedRun, type Deeds, isConfined } from '../../attacks/attacked-run.ts';

const mark = `left-behind-${randomUUID()}`;

/** Processes that leave their session, their parents and every group; one of them listens. */
const leaving = `export LEFT=${mark}
(setsid sh -c 'sleep 600' &) ; (setsid sh -c '(sleep 600 &) &' &); nohup sleep 600 >/dev/null 2>&1 &
(setsid node -e 'require("net").createServer().listen(0); setTimeout(() => 0, 600000)' >/dev/null 2>&1 &)`;
const noise = (bytes: number): string => `head -c ${bytes} /dev/zero | tr '\\0' x`;
const endless = 'while :; do echo still here; sleep 0.2; done';

const deeds: Deeds = {
  'FORKS-0': () => leaving,
  'NOISE-0': () => `${noise(60_000_000)} >&2`,
  'DISK-0': () => 'head -c 50000000 /dev/zero >"$TMPDIR/full"; head -c 50000000 /dev/zero >/tmp/full',
};

let epic: AttackedRun;
let ended: Awaited<ReturnType<AttackedRun['run']>>;
const ids = ['FORKS', 'NOISE', 'DISK', 'BIG', 'BINARY', 'ENDLESS', 'SILENT'];
beforeAll(async () => {
  epic = new AttackedRun(
    {
      config: { limits: { maxParallel: 4, maxVerify: 2, agentTimeout: '40s', stall: '20s' } },
      tickets: ids.map((id) => ({ id })),
      playbook: [
        { role: 'critic', ticket: 'BIG', try: 0, shell: noise(50_000_000) },
        {
          role: 'critic',
          ticket: 'BINARY',
          clarification: 0,
          shell: 'head -c 1000000 /dev/urandom; printf "\\nREVIEW_PASSED: BINARY \\000"; exec >&-',
          say: '\u0000',
        },
        { role: 'critic', ticket: 'ENDLESS', try: 0, shell: endless },
        { role: 'auditor', ticket: 'SILENT', try: 0, shell: 'sleep 600' },
      ],
    },
    deeds,
  );
  ended = await epic.run();
}, 300_000);
afterAll(async () => {
  await endAllWith(mark);
  epic.remove();
});

function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

describe.skipIf(!isConfined)('agents without measure', () => {
  test('RECOVER-02 T13 the epic ends well all the same', () => {
    expect({ code: ended.code, said: ended.code === 0 ? '' : ended.stderr }).toEqual({ code: 0, said: '' });
    expect([...epic.landed()].toSorted()).toEqual(ids.toSorted());
  });

  test('RECOVER-03 T13 processes that leave their session outlive a plain shell, and no run', async () => {
    expect(processesWith(mark)).toEqual([]);
    spawnSync('sh', ['-c', leaving], { stdio: 'ignore' });
    await until(() => processesWith(mark).length >= 3);
    await endAllWith(mark);
  });

  test('T13 sixty megabytes are kept whole by a plain reader, and cut here', () => {
    const read = execFileSync('sh', ['-c', noise(60_000_000)], { maxBuffer: 2 ** 30 });
    expect(read.length).toBe(60_000_000);
    const [{ run } = { run: -1 }] = epic.runs('NOISE', 'develop');
    expect(statSync(join(epic.state, 'runs', String(run), 'stderr')).size).toBeLessThan(21_000_000);
    expect(epic.of('NOISE', 'agent_failed')).toEqual([]);
  });

  test('P8 T13 an answer of a judge that had to be cut is no answer', () => {
    expect(epic.of('BIG', 'agent_failed').map(({ trouble }) => trouble)).toEqual(['cap']);
    expect(epic.runs('BIG', 'review').length).toBe(2);
  });

  test('P8 a binary answer is no answer', () => {
    expect(epic.of('BINARY', 'agent_unclear').length).toBe(1);
    expect(epic.of('BINARY', 'critic_pass').length).toBe(1);
  });

  test.each([
    ['ENDLESS', 'timeout', endless],
    ['SILENT', 'stall', 'sleep 600'],
  ])(
    'RECOVER-02 T13 %s: a judge that never ends holds who waits for it, and is ended here by its %s',
    (id, trouble, script) => {
      expect(spawnSync('timeout', ['1', 'sh', '-c', script]).status).toBe(124);
      expect(epic.of(id, 'agent_failed').map((event) => event.trouble)).toEqual([trouble]);
    },
  );

  test('T13 what an agent leaves in its temporary folder is not kept', () => {
    const places = join(epic.folder, 'ws');
    expect(bytesBelow(places)).toBeLessThan(1_000_000);
    expect(bytesBelow(join(epic.folder, 'tmp'))).toBeLessThan(10_000_000);
  });
});
