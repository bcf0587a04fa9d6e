import { type ComponentType, type JSX, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { Frame } from './frame.tsx';
import { Board } from './pages/board.tsx';
import { Decisions } from './pages/decisions.tsx';
import { Problem } from './parts.tsx';
import { followLinks, useRoute } from './route.ts';
import { connect, useStore } from './store.ts';

type Page = ComponentType;

/** Pages that take more than the board does are loaded when somebody goes there. */
const lazyPages: Readonly<Record<string, () => Promise<Page>>> = {
  graph: async () => (await import('./pages/graph.tsx')).Graph,
  tickets: async () => (await import('./pages/ticket.tsx')).Ticket,
  audit: async () => (await import('./pages/audit.tsx')).Audit,
  cost: async () => (await import('./pages/cost.tsx')).Cost,
  gates: async () => (await import('./pages/gates.tsx')).Gates,
  workers: async () => (await import('./pages/workers.tsx')).Workers,
  results: async () => (await import('./pages/results.tsx')).Results,
  history: async () => (await import('./pages/history.tsx')).History,
};

const loaded = new Map<string, Page>();

function App(): JSX.Element {
  const { path } = useRoute();
  const [name = ''] = path;
  const open = useStore().view?.decisions.length ?? 0;
  useEffect(() => {
    const where = name === '' ? 'Gauntlet' : `Gauntlet · ${path.join(' ')}`;
    document.title = open === 0 ? where : `(${open}) ${where}`;
  }, [path.join('/'), open]);
  return (
    <Frame>{name === '' ? <Board /> : name === 'decisions' ? <Decisions /> : <LazyPage name={name} />}</Frame>
  );
}

function LazyPage({ name }: { readonly name: string }): JSX.Element {
  const [, again] = useState(0);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const load = lazyPages[name];
    if (load === undefined || loaded.has(name)) return;
    load().then(
      (page) => again((times) => times + loaded.set(name, page).size),
      () => setProblem('This page could not be loaded: reload it.'),
    );
  }, [name]);
  const Loaded = loaded.get(name);
  if (Loaded !== undefined) return <Loaded />;
  if (lazyPages[name] === undefined) return <p class="empty">There is no such page.</p>;
  return problem === '' ? <p class="empty">Loading…</p> : <Problem text={problem} />;
}

const root = document.querySelector('#app');
if (root !== null) {
  followLinks();
  void connect();
  render(<App />, root);
}
