import { readTestReport } from './test-report/test-report.ts';
import type { Command } from '../model/config.ts';
import type { Phase } from '../model/epic.ts';
import type { GateContext } from './context.ts';
import { runCheckCommand } from './run-check-command.ts';
import { cellOf } from './cell-of.ts';
import { wrongEnd } from './verify.ts';
import type { Cell } from './cell.ts';

/** Tests against an application that was started for them (TEAM-17). */
export type PhaseRun = {
  readonly name: 'e2e' | 'browser';
  readonly phase: Phase;
  readonly commit: string;
  /** Where the application listens, if it asks: `PORT` of everything that is started here. */
  readonly port: number;
};

/** Said by our own script once the probe has answered: what goes wrong before it is the machine's, after it the work's. */
const READY = 'the application is ready, its tests start';

/**
 * One program for all of it (start, probe, tests, stop): when it ends, for whatever reason, nothing it started is left.
 * Commands come from the epic, as those of every check do, and are handed over as words. What answers at the address
 * before the application was started, or once it is gone, is somebody else: that proves nothing.
 */
const SCRIPT = `
export PORT
if [ "$5" = url ] && sh -c "$2" >/dev/null 2>&1; then
  echo 'something else answers there already: it would be tested instead of the application'
  exit 1
fi
sh -c "$1" &
app=$!
gone=
ended() {
  if [ -n "$gone" ] || kill -0 "$app" 2>/dev/null; then return; fi
  wait "$app" || { echo "the application ended with $? before it was ready"; exit 1; }
  gone=yes
}
while [ -n "$2" ]; do
  if sh -c "$2" >/dev/null 2>&1; then ended; break; fi
  ended
  sleep 0.2
done
echo '${READY}'
sh -c "$3"
code=$?
if [ -n "$4" ]; then sh -c "$4"; fi
exit "$code"
`;

/** An application that never gets ready is infrastructure (BROKEN), not a test that failed. */
export async function runPhase(context: GateContext, { name, phase, commit, port }: PhaseRun): Promise<Cell> {
  const probe = probeOf(phase.ready, port);
  const kind = isUrl(phase.ready) ? 'url' : 'command';
  const words = [...[phase.start, probe, phase.run, phase.stop ?? ''].map(shellText), kind];
  const ran = await runCheckCommand(context, {
    commit,
    run: ['env', `PORT=${port}`, 'sh', '-c', SCRIPT, 'sh', ...words],
    environment: { id: 'application', prefix: [], env: {}, setup: null },
    timeout: phase.timeout,
    network: phase.network === true,
  });
  const place = { check: name, environment: 'application', note: '' };
  const report = readTestReport(ran.output);
  const common = { exitCode: ran.exitCode, flaky: false, how: ran.how, log: ran.log, report, ms: ran.ms };
  const because = ran.how === 'exited' ? wrongEnd(ran.exitCode, 0, report) : ran.because;
  if (because === '') return cellOf(place, { ...common, status: 'PASS', because });
  const isUp = ran.log.includes(READY) && (ran.how === 'exited' || ran.how === 'ended');
  if (isUp) return cellOf(place, { ...common, status: 'FAIL', because });
  const never = `the application was never ready: ${because}`;
  return cellOf(place, { ...common, status: 'BROKEN', because: never });
}

/** A URL is asked with whatever the machine has for it; anything else is a command already. */
function probeOf(ready: string | null, port: number): Command {
  if (ready === null || !isUrl(ready)) return ready ?? '';
  const url = quoted(ready.replaceAll('${PORT}', String(port)).replaceAll('$PORT', String(port)));
  const ask = 'fetch(process.argv[1]).then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))';
  return `curl -fsS -o /dev/null ${url} || wget -q -O /dev/null ${url} || node -e ${quoted(ask)} ${url}`;
}

function isUrl(ready: string | null): boolean {
  return ready !== null && /^https?:\/\//.test(ready);
}

function shellText(command: Command): string {
  return typeof command === 'string' ? command : command.map(quoted).join(' ');
}

/** A text as one word of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
