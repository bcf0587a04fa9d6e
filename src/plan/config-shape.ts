import { adapters, reportFormats, modelChoices } from '../model/config.ts';
import { severities } from '../model/severity.ts';
import { auditors, roles } from '../model/team.ts';
import * as part from './shape-parts.ts';
import {
  decimal,
  described,
  either,
  type Infer,
  listOf,
  mapOf,
  optional,
  type Optional,
  recordOf,
  text,
  truth,
} from './shape.ts';

export type WrittenConfig = Infer<ReturnType<typeof build>>;

let built: ReturnType<typeof build> | undefined;

/** What may stand in gauntlet.yaml. Every key has a default, so `{}` is a valid configuration. */
export function configShape(): ReturnType<typeof build> {
  built ??= build();
  return built;
}

function build() {
  return described(
    mapOf({
      $schema: optional(described(text(), 'For editors.')),
      version: optional(part.version()),
      agents: optional(agents()),
      limits: optional(part.limits('Bounds of a run.')),
      onLimit: optional(
        part.choice(['escalate', 'fail'], 'What a ticket becomes that used up its attempts (escalate).'),
      ),
      depth: optional(part.depth('How thorough judging is (standard).')),
      setup: optional(part.setup('Readies every workspace, unless the epic says otherwise.')),
      environments: optional(part.environments('Where checks run, unless the epic says otherwise.')),
      verify: optional(part.verify('Commands that prove the work, unless the epic says otherwise.')),
      audit: optional(audit()),
      audit_team: optional(auditTeam()),
      review: optional(review()),
      scans: optional(scans()),
      convergence: optional(convergence()),
      reconcile: optional(
        part.flag(
          'Match every item of the original request to the work at the end of a run; by depth when left out.',
        ),
      ),
      protect: optional(part.list('Globs nobody but a person may change: changes by agents are put back.')),
      hooks: optional(
        part.flag(
          'Ask the pre-commit and commit-msg hooks of the repository before fixes and landings (true).',
        ),
      ),
      waivers: optional(part.words('Path of the file that lists waivers.')),
      learning: optional(part.flag('Tell developers about kinds of findings that keep coming back (true).')),
      privacy: optional(
        described(
          mapOf({
            deny: optional(part.list('Globs of files that never reach a model.')),
            localOnly: optional(part.flag('Use only models on this machine (false).')),
          }),
          'What may leave the machine.',
        ),
      ),
      notify: optional(described(listOf(notification()), 'Who is told when a person is needed.')),
      report: optional(
        described(
          mapOf({
            formats: optional(
              described(listOf(part.choice(reportFormats, 'A format.')), 'Which reports are written.'),
            ),
            dir: optional(part.words('Where (.gauntlet/reports).')),
          }),
          'Reports.',
        ),
      ),
    }),
    'Settings of Gauntlet for one repository.',
  );
}

function agents() {
  const about = {
    default: 'For every role without an entry.',
    developer: 'Writes the code.',
    critic: 'Judges a change.',
  };
  const entries = ['default' as const, ...roles].map((name) => {
    const text = name in about ? about[name as keyof typeof about] : `Used as ${name}.`;
    return [name, optional(part.agent(text))] as const;
  });
  type Agents = Record<'default' | (typeof roles)[number], Optional<Infer<ReturnType<typeof part.agent>>>>;
  return described(mapOf(Object.fromEntries(entries) as Agents), 'One agent per role.');
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
    library: described(
      mapOf({ mcp: optional(described(recordOf(docServer()), 'Documentation servers (MCP), by name.')) }),
      'For the library auditor.',
    ),
  };
}

/** Reached by a program or at an address; secrets stay in variables. */
function docServer() {
  const variable = () => text(/^[A-Za-z_]\w{0,99}$/);
  return mapOf({
    run: optional(
      described(
        listOf(text(), { least: 1 }),
        'argv of a server on stdio; runs in the sandbox of the auditor.',
      ),
    ),
    url: optional(described(text(/^https?:\/\/[^\s$]+$/), 'Where a server answers over HTTP.')),
    env: optional(described(listOf(variable()), 'Names of variables its program gets.')),
    headers: optional(
      described(
        recordOf(variable()),
        'HTTP headers, each with the name of the variable that holds its value.',
      ),
    ),
  });
}

