import type { JSX } from 'preact';

import { checkName } from '../../../src/model/checks.ts';
import type { TicketView, WireAttempt, WireCheck, WireRun } from '../../../src/serve/wire.ts';
import { Empty, Findings, OneLine, useNow } from '../parts.tsx';
import { ticketHref } from '../route.ts';
import { brief, clockTime, count, duration, money, short, tokens } from '../words.ts';

/** Attempt by attempt what was done and what came of it. */
export function Attempts({
  view,
  failedOnly,
}: {
  readonly view: TicketView;
  readonly failedOnly: boolean;
}): JSX.Element {
  const { id } = view.row;
  if (view.attempts.length === 0) return <Empty>No step of this ticket has run yet.</Empty>;
  return (
    <>
      <p>
        <a href={ticketHref(id, { tab: 'attempts', failed: failedOnly ? undefined : '1' })}>
          {failedOnly ? 'Show every run' : 'Only steps that did not pass'}
        </a>
      </p>
      {view.attempts.map((attempt) => (
        <Attempt key={attempt.attempt} id={id} attempt={attempt} failedOnly={failedOnly} />
      ))}
    </>
  );
}

type AttemptProps = { readonly id: string; readonly attempt: WireAttempt; readonly failedOnly: boolean };

function Attempt({ id, attempt, failedOnly }: AttemptProps): JSX.Element {
  const runs = attempt.runs.filter(
    ({ outcome }) => !failedOnly || outcome === 'fail' || outcome === 'broken',
  );
  return (
    <section class="attempt" aria-label={`Attempt ${attempt.attempt}`}>
      <h2>
        Attempt {attempt.attempt}{' '}
        {attempt.commit !== null && (
          <a href={ticketHref(id, { tab: 'diff', attempt: String(attempt.attempt) })}>
            <code>{short(attempt.commit)}</code>
          </a>
        )}
      </h2>
      <ol class="timeline">
        {runs.map((run) => (
          <Run key={run.run} id={id} run={run} />
        ))}
      </ol>
      {attempt.sentBack !== null && (
        <p class="sent-back">
          <span aria-hidden="true">↻</span> sent back ({attempt.sentBack.kind}):{' '}
          <OneLine text={attempt.sentBack.because} />
        </p>
      )}
    </section>
  );
}

const outcomeGlyphs: Readonly<Record<WireRun['outcome'], string>> = {
  pass: '✓',
  fail: '✗',
  broken: '!',
  said: '·',
  running: '▶',
};

/** `critic: pass` beside the word critic is `pass`. */
function withoutRole({ role, words }: WireRun): string {
  return words.startsWith(`${role}: `) ? words.slice(role.length + 2) : words;
}

function Run({ id, run }: { readonly id: string; readonly run: WireRun }): JSX.Element {
  const now = useNow(run.endedAt === null);
  const spent =
    run.usd > 0 ? ` · ${money(run.usd)}` : run.tokens > 0 ? ` · ${tokens(run.tokens)} tokens` : '';
  return (
    <li class={`run-entry ${run.outcome}`} data-stop tabIndex={-1}>
      <p class="run-line">
        <span class="run-glyph" aria-hidden="true">
          {outcomeGlyphs[run.outcome]}
        </span>
        <strong>
          {run.role}
          {run.seat > 0 && ` ${run.seat + 1}`}
        </strong>{' '}
        <OneLine text={withoutRole(run)} />{' '}
        <span class="quiet">
          {clockTime(run.startedAt)} · {duration((run.endedAt ?? now) - run.startedAt)}
          {spent}
          {run.try > 1 && ` · try ${run.try}`} ·{' '}
        </span>
        <a href={ticketHref(id, { tab: 'logs', run: String(run.run) })}>run {run.run}</a>
      </p>
      <Checks checks={run.checks} />
      {run.said.length > 0 && (
        <ul class="quiet">
          {run.said.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <Findings findings={run.findings} more={run.moreFindings} />
    </li>
  );
}

/** How many passed, and of those that did not what they said. */
function Checks({ checks }: { readonly checks: readonly WireCheck[] }): JSX.Element | null {
  if (checks.length === 0) return null;
  const red = checks.filter(({ status, flaky }) => status !== 'PASS' || flaky);
  return (
    <>
      <p class="quiet">
        {count(checks.length, 'check')}, {checks.length - red.length} passed
      </p>
      {red.map((check) => (
        <details key={`${check.check} ${check.environment}`} class="check">
          <summary class="check-red">
            {check.status === 'PASS' ? 'flaky' : check.status} {checkName(check)}
            {check.exitCode !== null && `, exit code ${check.exitCode}`}
            {check.ms !== null && ` · ${brief(check.ms)}`}
          </summary>
          <pre>{check.details === '' ? 'Nothing was printed.' : check.details}</pre>
        </details>
      ))}
    </>
  );
}
