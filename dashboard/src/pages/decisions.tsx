import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import type { AnswerView, TicketView, WireDecision } from '../../../src/serve/wire.ts';
import { Empty, Findings, OneLine, Problem, TicketLink } from '../parts.tsx';
import { hrefTo, ticketHref, useRoute } from '../route.ts';
import { getJson, postJson, useFetched, useStore } from '../store.ts';
import { count, dateTime } from '../words.ts';

const MOST_NAMES = 12;
/** Each is laid out with all that was tried: a hundred at once nobody reads. */
const AT_ONCE = 10;

/** What only a person can decide: why, what was tried, what is left, what each answer leads to. */
export function Decisions(): JSX.Element {
  const { view } = useStore();
  const { path } = useRoute();
  const [said, setSaid] = useState('');
  const [most, setMost] = useState(AT_ONCE);
  const decisions = view?.decisions ?? [];
  const [, named] = path;
  const chosen = named === undefined ? decisions : decisions.filter(({ ticket }) => ticket === named);
  return (
    <>
      <div class="page-head">
        <h1>Decisions</h1>
        {named !== undefined && decisions.length > 1 && (
          <a href={hrefTo('/decisions')}>all {count(decisions.length, 'decision')}</a>
        )}
      </div>
      <p role="status" class="said" id="said">
        {said}
      </p>
      {chosen.length === 0 && (
        <Empty>
          {decisions.length === 0
            ? 'Nothing has to be decided.'
            : `${named ?? ''} has no open decision any more.`}
        </Empty>
      )}
      {chosen.slice(0, most).map((decision) => (
        <Decision
          key={decision.question}
          decision={decision}
          readOnly={view?.readOnly ?? true}
          person={view?.person ?? ''}
          onSaid={setSaid}
        />
      ))}
      {chosen.length > most && (
        <button type="button" onClick={() => setMost(most + AT_ONCE)}>
          Show more of {count(chosen.length - most, 'decision')}
        </button>
      )}
    </>
  );
}

type DecisionProps = {
  readonly decision: WireDecision;
  readonly readOnly: boolean;
  readonly person: string;
  readonly onSaid: (text: string) => void;
};

function Decision({ decision, readOnly, person, onSaid }: DecisionProps): JSX.Element {
  const { ticket, title, reason, because, blocks, blocked, evidence, askedAt } = decision;
  return (
    <article class="decision" data-stop tabIndex={-1} aria-label={`Decision about ${ticket}`}>
      <h2>
        <a href={ticketHref(ticket)}>{ticket}</a> {title}
      </h2>
      <p class="words">
        <strong>Why it stopped:</strong> {reason.replaceAll('_', ' ')}
        {because !== '' && because !== reason && (
          <>
            {' '}
            — <OneLine text={because} />
          </>
        )}
      </p>
      <p>
        {blocked === 0
          ? 'No other ticket waits for it.'
          : `${count(blocked, 'ticket waits', 'tickets wait')} for it: `}
        {blocks.slice(0, MOST_NAMES).map((id, nth) => (
          <span key={id}>
            {nth > 0 && ', '}
            <TicketLink id={id} />
          </span>
        ))}
        {blocked > MOST_NAMES && ` and ${blocked - MOST_NAMES} more`}
        <span class="quiet"> · asked {dateTime(askedAt)}</span>
      </p>
      <Tried ticket={ticket} question={decision.question} />
      {evidence.length > 0 && <h3>Check evidence</h3>}
      <ul>
        {evidence.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {readOnly ? (
        <Offered decision={decision} />
      ) : (
        <AnswerForm decision={decision} person={person} onSaid={onSaid} />
      )}
    </article>
  );
}

function Tried({
  ticket,
  question,
}: {
  readonly ticket: string;
  readonly question: number;
}): JSX.Element | null {
  const { value, problem } = useFetched(
    () => getJson<TicketView>(`tickets/${encodeURIComponent(ticket)}`),
    [ticket, question],
  );
  if (problem !== '') return <Problem text={problem} />;
  if (value === undefined || value.tried.length === 0) return null;
  const left = value.tried.at(-1)?.findings.filter(({ setAside }) => setAside === '') ?? [];
  return (
    <>
      {left.length > 0 && <h3>Findings</h3>}
      <Findings findings={left} />
      {left.length === 0 && value.lastLines.length > 0 && (
        <pre class="words">{value.lastLines.join('\n')}</pre>
      )}
      <h3>Attempts</h3>
      <ol class="tried">
        {value.tried.map(({ attempt, kind, because, findings }) => (
          <li key={attempt} value={attempt}>
            attempt {attempt}, {kind}: <OneLine text={because} />{' '}
            <span class="quiet">({count(findings.length, 'finding')})</span>
          </li>
        ))}
      </ol>
      <p>
        <a href={ticketHref(ticket, { tab: 'diff' })}>The diff of its last attempt</a>
      </p>
    </>
  );
}

function Offered({ decision }: { readonly decision: WireDecision }): JSX.Element {
  return (
    <>
      <h3>Possible answers</h3>
      <p class="quiet">This server is read-only. On the command line:</p>
      <ul>
        {decision.answers.map(({ choice, command, consequence }) => (
          <li key={choice}>
            <code>{command}</code> {consequence}
          </li>
        ))}
      </ul>
    </>
  );
}

function AnswerForm({ decision, person, onSaid }: Omit<DecisionProps, 'readOnly'>): JSX.Element {
  const [choice, setChoice] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const chosen = decision.answers.find((answer) => answer.choice === choice);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (chosen === undefined) return setProblem('Choose one of the answers.');
    if (chosen.needsReason && reason.trim() === '')
      return setProblem('This answer needs a reason: it is recorded.');
    setBusy(true);
    try {
      const path = `decisions/${encodeURIComponent(decision.ticket)}`;
      const said = await postJson<AnswerView>(path, { question: decision.question, choice, reason });
      const next =
        said.next === ''
          ? 'The run continues with your answer.'
          : `No coordinator works on this run now: ${said.next}`;
      onSaid(`${said.ticket}: ${said.choice}, recorded as ${said.by}. ${next}`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const field = `reason-${decision.question}`;
  return (
    <form class="answer" onSubmit={(event) => void send(event)}>
      <fieldset>
        <legend>Your decision (recorded as {person})</legend>
        {decision.answers.map((answer) => (
          <label key={answer.choice} class="choice">
            <input
              type="radio"
              name={`choice-${decision.question}`}
              value={answer.choice}
              checked={choice === answer.choice}
              onChange={() => setChoice(answer.choice)}
            />
            <span>
              <strong>{answer.choice}</strong> {answer.consequence}
              <code class="command">{answer.command}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <label for={field}>Why{chosen?.needsReason === true ? ' (needed)' : ''}</label>
      <textarea
        id={field}
        rows={3}
        maxLength={4000}
        value={reason}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      <Problem text={problem} />
      <button type="submit" class="main-button" disabled={busy}>
        {chosen === undefined ? 'Answer' : `Answer: ${chosen.choice}`}
      </button>
    </form>
  );
}
