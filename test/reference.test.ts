import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { routes } from '../src/serve/index.ts';
import { referenceFile, referencePage } from '../tools/reference-page.ts';
import { golden, Paper, PaperServer } from './support/paper-desk.ts';

const server = new PaperServer(new Paper());

beforeAll(() => server.start());
afterAll(() => server.remove());

test('docs/reference.md is what the sources say; if not, run: npm run reference', () => {
  const isCurrent = readFileSync(referenceFile, 'utf8') === referencePage();
  expect(isCurrent, 'docs/reference.md is out of date. Run: npm run reference').toBe(true);
});

test('every address of the reference is answered, and its shape is declared there', async () => {
  // A ticket that something has landed before, so that there is something to compare it with.
  const judged = golden.find((event) => event.type === 'critic_fail');
  const { ticket = '', run = 0 } = judged ?? {};
  const page = referencePage();
  for (const { method, path, answers } of routes) {
    expect(page).toContain(answers === '' ? '| text |' : `type ${answers} =`);
    if (path.startsWith('events')) continue;
    const asked = path.replace('ID', ticket).replace('runs/N', `runs/${run}`).replace(/\?.*/, '');
    const told =
      method === 'GET' ? await server.ask(`/api/v1/${asked}`) : await server.post(`/api/v1/${asked}`, {});
    // An empty answer to a question is refused for what it lacks, not for where it was sent.
    expect([path, told.status]).toEqual([path, method === 'GET' ? 200 : 400]);
  }
});
