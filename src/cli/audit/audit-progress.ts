import type { CliCall } from '../command.ts';
import { isAgent, isLive } from '../terminal/terminal.ts';
import type { Progress } from '../../inspect/scan/scan-folder.ts';

/** A scan that is over sooner needs no line in a log. */
const LOG_EVERY_MS = 5_000;

/** How far it is, on stderr: one line that is written over for people, one now and then for logs, none for agents. */
export function auditProgress({ io }: CliCall, now: () => number): Progress {
  if (isAgent(io.env)) return () => undefined;
  const isDrawn = isLive(io, io.stderr);
  let last = now();
  return (done, all) => {
    if (isDrawn) {
      const end = done === all ? '\r\u001b[K' : '';
      return io.stderr.write(`\rscanned ${done} of ${all} files\u001b[K${end}`);
    }
    if (done === all || now() - last < LOG_EVERY_MS) return;
    last = now();
    io.stderr.write(`scanned ${done} of ${all} files\n`);
  };
}
