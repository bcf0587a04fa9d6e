import { expect, test } from 'vitest';

import { land } from '../../../test/support/land.ts';
import { siteOf } from '../../../test/support/site.ts';
import type { Stand } from '../../../test/support/site.ts';
import { scansOf } from './audit-scans.ts';
import { matterOf } from './audit-scope.ts';

const epic = `  - { id: B, title: b, milestone: m2, acceptance: [x] }
  - { id: E, title: e, milestone: m1, acceptance: [x] }
milestones: [{ id: m1 }, { id: m2, after: [m1] }]
`;

const served = (route: string): string =>
  `import express from 'express';\nconst app = express();\napp.get('${route}', (req, res) => { res.json([]); });\n`;

const asking = (route: string): string =>
  `export const orders = async () => (await fetch('${route}')).json();\n`;
/** A request that is answered: without one nobody knows whether the others are for this server. */
const project = {
  'package.json': '{"name":"x","dependencies":{"express":"4"}}',
  'server/items.js': served('/api/items'),
  'client/items.js': asking('/api/items'),
};

type Files = Readonly<Record<string, string>>;

/** An epic in which E of the first milestone and then B of the second have landed; what came after that as well. */
function landed(base: Files, first: Files, second: Files, later: Files = second): Stand {
  const context = siteOf({
    epic,
    commits: {
      base: { files: base },
      e: { files: first, parents: ['base'] },
      'e landed': { files: first, parents: ['base', 'e'] },
      b: { files: second, parents: ['e landed'] },
      'b landed': { files: second, parents: ['e landed', 'b'] },
      moved: { files: later, parents: ['b landed'] },
    },
  });
  land(context, 'E', 'e');
  land(context, 'B', 'b');
  return context;
}

test('DISPATCH-14 what a milestone breaks in a file of an earlier one is found by its own audit', async () => {
  const first = {
    ...project,
    'server/orders.js': served('/api/orders'),
    'client/orders.js': asking('/api/orders'),
  };
  const renamed = { ...first, 'server/orders.js': served('/api/purchases') };
  const context = landed(project, first, renamed);
  const isMatter = await matterOf(context, 'audit:m2', 'b landed');
  expect(isMatter('client/orders.js')).toBe(false);
  const { findings } = await scansOf(context, 'audit:m2', 'b landed');
  expect(findings).toContainEqual(
    expect.objectContaining({ rule: 'XREF-001', file: 'client/orders.js', severity: 'LOW' }),
  );
});

/** Files in which the audit of each finds a request that nothing answers. */
async function unanswered(
  context: Stand,
  commit: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const audit of ['m1', 'm2', 'run']) {
    const { findings } = await scansOf(context, `audit:${audit}`, commit);
    found[audit] = findings.filter(({ rule }) => rule === 'XREF-001').map(({ file }) => file);
  }
  return found;
}

test('DISPATCH-14 what a rule over the project finds fails the milestone that brought it, and no other', async () => {
  const both = { ...project, 'server/orders.js': served('/api/orders') };
  const first = { ...both, 'client/orders.js': asking('/api/missing') };
  const second = { ...first, 'src/b.ts': 'export const b = 1;\n' };
  const context = landed(both, first, second);
  const left = ['client/orders.js'];
  expect(await unanswered(context, 'b landed')).toEqual({ m1: left, m2: [], run: left });
});

test('DISPATCH-14 a milestone that breaks a file nobody has changed is failed for it, and no other', async () => {
  const before = {
    ...project,
    'server/orders.js': served('/api/orders'),
    'client/orders.js': asking('/api/orders'),
  };
  const broken = { ...before, 'server/orders.js': served('/api/purchases') };
  const beside = { ...broken, 'src/b.ts': 'export const b = 1;\n' };
  const context = landed(before, broken, beside);
  const left = ['client/orders.js'];
  expect(await unanswered(context, 'b landed')).toEqual({ m1: left, m2: [], run: left });
});

test('DISPATCH-14 what came by no landing of a milestone fails every one of them', async () => {
  const first = {
    ...project,
    'server/orders.js': served('/api/orders'),
    'client/orders.js': asking('/api/orders'),
  };
  const second = { ...first, 'src/b.ts': 'export const b = 1;\n' };
  const undone = { ...second, 'server/orders.js': served('/api/purchases') };
  const context = landed(project, first, second, undone);
  const left = ['client/orders.js'];
  expect(await unanswered(context, 'moved')).toEqual({ m1: left, m2: left, run: left });
});
