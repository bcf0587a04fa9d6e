import { clusterKnown } from '../cluster/address.ts';
import type { RunningCall } from '../run/running-call.ts';
import { openQuietly } from './open-in-browser.ts';
import { portOf } from './open-in-browser.ts';

export type RunDashboard = {
  /** Somebody may answer questions there, so the run waits for them. */
  readonly mayAnswer: boolean;
  close(): Promise<void>;
};

/** The dashboard of a run that was started with `--serve` or `--open`; it ends with the run. */
export async function serveBeside(call: RunningCall): Promise<RunDashboard | undefined> {
  const asked = call.options.serve ?? (call.options.open === true ? true : undefined);
  if (asked === undefined) return undefined;
  const port = portOf(typeof asked === 'string' ? asked : '4747');
  const { openDashboard } = await import('./dashboard.ts');
  const cluster = clusterKnown(call.io, call.options.cluster);
  const server = await openDashboard(call.io, { host: '127.0.0.1', port, readOnly: false, cluster });
  call.io.say(server.url);
  if (call.options.open === true) await openQuietly(server.url, call.io);
  return { mayAnswer: call.options.input !== false, close: () => server.close() };
}
