import { z } from 'zod';
import { adapters, reportFormats } from '../model/config.ts';
import { severities } from '../model/severity.ts';
import { auditors, roles } from '../model/team.ts';
import * as part from './shape-parts.ts';

export type WrittenConfig = z.infer<ReturnType<typeof build>>;

let built: ReturnType<typeof build> | undefined;

/** What may stand in gauntlet.yaml. Every key has a default, so `{}` is a valid configuration. */
export function configShape(): ReturnType<typeof build> {
  built ??= build();
  return built;
}

function build() {
  return z
    .strictObject({
      $schema: z.string().describe('For editors.').optional(),
      version: part.version().optional(),
      agents: agents().optional(),
      limits: part.limits('Bounds of a run.').optional(),
      onLimit: part
        .choice(['escalate', 'fail'], 'What a ticket becomes that used up its attempts (escalate).')
        .optional(),
      depth: part.depth('How thorough judging is (standard).').optional(),
      setup: part.setup('Readies every workspace, unless the epic says otherwise.').optional(),
      environments: part.environments('Where checks run, unless the epic says otherwise.').optional(),
      verify: part.verify('Commands that prove the work, unless the epic says otherwise.').optional(),
      audit: audit().optional(),
      audit_team: auditTeam().optional(),
      review: review().optional(),
      scans: scans().optional(),
      convergence: convergence().optional(),
      protect: part.list('Globs nobody but a person may change.').optional(),
      waivers: part.words('Path of the file that lists waivers.').optional(),
      learning: part.flag('Tell developers about kinds of findings that keep coming back (true).').optional(),
      privacy: z
        .strictObject({
          deny: part.list('Globs of files that never reach a model.').optional(),
          localOnly: part.flag('Use only models on this machine (false).').optional(),
        })
        .describe('What may leave the machine.')
        .optional(),
      notify: z.array(notification()).describe('Who is told when a person is needed.').optional(),
      report: z
        .strictObject({
          formats: z
            .array(part.choice(reportFormats, 'A format.'))
            .describe('Which reports are written.')
            .optional(),
          dir: part.words('Where (.gauntlet/reports).').optional(),
        })
        .describe('Reports.')
        .optional(),
    })
    .describe('Settings of Gauntlet for one repository.');
}

function agents() {
  const about = {
    default: 'For every role without an entry.',
    developer: 'Writes the code.',
    critic: 'Judges a change.',
  };
  const entries = ['default' as const, ...roles].map((name) => {
    const text = name in about ? about[name as keyof typeof about] : `Used as ${name}.`;
    return [name, part.agent(text).optional()] as const;
  });
  type Agents = Record<'default' | (typeof roles)[number], z.ZodOptional<ReturnType<typeof part.agent>>>;
  return z.strictObject(Object.fromEntries(entries) as Agents).describe('One agent per role.');
}

function auditFields() {
  return {
    enabled: part.flag('Whether the team of auditors runs; by depth when left out.'),
    passThreshold: part.share('Score from 0 to 1 that passes (0.9).'),
    severityGate: part.choice(severities, 'The least severity that is fixed (MEDIUM).'),
    maxFixRounds: part.count('Fix rounds; 0 audits only; by depth when left out.', 0, 20),
    maxLibraryChecks: part.count(
      'Libraries checked; 0 switches the library auditor off; by depth when left out.',
    ),
    perMilestone: part.flag('Run after each milestone (true).'),
    endOfRun: part.flag('Run at the end (true).'),
  };
}

function audit() {
  const auditor = (name: string) =>
    part.flag(`Whether the ${name} auditor runs; by depth when left out.`).optional();
  const team = Object.fromEntries(auditors.map((name) => [name, auditor(name)]));
  const fields = auditFields();
  return z
    .strictObject({
      enabled: fields.enabled.optional(),
      auditors: z
        .strictObject(team as Record<(typeof auditors)[number], ReturnType<typeof auditor>>)
        .describe('Which auditors run.')
        .optional(),
      passThreshold: fields.passThreshold.optional(),
      severityGate: fields.severityGate.optional(),
      maxFixRounds: fields.maxFixRounds.optional(),
      maxLibraryChecks: fields.maxLibraryChecks.optional(),
      perMilestone: fields.perMilestone.optional(),
      endOfRun: fields.endOfRun.optional(),
    })
    .describe('The audit team. With enabled: false everything else in here is ignored.');
}

