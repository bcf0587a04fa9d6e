import type { JSX } from 'preact';

import type { RunView } from '../../src/serve/wire.ts';
import { ticketHref } from './route.ts';
import { duration } from './words.ts';

type Link = RunView['landing'][number];

/** The chain of candidates, the head first: who is gated on whom, and who is aside. Nothing while at most one lands. */
export function LandingStrip({
  links,
  now,
}: {
  readonly links: readonly Link[];
  readonly now: number;
}): JSX.Element | null {
  if (links.length < 2) return null;
  return (
    <ol class="landing-strip" aria-label={`Landing: ${links.length} candidates`}>
      <li>tip</li>
      {links.map((link) => (
        <li key={link.ticket} data-state={link.state} title={link.because ?? ''}>
          {link.state === 'aside' ? '⟂ ' : '← '}
          <a href={ticketHref(link.ticket)}>{link.ticket}</a> {wordsOf(link, now)}
        </li>
      ))}
    </ol>
  );
}

function wordsOf({ state, since, on }: Link, now: number): string {
  if (state === 'gating') return `gate ${duration(now - (since ?? now))}`;
  if (state === 'suspect') return 'failed once, running again';
  if (state === 'aside') return `waiting until ${on.at(-1) ?? 'the tip'} has landed or left the queue`;
  return state === 'open' ? 'waiting for a gate' : state;
}
