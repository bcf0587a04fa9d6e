import { GauntletError } from '../../model/error.ts';
import { clusterKnown } from '../../app/cluster/address.ts';
import { type CallWith, cliCommand } from '../command.ts';
import type { OptionDefinition } from '../option-types.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { jsonLine } from '../../project/json-text.ts';
import { lastResults } from '../../project/kept/last-result.ts';
import { openQuietly } from '../../app/serve/open-in-browser.ts';
import { portOf } from '../../app/serve/open-in-browser.ts';
import { chooseEpic } from '../../project/kept/choose-run.ts';
import { epicsAt, repositoryAt } from '../../project/state-folder.ts';

const options = [
  ['--port <n>', 'the port; 0 takes any that is free', { initial: '4747' }],
  [
    '--host <address>',
    'the address to listen on; any address but localhost exposes the dashboard to other machines',
    { initial: '127.0.0.1' },
  ],
  ['--open', 'open it in your browser'],
  ['--read-only', 'read-only: the dashboard accepts no answers'],
  ['--cluster <url>', 'the database whose workers are shown (or GAUNTLET_CLUSTER)'],
] as const satisfies readonly OptionDefinition[];

type ServeCall = CallWith<typeof options>;

/** The dashboard in the browser. It only reads, except for the answers of people, which go the way of `decide`. */
export const serve = cliCommand({
  name: 'serve',
  summary: 'show runs in the browser, live, and answer their questions',
  options,
  run: serveUntilStopped,
});

async function serveUntilStopped(call: ServeCall): Promise<ExitCode> {
  const place = repositoryAt(call.io.cwd);
  const isRunless = epicsAt(place).length === 0 && lastResults(place).length > 0;
  if (!isRunless) chooseEpic(undefined, call.io);
  const host = call.options.host ?? '127.0.0.1';
  if (!/^[\w.:-]{1,255}$/.test(host))
    throw new GauntletError('USAGE_INVALID', '--host takes an address or a name');
  const port = portOf(call.options.port ?? '');
  const { openDashboard } = await import('../../app/serve/dashboard.ts');
  const readOnly = call.options.readOnly === true;
  const server = await openDashboard(call.io, {
    host,
    port,
    readOnly,
    cluster: clusterKnown(call.io, call.options.cluster),
  });
  // Where no epic ran there is no board: the findings of the last audit and review are there.
  const url = isRunless ? server.url.replace('/?', '/results?') : server.url;
  if (call.json) call.io.stdout.write(jsonLine({ url, port: server.port }));
  else call.io.stdout.write(`${url}\nPress Ctrl-C to stop. Keep this URL secret: it contains your token.\n`);
  if (host !== '127.0.0.1' && host !== 'localhost' && host !== '::1')
    call.io.stderr.write(
      'note: other machines can reach the dashboard, unencrypted. Anyone with the token can decide.\n',
    );
  if (call.options.open === true) await openQuietly(url, call.io);
  const signal = await stopped();
  await server.close();
  return signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.passed;
}

/** Stopping it is how it ends: no failure. */
function stopped(): Promise<'SIGINT' | 'SIGTERM'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(signal));
  });
}
