import { auditorReport, writeAuditReport, writeAuditTeamReport } from '../../formats/index.ts';
import type { AuditorReport, AuditTeamReport, FixGroup } from '../../model/audit.ts';
import type { Event, ResultEvent } from '../../model/events.ts';
import type { JournalReader } from '../../ports/journal.ts';
import type { RunRecords } from '../../run/index.ts';

type Scored = Extract<ResultEvent, { type: 'audit_scored' }>;
type Opened = Extract<Event, { type: 'fix_opened' }>;

export type AuditSource = { readonly journal: Pick<JournalReader, 'read'>; readonly records: RunRecords };

/** `run`, or the id of the milestone (TEAM-04). */
export function scopeName({ ticket }: Pick<Scored, 'ticket'>): string {
  return ticket.slice(ticket.indexOf(':') + 1);
}

/** The reports of a round as files: each auditor's, and what they come to; null is no file. Nothing is read back from here. */
export async function copyAudit(
  scored: Scored,
  source: AuditSource,
  put: (name: string, text: string | null) => void,
): Promise<void> {
  const report = await teamReportOf(scored, source);
  if (report === undefined) return;
  const isScored = (name: string | null): boolean =>
    name !== 'recovery' || report.findings.some(({ auditor }) => auditor === name);
  // What counted in an earlier round and not in this one is taken away: whoever scores the files again would count it.
  for (const own of await auditorReports(scored, source))
    put(`${own.auditor ?? 'unknown'}_audit.md`, isScored(own.auditor) ? writeAuditReport(own) : null);
  const request = await source.records.get(scored.run, 'reconciliation');
  // Asked for and not there is a report with nothing in it: whoever scores the files again has to know.
  if (request !== undefined)
    put('reconciliation.md', writeAuditReport(auditorReport('requirements', request?.findings ?? [])));
  const scans = await source.records.get(scored.run, 'scanChecks');
  if (scans !== undefined) put('scan_checks.json', `${JSON.stringify(scans, null, 2)}\n`);
  put('AUDIT_REPORT.md', writeAuditTeamReport(report));
  put('audit.json', `${JSON.stringify(report, null, 2)}\n`);
}

/** What a scoring came to, with every field of the report (TEAM-27). */
export async function teamReportOf(
  scored: Scored,
  { journal, records }: AuditSource,
): Promise<AuditTeamReport | undefined> {
  const score = await records.get(scored.run, 'score');
  if (score === undefined) return undefined;
  const events = [...journal.read()];
  const all = events.filter(
    (event): event is Scored => event.type === 'audit_scored' && event.ticket === scored.ticket,
  );
  const opened = events.filter(
    (event): event is Opened => event.type === 'fix_opened' && event.audit === scored.ticket,
  );
  const rounds = all
    .map((each, at) => ({
      each,
      sent: opened.filter(({ seq }) => seq > each.seq && seq < (all[at + 1]?.seq ?? Infinity)),
    }))
    .filter(({ sent }) => sent.length > 0);
  const groups = await Promise.all(
    rounds.map(({ each, sent }, at) =>
      sentGroups(each, sent, at + 1, { records, isLast: each.seq === scored.seq }),
    ),
  );
  const now = rounds.find(({ each }) => each.seq === scored.seq)?.sent ?? [];
  const own = (await records.get(scored.run, 'round'))?.groups ?? [];
  const waiting = own.filter((_, nth) => now.every(({ group }) => group !== nth));
  const last = Math.max(0, ...opened.map(numberOf));
  const began = events.find((event) => 'ticket' in event && event.ticket === scored.ticket)?.at ?? scored.at;
  return {
    ...score,
    ...(scored.failOn === undefined ? {} : { failOn: scored.failOn }),
    fixRoundsUsed: rounds.length,
    fixGroups: [...groups.flat(), ...waiting.map((group, at) => named(group, last + at + 1))],
    durationSeconds: Math.max(0, Math.round((scored.at - began) / 100) / 10),
  };
}

/** A group has the number of the fix that it is or will be, so that no two of an audit have one name. */
function named(group: FixGroup, number: number): FixGroup {
  return group.general ? group : { ...group, name: `fix-${number}` };
}

/** `fix:3` is 3. */
function numberOf({ ticket }: Opened): number {
  return Number(scopeName({ ticket }));
}

type Sending = { readonly records: RunRecords; readonly isLast: boolean };

/** The groups of one scoring that were sent to fixers, with the ids of their findings; numbers only of the report's own. */
async function sentGroups(
  scored: Scored,
  sent: readonly Opened[],
  round: number,
  { records, isLast }: Sending,
): Promise<readonly FixGroup[]> {
  const { groups = [], findings: found = [] } = (await records.get(scored.run, 'round')) ?? {};
  return sent.flatMap((fix) => {
    const group = groups[fix.group];
    if (group === undefined) return [];
    const about = new Set(group.findings.flatMap((position) => found[position]?.id ?? []));
    const findings = isLast ? group.findings : [];
    return {
      ...named(group, numberOf(fix)),
      findings,
      round,
      about: [...about],
    };
  });
}

/** The last report of every seat before the score. */
async function auditorReports(
  scored: Scored,
  { journal, records }: AuditSource,
): Promise<readonly AuditorReport[]> {
  const seats = new Map<string, AuditorReport>();
  for (const event of journal.read()) {
    if (event.seq > scored.seq || !('ticket' in event) || event.ticket !== scored.ticket) continue;
    const report = await reportIn(event, records);
    if (report !== undefined) seats.set(report.auditor ?? '', report);
  }
  return [...seats.values()];
}

async function reportIn(event: Event, records: RunRecords): Promise<AuditorReport | undefined> {
  if (event.type === 'team_auditor_reported') return records.get(event.run, 'auditorReport');
  // One that left items out is not done, and what it found counts too.
  if (event.type !== 'recovery_done' && event.type !== 'agent_unclear') return undefined;
  const kept = await records.get(event.run, 'recovery');
  return kept === undefined ? undefined : { ...kept.report, auditor: 'recovery' };
}
