import type { Status } from '../../model/events.ts';
import { jobNamed, type Job } from '../../state/index.ts';
import { complaintsOf, isNews, reviewWords, stepWords, ticketOf, type Step } from './event-line.ts';
import { eventWords } from '../event-words.ts';
import { drawn, type Face, type TerminalLine, type TintedText, type Tint } from '../line.ts';
import { count, duration, money, quoted, titleOf, type Titles } from '../say.ts';
import { glyphOf } from '../stage-words.ts';

const MOST_FINDINGS = 5;
const FINGERPRINT = /(?:^|\s)[0-9a-f]{16,64}$/;

/** What scrolls by above the live block: a ticket that ended or was sent back, and what concerns the whole run. */
export function scrollLines(step: Step, titles: Titles, face: Face): readonly string[] {
  return linesOf(step, titles, face.ascii).map((line) => drawn(line, face));
}

function linesOf(step: Step, titles: Titles, ascii: boolean): readonly TerminalLine[] {
  const { event, before, after } = step;
  const was = 'ticket' in event ? jobNamed(before, event.ticket) : undefined;
  const is = 'ticket' in event ? jobNamed(after, event.ticket) : undefined;
  if (is === undefined || was === undefined) {
    return isNews(step, true) ? [[['plain', `  ${ticketOf(event)}: ${stepWords(step)}`]]] : [];
  }
  if (was.status === is.status || !shown.has(is.status)) return isAside(step) ? [aside(step, ascii)] : [];
  const head: TintedText[] = [
    [tints[is.status] ?? 'plain', `${glyphOf(is.status, ascii)} ${quoted(is.id, 64)}`],
    ['plain', titled(titleOf(titles, is.id))],
    ['quiet', `  ${tail(step, was, is)}`],
  ];
  return [head, ...(is.status === 'completed' ? [] : findingLines(was))];
}

const shown: ReadonlySet<Status> = new Set<Status>([
  'completed',
  'failed',
  'escalated',
  'needs_revision',
  'blocked',
]);

const tints: Readonly<Partial<Record<Status, Tint>>> = {
  completed: 'good',
  failed: 'error',
  escalated: 'loud',
  needs_revision: 'warning',
  blocked: 'warning',
};

function titled(title: string): string {
  return title === '' ? '' : `  ${title}`;
}

function tail({ event }: Step, was: Job, is: Job): string {
  const worked = is.busy === 0 ? '' : `${duration(is.busy)}  `;
  if (is.status === 'completed') {
    const cost = is.spent.usd === 0 ? '' : `${money(is.spent.usd)}  `;
    const attempts = is.attempt === 0 ? '' : `${count(is.attempt + 1, 'attempt')}  `;
    return `completed  ${worked}${cost}${attempts}${reviewWords(is)}`.trimEnd();
  }
  const complaints = complaintsOf(was).map(eventWords);
  const words =
    complaints.length > 0 && event.type === 'ticket_sent_back' ? complaints.join('; ') : eventWords(event);
  return `${is.status}  ${words}${is.status === 'needs_revision' ? rework(was, is) : ''}`;
}

/** A landing that is tried again is no new attempt. */
function rework(was: Job, is: Job): string {
  return is.attempt === was.attempt ? ' -> rework' : ` -> rework, attempt ${is.attempt + 1}`;
}

/** The findings that sent it back, in few lines: whoever watches wants to know what it was. */
function findingLines(job: Job): TerminalLine[] {
  const findings = complaintsOf(job)
    .flatMap((outcome) => ('findings' in outcome ? outcome.findings : []))
    // A fingerprint is for programs; what is left is the rule or the place.
    .map((finding) => finding.replace(FINGERPRINT, '').trim())
    .filter((finding) => finding !== '');
  const lines = findings
    .slice(0, MOST_FINDINGS)
    .map((finding): TerminalLine => [['quiet', `    ${quoted(finding)}`]]);
  const more = findings.length - MOST_FINDINGS;
  return more > 0 ? [...lines, [['quiet', `    and ${more} more`]]] : lines;
}

function isAside({ event }: Step): boolean {
  return (
    event.type === 'agent_failed' ||
    event.type === 'agent_limited' ||
    event.type === 'decision_answered' ||
    event.type === 'ticket_edited'
  );
}

function aside(step: Step, ascii: boolean): TerminalLine {
  return [['quiet', `${ascii ? '.' : '·'} ${ticketOf(step.event)}  ${stepWords(step)}`]];
}
