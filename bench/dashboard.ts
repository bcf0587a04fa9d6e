// The dashboard in a real browser on a journal of 1,000 tickets and 100,000 events: how soon it shows something, and how
// soon an event is seen after it was appended, beside a page that does nothing but show events.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { follow, openJournal } from '../src/journal/index.ts';
import type { Event } from '../src/model/events.ts';
import type { Journal } from '../src/ports/journal.ts';
import { openChromium } from '../test/support/chromium.ts';
import { sharedCli } from '../test/support/shared-cli.ts';
import { play } from './contracts.ts';
import { onDisks } from './places.ts';
import { atMost, type Bench, median, type Row } from './table.ts';

const TICKETS = 1000;
const EVENTS = 100_000;
const TIMES = 40;

export const bench: Bench = { name: 'dashboard', run: () => onDisks(({ disk }) => measure(disk)) };

async function measure(disk: string): Promise<Row[]> {
  const repository = join(disk, 'repository');
  const folder = join(repository, '.git/gauntlet/epics/many');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'journal.db');
  await play(file, 40 * TICKETS, TICKETS);
  const journal = openJournal({ file });
  while (journal.last() < EVENTS) await append(journal, Math.min(1000, EVENTS - journal.last()));
  const { child, url } = await serve(repository);
  const browser = await openChromium();
  try {
    const loads = await paints(browser, url);
    const shown = await delays(await openPage(browser, url), journal);
    const bare = await bareDelays(browser, file, journal);
    const about = `dashboard, ${TICKETS} tickets, ${EVENTS} events`;
    const unit = 'ms';
    return [
      atMost({ what: `${about}: first paint, median`, value: median(loads.paint), unit }, 1500),
      atMost({ what: `${about}: first ticket seen, median`, value: median(loads.card), unit }, 1500),
      atMost({ what: `${about}: append to seen, 95 of 100`, value: p95(shown), unit }, 300),
      { what: `${about}: append to seen, slowest of ${TIMES}`, value: Math.max(...shown), unit },
      { what: `${about}: append to seen, median`, value: median(shown), unit },
      { what: 'a bare page of events: append to seen, median', value: median(bare), unit },
    ];
  } finally {
    await browser.close();
    child.kill('SIGTERM');
    journal.close();
  }
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

/** Events that change little: what they cost is their being told. */
async function append(journal: Journal, many: number): Promise<void> {
  const last = journal.last();
  const events = Array.from({ length: many }, (_, nth): Event => ({
    type: 'budget_changed',
    v: 1,
    seq: last + nth + 1,
    at: Date.now(),
    usd: 20,
    tokens: null,
    by: 'ada',
  }));
  await journal.append(events);
}

async function serve(cwd: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [sharedCli(), 'serve', '--json', '--port', '0'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text))),
  );
  return { child, url: (JSON.parse(said) as { url: string }).url };
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await page.locator('.line.live').waitFor();
  return page;
}

async function paints(browser: Browser, url: string): Promise<{ paint: number[]; card: number[] }> {
  const [paint, card]: [number[], number[]] = [[], []];
  // The first one opens the book, which a server does once.
  const page = await openPage(browser, url);
  for (let time = 0; time < 5; time++) {
    await page.goto(new URL('/', url).href);
    await page.locator('.card').first().waitFor();
    card.push(Number(await page.evaluate('performance.now()')));
    paint.push(
      Number(await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0].startTime')),
    );
  }
  await page.close();
  return { paint, card };
}

/** From the moment before an append until its number stands on the page. */
async function delays(page: Page, journal: Journal): Promise<number[]> {
  const found: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const seq = journal.last() + 1;
    const seen = page.evaluate(
      `new Promise((resolve) => {
        const place = document.querySelector('#latest');
        const look = () => place.textContent.startsWith('${seq} ') && resolve(Date.now());
        new MutationObserver(look).observe(place, { childList: true, characterData: true, subtree: true });
        look();
      })`,
    );
    // It has to be watched before anything happens.
    await page.evaluate('0');
    const began = Date.now();
    await append(journal, 1);
    found.push(Number(await seen) - began);
  }
  await page.close();
  return found;
}

const barePage = `<!doctype html><p id="latest"></p><script>
new EventSource('/events').onmessage = ({ data }) => { document.querySelector('#latest').textContent = data; };
</script>`;

async function bareDelays(browser: Browser, file: string, journal: Journal): Promise<number[]> {
  const server = createServer((request, response) => {
    if (request.url !== '/events') return void response.setHeader('content-type', 'text/html').end(barePage);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: open\n\n`);
    const following = follow(file, journal.last(), {
      event: ({ seq, type }) => response.write(`data: ${seq} ${type}\n\n`),
      problem: () => response.end(),
    });
    response.on('close', () => following.close());
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.getByText('open').waitFor();
  const found = await delays(page, journal);
  server.closeAllConnections();
  server.close();
  return found;
}
