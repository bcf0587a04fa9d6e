import { expect, test } from 'vitest';

import { baseScopes } from '../../model/checks.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import { head } from '../stage-context.ts';
import { timedChecks } from './time-checks.ts';

test('REAL-07 a step records how long its setup and check commands took', async () => {
  const base = siteOf({});
  const { processes } = base;
  const context = {
    ...base,
    processes: {
      ...processes,
      run: async (...args: Parameters<typeof processes.run>) => {
        return { ...(await processes.run(...args)), durationMs: 40 };
      },
    },
    setups: { ready: async () => ({ kind: 'ready', env: {}, commandsMs: 7 }) as const },
  };
  const assignment = handOut(base, 'validate', { commit: 'base' });
  const environment = { id: 'local', prefix: [], env: {}, setup: null };
  const confinement = { writable: [], visible: [], hidden: [], network: false };
  const program = { cwd: '/', env: {}, stdin: '', confinement, timeout: 1, stall: null, outputCap: 1 };
  const work = timedChecks(async ({ setups, processes: timed }) => {
    for (const folder of ['a', 'b']) {
      await setups.ready(folder, { setup: null, environment, scopes: baseScopes }, folder);
      await timed.run({ ...program, argv: ['true'], folder });
    }
    return { ...head(assignment), type: 'validation_passed', commit: 'c', tree: 't', changed: true };
  });
  await work(context, assignment, new AbortController().signal);
  expect(await context.records.get(assignment.run, 'times')).toEqual({ setupMs: 14, checksMs: 80 });
});
