import { bareFinding, type Finding } from '../../model/finding.ts';
import { fingerprint } from '../../../packages/scan/finding.ts';
import type { GateRule } from '../../model/feedback.ts';
import { severities } from '../../model/severity.ts';
import type { Auditor } from '../../model/team.ts';
import { ruleChecks, type ScanCheck } from '../../audit/index.ts';
import { freshFindings } from '../../review/index.ts';
import {
  allRules,
  chooseRules,
  auditorOf,
  isNear,
  type Library,
  measuredText,
  type Profile,
  type Rule,
  type ScanCrash,
  tierOf,
} from '../../../packages/scan/index.ts';
import { scanFindingOf } from './scan-finding.ts';
import { scanAt } from './scan-at.ts';
import type { StageContext } from '../stage-context.ts';

/** What static rules say of a commit that they do not say of the base. */
export type FreshScans = {
  readonly rules: readonly Rule[];
  readonly findings: readonly Finding[];
  readonly crashes: readonly ScanCrash[];
  /** Installed libraries that the commit uses; none where nothing is installed for its manifests. */
  readonly libraries: readonly Library[];
};

/** Taken once for all who ask about the same commits: a team of auditors, and the score after them. */
const taken = new WeakMap<StageContext, Map<string, Promise<FreshScans>>>();

/**
 * The scans of an audit (TEAM-02): the whole tree of a commit, against that of the base. What was there before is not
 * this run's doing. A comment that the work itself brings does not excuse it: whoever is judged does not choose by what.
 */
export async function freshScans(context: StageContext, commit: string): Promise<FreshScans> {
  const known = taken.get(context) ?? new Map<string, Promise<FreshScans>>();
  taken.set(context, known);
  const { base } = context.state();
  const key = `${base} ${commit}`;
  const isWhole = context.inputs.epic.tickets.length === 0;
  const rules = rulesFor(context, 'all');
  const scans =
    known.get(key) ?? (isWhole ? found(context, commit, rules) : compared(context, { base, commit, rules }));
  known.set(key, scans);
  // What failed once is asked again.
  scans.catch(() => known.delete(key));
  return scans;
}

/**
 * Of the findings and of what could not be looked at, that which may be somebody's matter. Only a rule that needs no
 * other file reports where the harm was done: what one over the project says may be the doing of any file, and a file
 * that could not be read is one that all of those did not see.
 */
export function within(scans: FreshScans, isMatter: (path: string) => boolean): FreshScans {
  const near = new Set(scans.rules.filter(isNear).map(({ id }) => id));
  const mayMatter = ({ rule, file }: { readonly rule: string; readonly file: string }): boolean =>
    !near.has(rule) || isMatter(file);
  return { ...scans, findings: scans.findings.filter(mayMatter), crashes: scans.crashes.filter(mayMatter) };
}

/** The scans of a ticket (TEAM-22): the files it changed, by the rules that need no other file. */
export async function scansOfChange(
  context: StageContext,
  base: string,
  commit: string,
  only: ReadonlySet<string>,
): Promise<FreshScans> {
  const rules = rulesFor(context, 'default').filter(isNear);
  return compared(context, { base, commit, rules, only });
}

/** What a rule could not look at may hold anything (P8): whoever wrote it has to write it so that it can be looked at. */
export function unseenFinding({ rule, file, because }: ScanCrash): Finding {
  const message = `static rules could not read all of this file (${rule}: ${because})`;
  return {
    ...bareFinding,
    source: { kind: 'scan', name: 'unseen' },
    rule: 'unseen' satisfies GateRule,
    severity: 'HIGH',
    file,
    message,
    fix: 'Write it as plain text of less than 1 MB with less nesting, or remove it.',
    fingerprint: fingerprint({ rule: `unseen ${rule}`, file, snippet: because, occurrence: 0 }),
    grounding: 'located',
  };
}

