// The page of a cluster's machines in a real browser: workers that come, work, fall silent and go.
import axe from 'axe-core';
import { Client } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openChromium } from '../support/chromium.ts';
import { clusterPlace } from '../support/cluster-place.ts';
import { ClusterRun } from '../support/cluster-run.ts';
import { type Ended, patience } from '../support/epic-run.ts';

const place = clusterPlace();
const script = '<script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked = 1">';
const unseen = '\u001b[31m\u202e\u200b';

/** Says something, and goes on when it is let. */
const talkative = `echo 'words of the hour'
printf 'held a\\n' >"$here/told"
read -r go <"$here/gate-a"
mkdir -p parts; echo a >parts/A.txt`;

let cluster: ClusterRun;
let running: { readonly ended: Promise<Ended> };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const url = await place().server.database();
  cluster = new ClusterRun(
    {
      tickets: [{ id: 'A' }],
      playbook: [
        { role: 'developer', ticket: 'A', shell: talkative },
        { role: 'fixer', ticket: 'nobody', hold: 'a' },
      ],
    },
    url,
  );
  const started = cluster.start(['run', 'epic.yaml', '--no-input', '--cluster', '--serve=0']);
  running = started;
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    started.child.stderr?.on('data', (text: string) => {
      said += text;
      const [found] = /http:\S+/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    void started.ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  browser = await openChromium();
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(30_000);
  await page.goto(address);
  await page.locator('.line.live').waitFor();
  await page.goto(new URL('/workers', address).href);
  await page.getByRole('heading', { level: 1, name: 'Workers' }).waitFor();
}, patience);

afterAll(async () => {
  await browser?.close();
  cluster?.remove();
});

function rowOf(text: string) {
  return page.getByRole('row').filter({ hasText: text });
}

test('BEYOND-08 with nobody there the page says how to start a worker, and what waits for one', async () => {
  await page.getByText('No worker is connected.').waitFor();
  expect(await page.locator('main').innerText()).toContain('gauntlet worker --cluster URL');
  await page.getByRole('table', { name: 'What waits' }).getByText('no connected worker').waitFor();
});

test('BEYOND-08 a worker is shown with what it does now, its room, queues, label, release, and when it was heard of', async () => {
  const { child } = await cluster.worker('--labels', 'big', '--lease', '2');
  await cluster.until('held a');
  const row = rowOf(String(child.pid));
  await row.getByRole('link', { name: 'A', exact: true }).waitFor();
  expect(await row.innerText()).toMatch(
    /there[^]*A develop[^]*1 of 4[^]*verify, critic, developer \[big\][^]*\ds ago/,
  );
  await page.getByRole('table', { name: 'What waits' }).waitFor({ state: 'detached' });
});

test('EPIC-13 a worker that is silent is absent since then, and what it calls itself is text', async () => {
  const client = new Client({ connectionString: cluster.url });
  await client.connect();
  await client.query(
    `INSERT INTO gauntlet.workers (id, host, pid, version, enforcement, kinds, labels, capacity, lease, seen)
     VALUES (gen_random_uuid(), $1, 7, $1, $1, ARRAY[$1], ARRAY[$1], 1, 2000, clock_timestamp() - interval '5 minutes')`,
    [`${script}${unseen} machine`],
  );
  await client.end();
  const row = rowOf('machine');
  await row.waitFor();
  expect(await row.innerText()).toMatch(/absent since \d\d:\d\d:\d\d, 5m/);
  expect(await row.innerText()).toContain(`${script} machine`);
  expect(await page.evaluate("'hacked' in globalThis")).toBe(false);
  expect(await page.locator('main').innerText()).not.toMatch(/[\u001b\u202e\u200b]/);
});

test('BEYOND-07 the page of workers breaks no rule of accessibility, in light and in dark', async () => {
  await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`:root[data-theme=${colorScheme}]`).waitFor();
    const found = await page.evaluate(
      'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))',
    );
    expect(found, colorScheme).toEqual([]);
  }
});

test('BEYOND-08 what an agent says on a worker is on the page of its ticket while it works', async () => {
  await page.goto(new URL('/tickets/A?tab=logs', page.url()).href);
  await page.locator('.log').getByText('words of the hour').waitFor();
  expect(await page.locator('.tools select').innerText()).toContain('running');
});

test('a dashboard that was not told of the cluster says how to tell it', { timeout: patience }, async () => {
  const { child, ended } = cluster.start(['serve', '--json', '--port', '0'], { GAUNTLET_CLUSTER: '' });
  const said = await new Promise<string>((resolve) => child.stdout?.once('data', resolve));
  const { url } = JSON.parse(said) as { url: string };
  const other = await browser.newPage();
  await other.goto(url);
  await other.locator('.line.live').waitFor();
  await other.goto(new URL('/workers', url).href);
  await other.getByText('gauntlet serve --cluster URL').waitFor();
  child.kill('SIGTERM');
  await ended;
  cluster.letGo('a');
  const { code, stderr } = await running.ended;
  expect(code, stderr).toBe(0);
});
