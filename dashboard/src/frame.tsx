import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { StateView } from '../../src/serve/wire.ts';
import { keyWords, useKeys } from './keys.ts';
import { Palette } from './palette.tsx';
import { OneLine, Problem, useNow, Verdict } from './parts.tsx';
import { places } from './places.ts';
import { hrefTo, useRoute } from './route.ts';
import { type Line, useStore } from './store.ts';
import { useTheme } from './theme.ts';
import { clockTime, count, duration, money, tokens } from './words.ts';

/** What stands around every page: how the run stands, what it needs from a person, and the way to all pages. */
export function Frame({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { view, line, latest, problem } = useStore();
  const [theme, otherTheme] = useTheme();
  const [above, setAbove] = useState<'help' | 'palette' | undefined>();
  const close = (): void => setAbove(undefined);
  useKeys({ help: () => setAbove('help'), palette: () => setAbove('palette'), theme: otherTheme, close });
  const main = useBeginning();
  // Audits and reviews have results where no epic ever ran.
  const isFree = useRoute().path[0] === 'results';
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <p class="brand" title="Gauntlet">
          {view?.repository ?? 'Gauntlet'}
        </p>
        {view !== undefined && <RunLine view={view} />}
        <span class="spread" />
        <Connection line={line} />
        <button
          type="button"
          class="wide"
          onClick={otherTheme}
          aria-label={`Use the ${theme === 'dark' ? 'light' : 'dark'} theme`}
        >
          {theme === 'dark' ? '☀' : '☾'}
        </button>
        <button type="button" onClick={() => setAbove('palette')} title="Ctrl K, ⌘ K">
          Go to
        </button>
        <button type="button" class="wide" onClick={() => setAbove('help')} aria-label="Keys">
          ?
        </button>
      </header>
      {view !== undefined && <Needed view={view} />}
      <Nav view={view} />
      <main id="main" tabIndex={-1} ref={main}>
        <Problem text={problem} />
        {view === undefined && !isFree
          ? problem === '' && <p class="empty">Reading the journal…</p>
          : children}
      </main>
      {latest !== undefined && (
        <footer class="foot" aria-label="Latest event">
          <span id="latest">
            {`${latest.seq} · ${clockTime(latest.at)} ${latest.ticket === '' ? '' : `[${latest.ticket}] `}${latest.words}`}
          </span>
        </footer>
      )}
      {above === 'help' && <Help close={close} />}
      {above === 'palette' && <Palette close={close} otherTheme={otherTheme} />}
    </div>
  );
}

/** Another page is read from its beginning, by eyes and by readers of screens. */
function useBeginning(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const place = useRoute().path.join('/');
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    main.current?.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [place]);
  return main;
}

/** The loudest thing on every page: what waits for a person, and how much waits with it. */
function Needed({ view }: { readonly view: StateView }): JSX.Element | null {
  const { decisions, run } = view;
  if (decisions.length === 0 && run.infrastructure === '') return null;
  const blocking = run.blocked === 0 ? '' : `, blocking ${count(run.blocked, 'ticket')}`;
  return (
    <div class="needed-all" role="status">
      {decisions.length > 0 && (
        <p class="needed">
          <span aria-hidden="true">⚠</span>{' '}
          <strong>
            {count(decisions.length, 'decision')} needed{blocking}
          </strong>{' '}
          {decisions.slice(0, 4).map(({ ticket }) => (
            <a key={ticket} class="needed-link" href={hrefTo(`/decisions/${encodeURIComponent(ticket)}`)}>
              {ticket}
            </a>
          ))}
          {decisions.length > 4 && <a href={hrefTo('/decisions')}>and {decisions.length - 4} more</a>}
        </p>
      )}
      {run.infrastructure !== '' && (
        <p class="needed warn">
          <strong>Checks cannot pass at base:</strong> <OneLine text={run.infrastructure} />
        </p>
      )}
    </div>
  );
}

function RunLine({ view }: { readonly view: StateView }): JSX.Element {
  const { run, epics } = view;
  const now = useNow(run.held);
  const total = Object.values(run.counts).reduce((sum, many) => sum + many, 0);
  const elapsed = run.startedAt === null ? '' : duration((run.held ? now : run.at) - run.startedAt);
  const budget = run.budget.usd === null ? '' : ` of ${money(run.budget.usd)}`;
  const spent =
    run.spent.usd === 0 && run.budget.usd === null
      ? `${tokens(run.spent.tokens)} tokens`
      : money(run.spent.usd);
  return (
    <div class="run">
      {epics.length > 1 ? (
        <label>
          <span class="sr">Epic</span>
          <select value={run.epic} onChange={(event) => switchEpic(event.currentTarget.value)}>
            {epics.map((epic) => (
              <option key={epic}>{epic}</option>
            ))}
          </select>
        </label>
      ) : (
        <span class="epic">{run.epic}</span>
      )}
      {run.baseRef !== '' && (
        <span class="wide branches">
          <code>{run.baseRef}</code> → <code>{run.branch ?? 'no branch yet'}</code>
        </span>
      )}
      <Verdict outcome={run.outcome} />
      <span class="progress wide" role="img" aria-label={`${run.counts.done} of ${total} tickets landed`}>
        <span style={{ width: `${total === 0 ? 0 : (run.counts.done / total) * 100}%` }} />
      </span>
      <span class="wide">
        {run.counts.done}/{total} landed · {run.counts.running} running · {spent}
        {budget} · {elapsed}
      </span>
    </div>
  );
}

function switchEpic(epic: string): void {
  location.assign(`/?epic=${encodeURIComponent(epic)}`);
}

const lineWords: Readonly<Record<Line, string>> = {
  connecting: 'connecting…',
  live: 'live',
  broken: 'not connected',
};

function Connection({ line }: { readonly line: Line }): JSX.Element {
  return (
    <span class={`line ${line}`} role="status">
      <span aria-hidden="true">{line === 'live' ? '●' : '○'}</span>{' '}
      <span class="words">{lineWords[line]}</span>
    </span>
  );
}

function Nav({ view }: { readonly view: StateView | undefined }): JSX.Element {
  const { path } = useRoute();
  const here = path[0] === 'tickets' ? '/' : `/${path[0] ?? ''}`;
  const pages = useRef<HTMLElement>(null);
  // On a phone the row of pages is wider than the screen.
  useEffect(() => {
    const row = pages.current;
    const current = row?.querySelector<HTMLElement>('[aria-current]') ?? null;
    if (row === null || current === null) return;
    row.scrollTo({ left: current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2 });
  }, [here, view === undefined]);
  return (
    <nav aria-label="Pages" ref={pages}>
      {places
        .filter(({ path: to }) => to !== '/workers' || view?.run.isShared === true)
        .map(({ path: to, name }) => (
          <a key={to} href={hrefTo(to)} aria-current={here === to ? 'page' : undefined}>
            {name}
            {to === '/decisions' && view !== undefined && view.decisions.length > 0 && (
              <span class="badge">{view.decisions.length}</span>
            )}
          </a>
        ))}
    </nav>
  );
}

function Help({ close }: { readonly close: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={close} aria-label="Keys">
      <h2>Keys</h2>
      <dl class="keys">
        {keyWords.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
