import { explainScore, updatedBaseline } from '../../audit/index.ts';
import { writeBaseline } from '../../formats/index.ts';
import { GauntletError } from '../../model/error.ts';
import { auditText, explainedScoreText, newFindings } from '../../report/index.ts';
import { allRules, chooseRules, type ChosenRules } from '../../../packages/scan/index.ts';
import { openTree, treeBefore } from '../../files/index.ts';
import { type AuditInputs, readAuditInputs, withoutIgnored } from '../../inspect/audit/audit-inputs.ts';
import { auditProgress } from '../audit/audit-progress.ts';
import { refuseUnknown, scopeOf, wishesOf } from '../../inspect/audit/audit-scope.ts';
import { type JudgedScan, judgeScan } from '../../inspect/audit/judge-scan.ts';
import { auditOptions } from '../audit/options.ts';
import { USUAL_FAIL_ON } from '../../inspect/audit/audit-inputs.ts';
import { rescore } from '../../inspect/audit/rescore.ts';
import { auditWithTeam, wantsTeam } from '../../app/audit/with-team.ts';
import { type Outlet, outletOf, writeReports } from '../../inspect/audit/write-reports.ts';
import { writeWhole } from '../../project/write-whole.ts';
import { type CallWith, cliCommand } from '../command.ts';
import { type ExitCode, exitCodes, outcomeExitCode } from '../../model/exit-codes.ts';
import { scanCache } from '../../inspect/scan/scan-cache.ts';
import { scanFolder } from '../../inspect/scan/scan-folder.ts';
import { onTerminal } from '../run/terminal-screen.ts';

type AuditCall = CallWith<typeof auditOptions>;

/** A repository judged as it is, by scans that need no model. */
export const audit = cliCommand({
  name: 'audit',
  summary: 'scan a whole repository for problems, without any model',
  operands: [['[path]', 'the folder to scan', { initial: '.' }]],
  options: auditOptions,
  note:
    '\nTo suppress a finding, add a comment on the line before it: gauntlet-disable-next-line RULE -- reason' +
    '\ngauntlet explain RULE shows what a rule finds, why it matters and how to fix it.',
  async run(call) {
    const began = performance.now();
    const outlet = outletOf(call);
    const inputs = await readAuditInputs(call);
    if (call.options.rescore !== undefined) return rescore(call, inputs);
    if (wantsTeam(call)) return auditWithTeam(onTerminal(call), inputs, outlet);
    const { rules, hints } = rulesOf(call, inputs);
    const scope = scopeOf(call, inputs);
    const files = openTree(inputs.folder);
    const tree = withoutIgnored(files, inputs);
    const old =
      scope.only === undefined ? undefined : treeBefore(files, inputs.folder, call.options.since, scope.only);
    const before =
      old === undefined || scope.only === undefined
        ? undefined
        : { tree: withoutIgnored(old, inputs), changed: scope.only };
    const result = await scanFolder({
      folder: inputs.folder,
      tree,
      rules: [...rules, ...hints],
      libraries: libraryChecks(call, inputs),
      designFile: designFile(inputs),
      progress: auditProgress(call, () => performance.now()),
      cache: !call.options.cache ? undefined : scanCache(process.env),
      threads: threadsOf(call),
      before,
    });
    const { entries } = inputs.baseline;
    const { passThreshold, severityGate } = inputs.config.audit;
    const judged = judgeScan(result, {
      ...scope,
      rules,
      hints,
      known: new Set(allRules.map(({ id }) => id)),
      policy: { passThreshold, severityGate },
      failOn: call.options.failOn ?? USUAL_FAIL_ON,
      today: today(),
      prefix: inputs.prefix,
      waivers: inputs.waivers,
      told: inputs.notes,
      baseline: entries === null ? null : { file: inputs.baseline.file, entries },
      durationMs: Math.round(performance.now() - began),
      libraryChecks: libraryChecks(call, inputs),
    });
    const text = await textOf(judged, { call, inputs, outlet });
    const isUpdate = call.options.updateBaseline === true;
    // What is printed comes first: what is said below it may be long.
    call.io.stdout.write(text);
    if (call.options.explainScore === true) explain(judged, call);
    return isUpdate ? update(judged, call, inputs) : exitCodeOf(judged);
  },
});

function explain(judged: JudgedScan, { io }: AuditCall): void {
  const report = judged.report();
  const lines = explainedScoreText(explainScore(report, judged.policy), report.findings);
  // Beside the report, which may be read by a program.
  for (const line of lines) io.say(line);
}

function rulesOf(call: AuditCall, { config }: AuditInputs): ChosenRules {
  const chosen = chooseRules(allRules, wishesOf(call, config));
  refuseUnknown(chosen.unknown);
  if (chosen.rules.length + chosen.hints.length > 0) return chosen;
  throw new GauntletError('USAGE_INVALID', 'no rule to run: all rules are switched off', {
    hint: 'Check scans.families and scans.severity in gauntlet.yaml.',
  });
}

function libraryChecks(call: AuditCall, { config }: AuditInputs): number {
  return numberOption(call.options.libraryChecks, '--library-checks') ?? config.audit.maxLibraryChecks ?? 5;
}

function threadsOf(call: AuditCall): number | undefined {
  return numberOption(call.options.threads, '--threads');
}

function numberOption(given: string | undefined, written: string): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,3}$/.test(given)) return Number(given);
  throw new GauntletError('USAGE_INVALID', `${written} takes a number, not ${given}`, {
    hint: 'Give a whole number below 1000.',
  });
}

/** Settings name it from the top of the repository, a scan knows it from its folder on. */
function designFile({ config, prefix }: AuditInputs): string | undefined {
  const { ui } = config.scans;
  return ui === null ? undefined : ui.startsWith(prefix) ? ui.slice(prefix.length) : ui;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** A rule or a parse that failed is our bug, whatever else there is. */
function exitCodeOf({ audit: { crashes, outcome } }: JudgedScan): ExitCode {
  return crashes.length > 0 ? exitCodes.bug : (outcomeExitCode(outcome) ?? exitCodes.bug);
}

type Telling = { readonly call: AuditCall; readonly inputs: AuditInputs; readonly outlet: Outlet };

async function textOf(judged: JudgedScan, { call, inputs, outlet }: Telling): Promise<string> {
  const written = await writeReports(judged, { call, folder: inputs.folder, outlet });
  if (written !== null) return written;
  const [path = ''] = call.operands;
  const all = (['rule', 'family', 'all'] as const).some((name) => call.options[name] !== undefined);
  const lines = auditText(judged.audit, { paint: call.paint, all, path: path === '.' ? '' : path });
  return lines.map((line) => `${line}\n`).join('');
}

/** Everything found now is known from here on. What could not be checked stays as it was, and is still no pass. */
function update(
  { audit: judged, compared }: JudgedScan,
  call: AuditCall,
  { baseline }: AuditInputs,
): ExitCode {
  const reason = call.options.reason ?? 'found when the baseline was written';
  const before = baseline.entries ?? [];
  const entries = updatedBaseline(compared, before, { today: today(), reason });
  writeWhole(baseline.path, writeBaseline(entries));
  const added = newFindings(compared);
  const fixed = compared.fixed.reduce((sum, { count }) => sum + count, 0);
  const kept = before.reduce((sum, { count }) => sum + count, 0) - fixed;
  call.io.say(
    `wrote ${baseline.file}: ${added.length} added, ${kept} kept, ${fixed} removed because they are fixed`,
  );
  return judged.crashes.length > 0 ? exitCodes.bug : exitCodes.passed;
}
