// Pictures of every page of the dashboard for the docs: the demo as it stands when a person is needed, and large runs.
// npm run docs:images, then look at each of them.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { openServer } from '../src/serve/index.ts';
import { openChromium } from '../test/support/chromium.ts';
import { Paper } from '../test/support/paper-desk.ts';
import { sharedCli } from '../test/support/shared-cli.ts';
import { wideRun } from './wide-run.ts';

const folder = join(import.meta.dirname, '../docs/images');
const cli = sharedCli();

/** Path, name of the picture, and what to do before it is taken. */
type Shot = readonly [path: string, name: string, before?: (page: Page) => Promise<unknown>];

const shots: readonly Shot[] = [
  ['/', 'board'],
  ['/graph', 'graph'],
  ['/tickets/SHOP-2', 'ticket'],
  ['/tickets/SHOP-2?tab=attempts', 'attempts'],
  ['/tickets/SHOP-2?tab=diff&attempt=1', 'diff'],
  ['/tickets/SHOP-2?tab=diff&attempt=2&against=1', 'compare'],
  ['/tickets/SHOP-2?tab=logs', 'logs'],
  ['/decisions', 'decision'],
  ['/audit', 'audit'],
  ['/gates', 'gates'],
  ['/history', 'history'],
  ['/', 'palette', (page) => page.keyboard.press('Control+k')],
  ['/', 'board-dark', (page) => page.keyboard.press('t')],
];

async function take(browser: Browser, url: string, wanted: readonly Shot[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, colorScheme: 'light' });
  await page.goto(url);
  await page.locator('.line.live').waitFor();
  for (const [path, name, before] of wanted) {
    await page.goto(new URL(path, url).href);
    await page.locator('.line.live').waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await before?.(page);
    await page.locator('main .empty', { hasText: /^(Reading|Loading)/ }).waitFor({ state: 'detached' });
    await page.screenshot({ path: join(folder, `${name}.png`) });
    process.stdout.write(`${name}.png\n`);
  }
  await page.close();
}

async function demo(browser: Browser): Promise<void> {
  // It ends with 3: a person is needed.
  const { stdout } = spawnSync(process.execPath, [cli, 'demo', '--no-input', '--keep', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GAUNTLET_USER: 'ada' },
  });
  const { repository } = JSON.parse(stdout) as { repository: string };
  const server = spawn(process.execPath, [cli, 'serve', '--json', '--port', '0'], {
    cwd: repository,
    env: { ...process.env, GAUNTLET_USER: 'ada' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const said = await new Promise<string>((resolve) =>
      server.stdout.once('data', (text) => resolve(String(text))),
    );
    await take(browser, (JSON.parse(said) as { url: string }).url, shots);
  } finally {
    server.kill();
    rmSync(repository, { recursive: true, force: true });
  }
}

async function wide(browser: Browser, tickets: number, wanted: readonly Shot[]): Promise<void> {
  const { events, inputs } = wideRun(tickets, Math.floor(tickets / 10));
  const paper = new Paper(events);
  paper.records.set('inputs', inputs);
  const server = await openServer({
    desk: paper.desk(),
    pages: join(dirname(cli), 'dashboard'),
    token: 'T'.repeat(32),
    host: '127.0.0.1',
    port: 0,
    readOnly: false,
  });
  await take(browser, server.url, wanted);
  await server.close();
}

mkdirSync(folder, { recursive: true });
const browser = await openChromium();
try {
  await wide(browser, 300, [
    ['/graph', 'graph-300'],
    ['/cost', 'cost'],
  ]);
  await wide(browser, 1000, [['/', 'board-1000']]);
  await demo(browser);
} finally {
  await browser.close();
}
