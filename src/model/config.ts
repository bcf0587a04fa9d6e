import {
  address,
  choice,
  count,
  duration,
  flag,
  group,
  items,
  list,
  map,
  share,
  texts,
  version,
  words,
} from '../schema/parts.ts';
import {
  decimal,
  described,
  either,
  type InferOf,
  listOf,
  mapOf,
  once,
  optional,
  or,
  recordOf,
  truth,
  turned,
  type WrittenOf,
} from '../schema/shape.ts';
import { audit, auditTeam } from './audit-settings.ts';
import * as settings from './settings.ts';
import { severities } from './severity.ts';
import { depths, type Role } from './team.ts';

export {
  type Adapter,
  adapters,
  type AgentSettings,
  type Check,
  type Command,
  type Dimension,
  type DimensionClass,
  type DocServer,
  type Environment,
  EXIT_WITHOUT_FOLDER,
  type Limits,
  type Prices,
  type Setup,
  unsetAgent,
} from './settings.ts';

/** `gauntlet.yaml`. Every key has a default, so `{}` is a valid configuration. */
export const configShape = once(build);

export type WrittenConfig = WrittenOf<typeof build>;

/** The configuration, checked and completed. null means "by depth", empty lists "not said". */
export type Config = Omit<InferOf<typeof build>, '$schema' | 'audit_team'>;

export type AgentName = Role | 'default';

/** Evidence that a repository can ask for. `noticed`: a check fails when the changed functions are taken out (EVID-02). */
const evidenceKinds = ['noticed'] as const;

export type RequiredEvidence = (typeof evidenceKinds)[number];

export const reportFormats = ['markdown', 'html', 'sarif', 'junit', 'json'] as const;

function build() {
  return map('Settings of Gauntlet for one repository.', {
    $schema: settings.editorKey(),
    version: or(1, version()),
    agents: or({}, agents()),
    limits: or({}, settings.limits('Bounds of a run.')),
    landing: group('How to land work that is ready at the same time.', {
      window: or(
        null,
        count('How many candidates are merged ahead of the branch (default: limits.maxGates).', 1, 64),
      ),
      confidence: or(
        0.1,
        share(
          'Merge ahead only while the probability that all earlier candidates land is at least this high.',
        ),
      ),
    }),
    onLimit: or(
      'escalate',
      choice(['escalate', 'fail'], 'What happens to a ticket that used up its attempts.'),
    ),
    depth: or('standard', choice(depths, 'How thorough reviews and audits are.')),
    setup: or(null, settings.setup('Prepares every workspace, unless the epic says otherwise.')),
    environments: or([], settings.environments('Where checks run, unless the epic says otherwise.')),
    verify: or([], settings.verify('Commands that prove the work, unless the epic says otherwise.')),
    require: or([], required()),
    audit: or({}, audit()),
    audit_team: optional(auditTeam()),
    review: or({}, review()),
    scans: or({}, scans()),
    convergence: or({}, convergence()),
    reconcile: or(
      null,
      flag('Check the work against each item of the original request at the end; if not set, depth decides.'),
    ),
    protect: or([], settings.globs('Globs that agents must not change: their changes are reverted.')),
    hooks: or(
      true,
      flag('Run the pre-commit and commit-msg hooks of the repository before fixes and landings.'),
    ),
    waivers: or(null, settings.path('Path of the file that lists waivers.')),
    learning: or(true, flag('Tell developers about recurring findings.')),
    privacy: group('What may leave the machine.', {
      deny: or([], settings.globs('Globs of files that never reach a model.')),
      localOnly: or(false, flag('Use only models on this machine.')),
    }),
    notify: items('Who gets a message when your decision is needed.', notification()),
    report: or({}, report()),
  });
}

function required() {
  const kind = choice(evidenceKinds, 'noticed: a check fails when the changed functions are taken out.');
  const kinds = either([kind, listOf(kind)]);
  return described(
    'Evidence without which no ticket passes (default: missing evidence is only reported).',
    turned(kinds, (asked) => (typeof asked === 'string' ? [asked] : asked)),
  );
}

function report() {
  const formats = described('Which reports are written.', listOf(choice(reportFormats, 'A format.')));
  return map('Reports.', {
    formats: or(['markdown', 'html'], formats),
    dir: or('.gauntlet/reports', settings.path('Where.')),
  });
}