/** Everything there is: an audit without tickets asks what the repository is like, not what somebody did to it. */
async function found(context: StageContext, commit: string, rules: readonly Rule[]): Promise<FreshScans> {
  const { findings, crashes, ran, libraries = [] } = await scanAt(context, commit, rules, { base: null });
  const open = findings.filter(({ suppressed }) => suppressed === null).map(scanFindingOf);
  return { rules: rules.filter(({ id }) => ran.includes(id)), findings: open, crashes, libraries };
}

type Comparing = {
  readonly base: string;
  readonly commit: string;
  readonly rules: readonly Rule[];
  readonly only?: ReadonlySet<string>;
};

async function compared(
  context: StageContext,
  { base, commit, rules, only }: Comparing,
): Promise<FreshScans> {
  if (rules.length === 0) return { rules, findings: [], crashes: [], libraries: [] };
  const now = await scanAt(context, commit, rules, { only, base });
  const ran = rules.filter(({ id }) => now.ran.includes(id));
  const { crashes, libraries = [] } = now;
  if (now.findings.length === 0) return { rules: ran, findings: [], crashes, libraries };
  const before = await scanAt(context, base, rules, { only, base: null });
  const findings = freshFindings(
    now.findings.map(scanFindingOf),
    before.findings.map(scanFindingOf),
    new Map(),
  );
  return { rules: ran, findings, crashes, libraries };
}

/** Auditors also get hints, with how far to believe them; a ticket's gate does not. Libraries are looked at where their auditor sits: it gets what their installed declarations say (TEAM-15). */
function rulesFor({ inputs: { config }, plan }: StageContext, profile: Profile): readonly Rule[] {
  const { families, severity } = config.scans;
  const { rules } = chooseRules(allRules, { families, severity, onlyRules: [], onlyFamilies: [], profile });
  const { auditors, maxLibraryChecks } = plan.gating.team;
  const isSeated = auditors.includes('library') && maxLibraryChecks > 0;
  return rules.filter(({ kind }) => isSeated || kind !== 'library');
}

/** What to say beside a finding of a rule that is only a hint. */
const doubts: ReadonlyMap<string, string> = new Map(
  allRules
    .filter((rule) => tierOf(rule) === 'hint')
    .map((rule) => [rule.id, ` (a hint: ${measuredText(rule)})`]),
);

/** The checks that an auditor's scans come to in the score (TEAM-05). */
export function scanChecksOf(
  auditor: Auditor,
  { rules, findings, crashes }: FreshScans,
): readonly ScanCheck[] {
  const broken = new Set(crashes.map(({ rule }) => rule));
  const own = ruleChecks(auditor, rules, findings, broken);
  // A file that could not be parsed or read is no rule's failure; it is on record all the same.
  for (const { id } of rules) broken.delete(id);
  const unseen = auditor === 'technical' ? [...broken] : [];
  return [...own, ...unseen.map((rule) => ({ rule, ran: false, findings: [] }))];
}

/**
 * As an auditor reads them, worst first: `[ID] file:line -- message` (TEAM-20), and how often readers found a rule useful
 * that is only a hint. Withheld files are not spoken of.
 */
export function scanLines(
  auditor: Auditor,
  { rules, findings }: FreshScans,
  withheld: { has(path: string): boolean } | null,
): readonly string[] {
  const own = new Set(rules.filter(({ family }) => auditorOf(family) === auditor).map(({ id }) => id));
  const shown = findings
    .filter(({ rule, file }) => own.has(rule) && withheld?.has(file) !== true)
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  // Twenty places of one thing are one entry.
  const groups = Map.groupBy(shown, ({ rule, message }) => `${rule}] ${message}${doubts.get(rule) ?? ''}`);
  return [...groups].map(([key, same]) => {
    const [rule = '', ...message] = key.split('] ');
    return `[${rule}] ${same.map(({ file, line }) => `${file}:${line}`).join(', ')} -- ${message.join('] ')}`;
  });
}
