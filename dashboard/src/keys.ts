import { useEffect, useRef } from 'preact/hooks';

import { places } from './places.ts';
import { go, hrefTo } from './route.ts';

/** Every key there is, as the sheet shows them. */
export const keyWords: readonly (readonly [string, string])[] = [
  ['Ctrl K, ⌘ K', 'go to any page, ticket or decision'],
  ['j / k', 'next, previous ticket, decision or row'],
  ['Enter', 'open it'],
  ['/', 'filter'],
  ...places.map(({ key, name }) => [`g ${key}`, name.toLowerCase()] as const),
  ['t', 'dark or light'],
  ['?', 'this sheet'],
  ['Esc', 'close, or leave a field'],
];

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}

/** Moves the focus among everything that is marked as worth stopping at, in the order of the page. */
function step(by: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-stop]')];
  const now = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[now === -1 ? (by === 1 ? 0 : stops.length - 1) : now + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

export function useKeys(act: {
  readonly help: () => void;
  readonly theme: () => void;
  readonly palette: () => void;
  readonly close: () => void;
}): void {
  // Kept from one drawing to the next: something may be drawn between two keys.
  const leading = useRef('');
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') {
        if (isTyping(event.target)) (event.target as HTMLElement).blur();
        act.close();
        return;
      }
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        return act.palette();
      }
      // What is open before the page has the keys.
      if (document.querySelector('dialog[open]') !== null) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const place = leading.current === 'g' ? places.find(({ key }) => key === event.key)?.path : undefined;
      leading.current = leading.current === '' && event.key === 'g' ? 'g' : '';
      if (place !== undefined) go(hrefTo(place));
      else if (event.key === 'j') step(1);
      else if (event.key === 'k') step(-1);
      else if (event.key === '?') act.help();
      else if (event.key === 't') act.theme();
      else if (event.key === '/') document.querySelector<HTMLElement>('[data-filter]')?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}