function agents() {
  const agent = (text: string) => optional(settings.agent(text));
  const role = (name: Role) => agent(`The agent for the role ${name}.`);
  return map('One agent per role.', {
    default: agent('For every role without an entry.'),
    developer: agent('Writes the code.'),
    critic: agent('Judges a change.'),
    auditor: role('auditor'),
    reviewer: role('reviewer'),
    fixer: role('fixer'),
    remediator: role('remediator'),
  });
}

const modelChoices = ['off', 'prefer', 'require'] as const;

/** Whether the critic's model may, should not or must not be the developer's. */
export type ModelChoice = (typeof modelChoices)[number];

/** Which critic judges which tickets. An empty list means "any". */
function criticsBy() {
  const types = either([words('One type.'), list('Any of these types.')]);
  const when = mapOf({
    type: or(
      [],
      described(
        'Ticket types.',
        turned(types, (type) => (typeof type === 'string' ? [type] : type)),
      ),
    ),
    paths: or([], settings.globs('Globs; one changed file that matches is enough.')),
  });
  const use = either([choice(settings.adapters, 'An adapter.'), settings.agent('An agent.')]);
  const choices = mapOf({
    when: described('Which tickets; both conditions must hold.', when),
    use: described(
      'Which critic.',
      turned(use, (named) => (typeof named === 'string' ? { ...settings.unsetAgent, use: named } : named)),
    ),
    dimensions: or([], settings.dimensions('More dimensions for these tickets.')),
  });
  return turned(choices, ({ when: { type, paths }, ...rest }) => ({ types: type, paths, ...rest }));
}

export type CriticChoice = InferOf<typeof criticsBy>;

export function review() {
  return map('How changes are reviewed.', {
    dimensions: or([], settings.dimensions('Review dimensions besides the six built-in ones.')),
    critics: or(null, count('Critics per ticket; if not set, depth decides.', 1, 15)),
    criticsBy: items('Critics by ticket type or path; the first match counts.', criticsBy()),
    differentModel: or(
      'off',
      choice(modelChoices, "Whether the critic may, should not or must not use the developer's model."),
    ),
    verify: or(true, flag('Run the verification commands in gauntlet review too.')),
    target: or('2m', duration('How long one critic should take: status and logs show slower ones.')),
    rounds: or(3, count('Rounds of gauntlet review before your decision is needed.', 1, 5)),
    path: or(null, settings.path('Where findings documents are written.')),
    coverage: or(
      null,
      map('Coverage that a fix has to reach; not measured if not set.', {
        run: settings.command('Prints the coverage.'),
        floor: or(
          80,
          described(
            'Minimum coverage in percent: a fix below it is rejected, even if coverage was already below.',
            decimal(0, 100),
          ),
        ),
      }),
    ),
  });
}

function scans() {
  return map('Scans that need no model.', {
    families: or({}, described('Scan families on or off, by name.', recordOf(truth()))),
    severity: or(
      {},
      described('Severity by rule id.', recordOf(choice([...severities, 'off'], 'A severity, or off.'))),
    ),
    ignore: or([], settings.globs('Globs that are not scanned.')),
    baseline: or(null, settings.path('Path of the file with known findings (the baseline).')),
    maxScanFixPasses: or(
      null,
      count('Number of fix passes after a scan; 0: scan without fixing; if not set, depth decides.', 0, 10),
    ),
    ui: or(null, settings.path('Path of the file that declares colours, fonts and spacing.')),
  });
}

export type ScanSettings = InferOf<typeof scans>;

export function convergence() {
  return map('When requirements count as met.', {
    minRatio: or(0.9, share('Healthy from this share of ticked requirements.')),
    recoveryRatio: or(
      0.8,
      share('Below this share a recovery review judges the items without a verdict in this run.'),
    ),
    degradedRatio: or(0.5, share('Failed below this share.')),
    maxCycles: or(10, count('Review cycles before your decision is needed.', 1, 100)),
    escalateAfter: or(3, count('Cycles after which an open item is escalated.', 1, 100)),
    reviewRecoveryRetries: or(null, count('Recovery reviews; 0: none; if not set, depth decides.', 0, 10)),
  });
}

function notification() {
  return mapOf({
    on: texts('Kinds of events (default: those that need your decision).'),
    run: or(
      null,
      settings.command(
        'A program and its arguments as a list, never a shell; the event arrives on its stdin.',
      ),
    ),
    url: or(null, address('Where the event is posted.')),
  });
}

export type Notification = InferOf<typeof notification>;
