import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { places } from './places.ts';
import { go, hrefTo, ticketHref } from './route.ts';
import { useStore } from './store.ts';
import { bucketWords, fits, glyphs } from './words.ts';

type Target = { readonly words: string; readonly note: string; readonly go: () => void };

const MOST = 40;

/** Goes anywhere by a few letters: pages, decisions, tickets. */
export function Palette({
  close,
  otherTheme,
}: {
  readonly close: () => void;
  readonly otherTheme: () => void;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const all = useTargets(otherTheme);
  const found = all.filter(({ words, note }) => fits(`${words} ${note}`, typed)).slice(0, MOST);
  const at = Math.min(chosen, found.length - 1);
  useEffect(() => dialog.current?.showModal(), []);
  const take = (target: Target | undefined): void => {
    if (target === undefined) return;
    dialog.current?.close();
    target.go();
  };
  const pressed = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0 && found.length > 0) setChosen((at + by + found.length) % found.length);
    else if (event.key === 'Enter') take(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} class="palette" onClose={close} aria-label="Go to">
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-found"
        aria-activedescendant={found.length === 0 ? undefined : `palette-${at}`}
        aria-label="Go to a page, a ticket or a decision"
        placeholder="A page, a ticket, a decision…"
        autoFocus
        value={typed}
        onKeyDown={pressed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(0);
        }}
      />
      <ul id="palette-found" role="listbox" aria-label="Where to">
        {found.map((target, nth) => (
          <li
            key={`${target.words} ${target.note}`}
            id={`palette-${nth}`}
            role="option"
            aria-selected={nth === at}
            onClick={() => take(target)}
          >
            <span>{target.words}</span> <span class="quiet">{target.note}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="empty">No match.</p>}
    </dialog>
  );
}

function useTargets(otherTheme: () => void): readonly Target[] {
  const { view, rows } = useStore();
  return [
    ...(view?.decisions ?? []).map(({ ticket, title }) => ({
      words: `Decide ${ticket}`,
      note: title,
      go: () => go(hrefTo(`/decisions/${encodeURIComponent(ticket)}`)),
    })),
    ...places.map(({ path, name }) => ({ words: name, note: 'page', go: () => go(hrefTo(path)) })),
    { words: 'Dark or light', note: 'theme', go: otherTheme },
    ...[...rows.values()].map(({ id, title, bucket }) => ({
      words: `${glyphs[bucket]} ${id}`,
      note: `${title} · ${bucketWords[bucket]}`,
      go: () => go(ticketHref(id)),
    })),
  ];
}
