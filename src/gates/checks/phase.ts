import { readTestReport } from '../test-report/test-report.ts';
import type { Command } from '../../model/config.ts';
import type { Phase } from '../../model/epic.ts';
import type { GateContext } from '../context.ts';
import { programs } from '../programs/programs.generated.ts';
import { runCheckCommand } from './run-check-command.ts';
import { checkResultOf } from './check-result-of.ts';
import { wrongEnd } from './verify.ts';
import type { CheckResult } from './check-result.ts';

/** Tests against an application that was started for them (TEAM-17). */
export type PhaseRun = {
  readonly name: 'e2e' | 'browser';
  readonly phase: Phase;
  readonly commit: string;
  /** Where the application listens, if it asks: `PORT` of everything that is started here. */
  readonly port: number;
};

/** Said by `programs/phase.sh` once the probe has answered: what goes wrong before it is the machine's, after it the work's. */
const READY = 'the application is ready, its tests start';

/** An application that never gets ready is infrastructure (BROKEN), not a test that failed. */
export async function runPhase(
  context: GateContext,
  { name, phase, commit, port }: PhaseRun,
): Promise<CheckResult> {
  const probe = probeOf(phase.ready, port);
  const kind = isUrl(phase.ready) ? 'url' : 'command';
  const words = [...[phase.start, probe, phase.run, phase.stop ?? ''].map(shellText), kind, READY];
  const ran = await runCheckCommand(context, {
    commit,
    run: ['env', `PORT=${port}`, 'sh', '-c', programs['phase.sh'], 'sh', ...words],
    environment: { id: 'application', prefix: [], env: {}, setup: null },
    timeout: phase.timeout,
    network: phase.network === true,
  });
  const place = { check: name, environment: 'application', note: '' };
  const report = readTestReport(ran.output);
  const common = { exitCode: ran.exitCode, flaky: false, how: ran.how, log: ran.log, report, ms: ran.ms };
  const because = ran.how === 'exited' ? wrongEnd(ran.exitCode, 0, report) : ran.because;
  if (because === '') return checkResultOf(place, { ...common, status: 'PASS', because });
  const isUp = ran.log.includes(READY) && (ran.how === 'exited' || ran.how === 'ended');
  if (isUp) return checkResultOf(place, { ...common, status: 'FAIL', because });
  const never = `the application was never ready: ${because}`;
  return checkResultOf(place, { ...common, status: 'BROKEN', because: never });
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
