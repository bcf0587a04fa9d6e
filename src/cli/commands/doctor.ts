import { type CliCall, cliCommand } from '../command.ts';
import { diagnose } from '../../inspect/doctor/doctor-checks.ts';
import { configured } from '../../inspect/doctor/doctor-config.ts';
import type { Diagnosis } from '../../inspect/doctor/diagnosis.ts';
import { reachText } from '../../inspect/doctor/doctor-agents.ts';
import { tryChecks } from '../../inspect/doctor/doctor-try-checks.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { clean } from '../say-error.ts';
import { answer } from '../../project/answer.ts';

/** Whether a run could work here, and what each part of it would be. */
export const doctor = cliCommand({
  name: 'doctor',
  summary: 'check that everything a run needs is there, and show what it would use',
  options: [
    ['--checks', 'run setup and every check in a workspace of HEAD and in your checkout, and compare'],
    ['--config <file>', 'this configuration, instead of gauntlet.yaml'],
  ],
  async run(call) {
    const areTried = call.options.checks === true;
    const found = await configured(call.io, call.options.config);
    const looked = await diagnose(call.io, areTried, found);
    // Where there is no commit, or no valid configuration, nothing can be tried; that has been said.
    const isReady = looked.every(({ what, state }) => state !== 'missing' || !BEFORE_CHECKS.has(what));
    const tried =
      areTried && isReady && found.config !== undefined ? await tryChecks(call, found.config) : [];
    const checks = [...looked, ...tried];
    const ok = checks.every(({ state }) => state !== 'missing');
    const exitCode = ok ? exitCodes.passed : exitCodes.environment;
    return answer({ ok, checks, exitCode }, lines(checks, call).join(''), exitCode);
  },
});

/** What has to be there before a check can be tried. */
const BEFORE_CHECKS: ReadonlySet<string> = new Set(['git', 'repository', 'configuration']);

/** Rows that say the same are one row, and the same advice is given once. */
function lines(all: readonly Diagnosis[], { paint }: CliCall): string[] {
  const checks = joined(all);
  const width = Math.min(20, Math.max(...checks.map(({ what }) => what.length)));
  const given = new Set<string>();
  return checks.map(({ what, state, said, hint, reach, tried }) => {
    const isNew = hint !== undefined && !given.has(hint);
    if (isNew) given.add(hint);
    const below = [
      ...(tried?.lastLines ?? []).map((line) => `  | ${line}`),
      ...(reach === undefined ? [] : [`  ${reachText(reach)}`]),
      ...(isNew ? [`  hint: ${hint}`] : []),
    ];
    const text = clean([`${state.padEnd(8)} ${what.padEnd(width)}  ${said}`, ...below].join('\n'));
    return state === 'ok' ? text : paint(state === 'missing' ? 'error' : 'warning', text);
  });
}

function joined(checks: readonly Diagnosis[]): readonly Diagnosis[] {
  const rows = new Map<string, Diagnosis>();
  for (const { what, ...rest } of checks) {
    const key = JSON.stringify(rest);
    const known = rows.get(key);
    rows.set(key, {
      what: known === undefined ? what : `${known.what}, ${what.replace(/^agent /, '')}`,
      ...rest,
    });
  }
  return [...rows.values()];
}
