import type { Mutation } from '../mutation.ts';

const list = 'src/components/PlotList.tsx';

export const mutations: readonly Mutation[] = [
  // ASSET
  {
    rule: 'ASSET-002',
    what: 'the leaf is gone',
    file: 'public/leaf.svg',
    find: null,
    put: null,
    at: 'src/app/globals.css',
  },
  {
    rule: 'ASSET-001',
    what: 'a picture that is not in public',
    file: 'src/app/page.tsx',
    find: `<h1>Plots</h1>`,
    put: `<img src="/hero.webp" alt="" />
      <h1>Plots</h1>`,
  },
  // SEC
  {
    rule: 'SEC-001',
    what: 'the password of the database in the code',
    file: 'src/db/client.ts',
    find: `const url = process.env.DATABASE_URL;`,
    put: `const url = 'postgres://garden:Wh1te¦Rabbit77@db.garden.io:5432/garden';`,
  },
  // PROJ
  // DEPLOY
  {
    rule: 'DEPLOY-001',
    what: 'the container listens on another port',
    file: 'docker-compose.yml',
    find: `'3000:3000'`,
    put: `'3000:8080'`,
    at: '*',
  },
  {
    rule: 'DEPLOY-002',
    what: 'a key that no example and no compose file knows',
    file: 'src/services/letters.ts',
    find: `const host = process.env.MAIL_HOST ?? 'mail';`,
    put: `const host = process.env.MAIL_HOST ?? 'mail';
const sender = process.env.MAIL_SENDER;
if (!sender) throw new Error('MAIL_SENDER is not set');`,
    at: '*',
  },
  {
    rule: 'DEPLOY-004',
    what: 'the database is looked for by a name that is no service',
    file: 'docker-compose.yml',
    find: `@db:5432/garden`,
    put: `@postgres:5432/garden`,
    at: '*',
  },
  // ORPHAN
  {
    rule: 'ORPHAN-001',
    what: 'a file nobody imports',
    file: 'src/services/weather.ts',
    find: null,
    put: `export async function rainOf(day: string): Promise<number> {
  const answer = await fetch(\`https://weather.example.org/rain?day=\${day}\`);
  return Number(await answer.text());
}
`,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'ORPHAN-002',
    what: 'a function nobody calls',
    file: 'src/components/area.ts',
    find: `export function readableArea`,
    put: `export function hectares(squareMetres: number): number {
  return squareMetres / 10_000;
}

export function readableArea`,
  },
  {
    rule: 'ORPHAN-003',
    what: 'a component nobody shows',
    file: list,
    find: `import { HarvestForm } from './HarvestForm';
`,
    put: `import { HarvestForm } from './HarvestForm';

export function PlotBadge({ state }: { state: string }) {
  return <span>{state}</span>;
}
`,
    also: ['ORPHAN-002'],
  },
  // DUP
  {
    rule: 'DUP-001',
    what: 'the form is copied to be changed later',
    file: 'src/components/HarvestEditor.tsx',
    find: null,
    put: `'use client';

import { useState, type FormEvent } from 'react';

export function HarvestEditor({ plotId }: { plotId: number }) {
  const [crop, setCrop] = useState('');
  const [kilograms, setKilograms] = useState(1);
  const [problem, setProblem] = useState('');

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!crop) {
      setProblem('Say what you harvested.');
      return;
    }
    const answer = await fetch(\`/api/plots/\${plotId}/harvests\`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ crop, kilograms }),
    });
    if (!answer.ok) setProblem('It could not be kept.');
  }

  return (
    <form onSubmit={handleSubmit}>
      <input placeholder="Crop" value={crop} onChange={(event) => setCrop(event.target.value)} />
      <input type="number" value={kilograms} onChange={(event) => setKilograms(event.target.valueAsNumber)} />
      <button>Keep</button>
      <p role="alert">{problem}</p>
    </form>
  );
}
`,
    at: '*',
    also: ['ORPHAN-001', 'ORPHAN-002', 'ORPHAN-003', 'FRONT-016'],
  },
];
