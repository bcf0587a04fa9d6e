import { readdirSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { itHonoursTheProcessesContract } from '../../test/contracts/processes.ts';
import { makePlace } from '../../test/contracts/processes-place.ts';
import { openProcesses } from './index.ts';

const place = await makePlace();
const { enforcement, because } = await openProcesses({ stateFolder: place.state });
await place.remove();

describe.skipIf(enforcement !== 'enforced')(`in the sandbox (${because})`, () => {
  itHonoursTheProcessesContract((at, more) => {
    return openProcesses({ stateFolder: at.state, home: at.home, ...more });
  });
});

describe('without a sandbox', () => {
  itHonoursTheProcessesContract((at, more) => {
    return openProcesses({ stateFolder: at.state, home: at.home, force: 'verified', ...more });
  });

  test('EPIC-12 where there is no sandbox the reason and what is not promised are said', async () => {
    const at = await makePlace();
    const processes = await openProcesses({ stateFolder: at.state, inherited: { PATH: '/nowhere' } });
    expect(processes.enforcement).toBe('verified');
    expect(processes.because).toContain(process.platform === 'linux' ? 'not installed' : 'no sandbox for');
    expect(processes.because).toContain('may outlive its run');
    await at.remove();
  });
});

test('the self-test says the same each time it is asked, and leaves nothing behind', async () => {
  const at = await makePlace();
  const options = { stateFolder: at.state, home: at.home };
  for (const opened of [await openProcesses(options), await openProcesses(options)])
    expect(opened).toMatchObject({ enforcement, because });
  expect(new Set(readdirSync(at.state, { recursive: true, encoding: 'utf8' }))).toEqual(
    new Set(['empty', 'tmp']),
  );
  await at.remove();
});