function audit() {
  const auditor = (name: string) =>
    optional(part.flag(`Whether the ${name} auditor runs; by depth when left out.`));
  const team = Object.fromEntries(auditors.map((name) => [name, auditor(name)]));
  const fields = auditFields();
  return described(
    mapOf({
      enabled: optional(fields.enabled),
      auditors: optional(
        described(
          mapOf(team as Record<(typeof auditors)[number], ReturnType<typeof auditor>>),
          'Which auditors run.',
        ),
      ),
      passThreshold: optional(fields.passThreshold),
      severityGate: optional(fields.severityGate),
      maxFixRounds: optional(fields.maxFixRounds),
      maxLibraryChecks: optional(fields.maxLibraryChecks),
      perMilestone: optional(fields.perMilestone),
      endOfRun: optional(fields.endOfRun),
      library: optional(fields.library),
    }),
    'The audit team. With enabled: false everything else in here is ignored.',
  );
}

function auditTeam() {
  const fields = auditFields();
  const auditor = (name: string) => optional(part.flag(`Whether the ${name} auditor runs.`));
  return described(
    mapOf({
      enabled: optional(fields.enabled),
      requirements_auditor: auditor('requirements'),
      technical_auditor: auditor('technical'),
      interface_auditor: auditor('interface'),
      test_auditor: auditor('test'),
      library_auditor: auditor('library'),
      pass_threshold: optional(fields.passThreshold),
      severity_gate: optional(fields.severityGate),
      max_fix_rounds: optional(fields.maxFixRounds),
      max_library_checks: optional(fields.maxLibraryChecks),
      per_milestone: optional(fields.perMilestone),
      end_of_run: optional(fields.endOfRun),
      library: optional(fields.library),
    }),
    'Another spelling of audit; give one of the two.',
  );
}

function review() {
  const choice = mapOf({
    when: described(
      mapOf({
        type: optional(
          described(either([part.words('One type.'), part.list('Any of these types.')]), 'Ticket types.'),
        ),
        paths: optional(part.list('Globs; one changed file that matches is enough.')),
      }),
      'Which tickets; both conditions must hold.',
    ),
    use: described(either([part.choice(adapters, 'An adapter.'), part.agent('An agent.')]), 'Which critic.'),
    dimensions: optional(part.dimensions('Dimensions on top for these tickets.')),
  });
  return described(
    mapOf({
      dimensions: optional(part.dimensions('Review dimensions on top of the six.')),
      critics: optional(part.count('Critics per ticket; by depth when left out.', 1, 15)),
      criticsBy: optional(described(listOf(choice), 'Critics by ticket type or path; the first that fits.')),
      differentModel: optional(
        part.choice(
          modelChoices,
          "Whether the critic may, should not or must not use the developer's model (off).",
        ),
      ),
      verify: optional(part.flag('Run the verification commands in gauntlet review too (true).')),
      target: optional(
        part.duration('How long one critic should take (2m): status and logs show slower ones.'),
      ),
      rounds: optional(part.count('Rounds of gauntlet review before a person is asked (3).', 1, 5)),
      path: optional(part.words('Where findings documents are written.')),
      coverage: optional(
        described(
          mapOf({
            run: part.command('Prints the coverage.'),
            floor: optional(described(decimal(0, 100), 'Percent that must be kept (80).')),
          }),
          'Coverage a fix may not lower.',
        ),
      ),
    }),
    'How changes are reviewed.',
  );
}

function scans() {
  return described(
    mapOf({
      families: optional(described(recordOf(truth()), 'Scan families on or off, by name.')),
      severity: optional(
        described(
          recordOf(part.choice([...severities, 'off'], 'A severity, or off.')),
          'Severity by rule id.',
        ),
      ),
      ignore: optional(part.list('Globs that are not scanned.')),
      baseline: optional(part.words('Path of the file with old findings.')),
      maxScanFixPasses: optional(
        part.count('Fix passes after a scan; 0 only scans; by depth when left out.', 0, 10),
      ),
      ui: optional(part.words('Path of the file that declares colours, fonts and spacing.')),
    }),
    'Scans that need no model.',
  );
}

function convergence() {
  return described(
    mapOf({
      minRatio: optional(part.share('From this share of ticked requirements on it is healthy (0.9).')),
      recoveryRatio: optional(part.share('Below it recovery starts (0.8).')),
      degradedRatio: optional(part.share('Below it has failed (0.5).')),
      maxCycles: optional(part.count('Review cycles before a person is asked (10).', 1, 100)),
      escalateAfter: optional(part.count('Cycles after which an open item is escalated (3).', 1, 100)),
      reviewRecoveryRetries: optional(
        part.count('Recovery reviews; 0 means none; by depth when left out.', 0, 10),
      ),
    }),
    'When requirements count as met.',
  );
}

function notification() {
  return mapOf({
    on: optional(part.list('Kinds of events; what needs a person when left out.')),
    run: optional(
      part.command('A program and its arguments as a list, never a shell; the event arrives on its stdin.'),
    ),
    url: optional(described(text(/^https?:\/\/\S+$/), 'Where the event is posted.')),
  });
}