function auditTeam() {
  const fields = auditFields();
  const auditor = (name: string) => part.flag(`Whether the ${name} auditor runs.`).optional();
  return z
    .strictObject({
      enabled: fields.enabled.optional(),
      requirements_auditor: auditor('requirements'),
      technical_auditor: auditor('technical'),
      interface_auditor: auditor('interface'),
      test_auditor: auditor('test'),
      library_auditor: auditor('library'),
      pass_threshold: fields.passThreshold.optional(),
      severity_gate: fields.severityGate.optional(),
      max_fix_rounds: fields.maxFixRounds.optional(),
      max_library_checks: fields.maxLibraryChecks.optional(),
      per_milestone: fields.perMilestone.optional(),
      end_of_run: fields.endOfRun.optional(),
    })
    .describe('Another spelling of audit; give one of the two.');
}

function review() {
  const choice = z.strictObject({
    when: z
      .strictObject({
        type: z
          .union([part.words('One type.'), part.list('Any of these types.')])
          .describe('Ticket types.')
          .optional(),
        paths: part.list('Globs; one changed file that matches is enough.').optional(),
      })
      .describe('Which tickets; both conditions must hold.'),
    use: z.union([part.choice(adapters, 'An adapter.'), part.agent('An agent.')]).describe('Which critic.'),
    dimensions: part.dimensions('Dimensions on top for these tickets.').optional(),
  });
  return z
    .strictObject({
      dimensions: part.dimensions('Review dimensions on top of the six.').optional(),
      critics: part.count('Critics per ticket; by depth when left out.', 1, 15).optional(),
      criticsBy: z.array(choice).describe('Critics by ticket type or path; the first that fits.').optional(),
      differentModel: part.flag("The critic must not use the developer's model (false).").optional(),
      verify: part.flag('Run the verification commands in gauntlet review too (true).').optional(),
      rounds: part.count('Rounds of gauntlet review before a person is asked (3).', 1, 5).optional(),
      path: part.words('Where findings documents are written.').optional(),
      coverage: z
        .strictObject({
          run: part.command('Prints the coverage.'),
          floor: z.number().min(0).max(100).describe('Percent that must be kept (80).').optional(),
        })
        .describe('Coverage a fix may not lower.')
        .optional(),
    })
    .describe('How changes are reviewed.');
}

function scans() {
  return z
    .strictObject({
      families: z.record(z.string(), z.boolean()).describe('Scan families on or off, by name.').optional(),
      severity: z
        .record(z.string(), part.choice([...severities, 'off'], 'A severity, or off.'))
        .describe('Severity by rule id.')
        .optional(),
      ignore: part.list('Globs that are not scanned.').optional(),
      baseline: part.words('Path of the file with old findings.').optional(),
      maxScanFixPasses: part
        .count('Fix passes after a scan; 0 only scans; by depth when left out.', 0, 10)
        .optional(),
      ui: part.words('Path of the file that declares colours, fonts and spacing.').optional(),
    })
    .describe('Scans that need no model.');
}

function convergence() {
  return z
    .strictObject({
      minRatio: part.share('From this share of ticked requirements on it is healthy (0.9).').optional(),
      recoveryRatio: part.share('Below it recovery starts (0.8).').optional(),
      degradedRatio: part.share('Below it has failed (0.5).').optional(),
      maxCycles: part.count('Review cycles before a person is asked (10).', 1, 100).optional(),
      escalateAfter: part.count('Cycles after which an open item is escalated (3).', 1, 100).optional(),
      reviewRecoveryRetries: part
        .count('Recovery reviews; 0 means none; by depth when left out.', 0, 10)
        .optional(),
    })
    .describe('When requirements count as met.');
}

function notification() {
  return z.strictObject({
    on: part.list('Kinds of events; what needs a person when left out.').optional(),
    run: part.command('A command; the event arrives on its stdin.').optional(),
    url: z
      .string()
      .regex(/^https?:\/\/\S+$/)
      .describe('Where the event is posted.')
      .optional(),
  });
}
