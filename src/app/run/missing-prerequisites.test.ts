import { expect, test } from 'vitest';

import type { Call } from '../../project/call.ts';
import type { GivenInputs } from './inputs.ts';
import { missingFor } from './missing-prerequisites.ts';

test('whoever has a gauntlet.yaml is not sent to init, which would leave it as it is', async () => {
  const call = { io: { env: {} } } as unknown as Call;
  const given = (configHash: string | null): GivenInputs =>
    ({ configFolder: '/', configHash }) as unknown as GivenInputs;
  const [without] = await missingFor(call, given(null), {});
  expect(without).toMatch(/^no agent is named for developer.*gauntlet init writes/);
  const [configured] = await missingFor(call, given('abc'), {});
  expect(configured).toMatch(/^no agent is named for developer.*agents: \{ default: /);
  expect(configured).not.toContain('gauntlet init');
});
