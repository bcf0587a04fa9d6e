import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { Row, WireFinding } from '../../src/serve/wire.ts';
import { ticketHref } from './route.ts';
import { bucketWords, glyphs, stepGlyphs } from './words.ts';

/** How a ticket stands: picture and word, never colour alone. */
export function Standing({ row }: { readonly row: Pick<Row, 'bucket' | 'status'> }): JSX.Element {
  return (
    <span class={`pill ${row.bucket}`}>
      <span aria-hidden="true">{glyphs[row.bucket]}</span>{' '}
      {row.bucket === 'running' ? row.status.replace('_', ' ') : bucketWords[row.bucket]}
    </span>
  );
}

/** The six stations of the gate and how each stands for the commit at hand. */
export function GateBar({ row }: { readonly row: Row }): JSX.Element | null {
  if (row.steps.length === 0) return null;
  const words = row.steps.map(({ stage, state }) => `${stage} ${state}`).join(', ');
  return (
    <span class="bar" role="img" aria-label={words} title={words}>
      {row.steps.map(({ stage, state }) => (
        <span key={stage} class={`step ${state}`} aria-hidden="true">
          {stepGlyphs[state]}
        </span>
      ))}
    </span>
  );
}

export function TicketLink({ id }: { readonly id: string }): JSX.Element {
  return <a href={ticketHref(id)}>{id}</a>;
}

/** A clock for what runs; it ticks by itself so that nobody has to fetch anything. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

const LONGEST = 2000;

/** One line of what others wrote: as text, and not longer than anybody reads. */
export function OneLine({ text }: { readonly text: string }): JSX.Element {
  if (text.length <= LONGEST) return <>{text}</>;
  return (
    <>
      {text.slice(0, LONGEST)}
      <span class="quiet"> … {(text.length - LONGEST).toLocaleString('en')} more characters</span>
    </>
  );
}

export function Finding({ finding }: { readonly finding: WireFinding }): JSX.Element {
  const { severity, rule, file, line, message, evidence, fix, by, setAside } = finding;
  return (
    <div class={`finding ${setAside === '' ? severity.toLowerCase() : 'aside'}`}>
      <p class="finding-head">
        <strong class={`severity ${severity.toLowerCase()}`}>{severity}</strong> <code>{rule}</code>{' '}
        {file !== '' && (
          <code class="place">
            {file}
            {line > 0 && `:${line}`}
          </code>
        )}{' '}
        <span class="quiet">{by}</span>
      </p>
      <p class="words">
        <OneLine text={message} />
      </p>
      {fix !== '' && (
        <p class="words">
          <strong>Fix:</strong> <OneLine text={fix} />
        </p>
      )}
      {evidence !== '' && (
        <p class="words quiet">
          Evidence: <OneLine text={evidence} />
        </p>
      )}
      {setAside !== '' && <p class="words quiet">Set aside: {setAside}</p>}
    </div>
  );
}

export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <p class="empty">{children}</p>;
}

export function Problem({ text }: { readonly text: string }): JSX.Element | null {
  return text === '' ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}

/** A table with its heading; wide ones scroll in themselves. */
export function Table(props: {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}): JSX.Element {
  return (
    <div class="table" role="region" aria-label={props.caption} tabIndex={0}>
      <table>
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            {props.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((cells, nth) => (
            <tr key={nth}>
              {cells.map((cell, column) => (
                <td key={props.heads[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A share of something, as a bar with its figure beside it. */
export function Share({ ratio, label }: { readonly ratio: number; readonly label: string }): JSX.Element {
  const width = `${Math.min(100, Math.max(0, ratio * 100))}%`;
  return (
    <span class="share" role="img" aria-label={label}>
      <span style={{ width }} class={ratio > 1 ? 'over' : ''} />
    </span>
  );
}
