// A live run in a real browser: what is shown, what is answered, what is never run, and what a restart must not lose.
import axe from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { reviewFailed } from '../support/answers.ts';
import { openChromium } from '../support/chromium.ts';
import { isCluster } from '../support/cluster-mode.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

const script = '<script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked = 1">';
const unseen = '\u001b[31m\u202e\u200b';
const reason = 'say it in one line, not in a million';

/** Hostile in a file, in what the developer says, and long. */
const hostile = `mkdir -p parts
printf '%s\\n' '${script.replaceAll('"', '"')}' >parts/EVIL.txt
head -c 200000 /dev/zero | tr '\\0' y >>parts/EVIL.txt
echo "attempt $GAUNTLET_ATTEMPT" >>parts/EVIL.txt
printf '%s\\n' '${script}'
printf '\\033[31mred\\033[0m\\n'
head -c 1000000 /dev/zero | tr '\\0' x
echo`;

let epic: EpicRun;
let running: { readonly ended: Promise<Ended> };
let server: ReturnType<EpicRun['start']>;
let browser: Browser;
let page: Page;
let url = '';
const outside: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  epic = new EpicRun({
    config: { limits: { maxParallel: 4, maxVerify: 2, agentTimeout: '2m', stall: '2m', maxRevisions: 1 } },
    tickets: [
      { id: 'EVIL', title: `${script}${unseen} title`, description: `${script} description` },
      { id: 'AFTER', needs: ['EVIL'] },
      { id: 'GOOD' },
      { id: 'HELD' },
    ],
    files: { 'REQUIREMENTS.md': `- [x] REQ-1 one\n- [ ] REQ-2 ${script}\n` },
    playbook: [
      { role: 'developer', ticket: 'EVIL', shell: hostile },
      ...[0, 1].map((attempt) => ({
        role: 'critic' as const,
        ticket: 'EVIL',
        attempt,
        say: reviewFailed([`parts/EVIL.txt:1: ${script} is not what was asked`], [`${script} again`]),
      })),
      { role: 'developer', ticket: 'HELD', hold: 'held', write: { 'parts/HELD.txt': 'x\n' } },
    ],
  });
  running = epic.start(['run', 'epic.yaml', '--serve=0']);
  await epic.until('held held');
  await epic.untilEvent('ticket_escalated', 'EVIL');
  await epic.untilEvent('task_complete', 'GOOD');
  await serve('0');
  browser = await openChromium();
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(15_000);
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin)) outside.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  await live();
}, patience);

afterAll(async () => {
  await browser?.close();
  epic?.remove();
});

/** A dashboard of its own beside the run, so that it can be ended and started again. */
async function serve(port: string): Promise<void> {
  server = epic.start(['serve', '--json', '--port', port]);
  const said = await new Promise<string>((resolve, reject) => {
    server.child.stdout?.once('data', (text: string) => resolve(text));
    void server.ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  url = (JSON.parse(said) as { url: string }).url;
}

async function live(): Promise<void> {
  await page.locator('.line.live').waitFor();
}

async function open(path: string): Promise<void> {
  await page.goto(new URL(path, url).href);
  await live();
  await page.getByRole('heading', { level: 1 }).waitFor();
  // What is looked at is the page, not the wait for it.
  await page.locator('main .empty', { hasText: /^(Reading|Loading)/ }).waitFor({ state: 'detached' });
}

function card(id: string): Locator {
  return page.locator('.card').filter({ has: page.locator('strong', { hasText: new RegExp(`^${id}$`) }) });
}

function main(): Promise<string> {
  return page.locator('main').innerText();
}

async function isHacked(): Promise<unknown> {
  return page.evaluate("'hacked' in globalThis");
}

const places = [
  '/',
  '/graph',
  '/decisions',
  '/tickets/EVIL',
  '/tickets/EVIL?tab=attempts',
  '/tickets/EVIL?tab=diff',
  '/tickets/EVIL?tab=logs',
  '/audit',
  '/cost',
  '/gates',
  '/workers',
  '/results',
  '/history',
];

test('BEYOND-07 the token leaves the address, and every page says loudly what waits for a person', async () => {
  expect(page.url()).toBe(new URL('/', url).href);
  for (const path of places) {
    await open(path);
    expect(await page.locator('.needed').innerText(), path).toContain('1 decision needed, blocking 1 ticket');
  }
});

test('BEYOND-07 each page tells of the run: board, graph, ticket, audit, cost, gates, history', async () => {
  await open('/');
  for (const id of ['EVIL', 'AFTER', 'GOOD', 'HELD']) await card(id).waitFor();
  expect(await card('HELD').innerText()).toContain('developer');
  expect(await card('AFTER').innerText()).toContain('it needs EVIL');
  await open('/graph');
  expect(await page.locator('.node').count()).toBe(4);
  await open('/tickets/GOOD');
  expect(await page.getByRole('table', { name: 'Acceptance' }).innerText()).toMatch(
    /AC1[^]*verified[^]*auditor/,
  );
  await open('/tickets/EVIL?tab=diff&attempt=2&against=1');
  await page.locator('.diff-line.added').first().waitFor();
  expect(await main()).toContain('attempt 1');
  await open('/audit');
  await page.locator('main .gate', { hasText: 'RUNNING' }).waitFor();
  expect(await page.getByRole('table', { name: 'Requirements' }).innerText()).toMatch(
    /REQUIREMENTS\.md\s+1 of 2\s+50 %/,
  );
  await open('/cost');
  expect(await main()).toContain('By role');
  await open('/gates');
  expect(await main()).toMatch(/parts/);
  await open('/workers');
  expect(await main()).toContain(isCluster ? 'Workers' : 'This run uses one machine');
  await open('/history');
  await page.locator('.history').getByText('developer started').last().waitFor();
});

test('EPIC-13 script tags, escapes, invisible letters and endless lines are text on every page, and nothing runs', async () => {
  await open('/tickets/EVIL');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(`${script} title`);
  await open('/tickets/EVIL?tab=diff');
  await page.locator('.diff-line.added').first().waitFor();
  expect(await main()).toContain(`+${script}`.slice(1));
  expect(await page.locator('.file .finding').first().innerText()).toContain(script);
  expect(await main()).toMatch(/more characters/);
  await open('/tickets/EVIL?tab=logs');
  const runs = page.locator('.tools select');
  const developers = runs.locator('option', { hasText: 'developer' });
  await runs.selectOption({ label: (await developers.first().textContent()) ?? '' });
  await page.locator('.log').getByText('more characters').waitFor();
  expect(await page.locator('.log').innerText()).toContain(`${script}\nred\n`);
  for (const path of places) {
    await open(path);
    expect(await isHacked(), path).toBe(false);
    expect(await page.locator('main img, main script, main iframe').count(), path).toBe(0);
    expect(await main(), path).not.toMatch(/[\u001b\u202e\u200b]/);
  }
  expect(complaints).toEqual([]);
});

test('BEYOND-07 no page breaks an access ruleibility, in light and in dark', async () => {
  const broken: string[] = [];
  for (const path of places) {
    await open(path);
    await page.evaluate(axe.source);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`:root[data-theme=${colorScheme}]`).waitFor();
      const found = await page.evaluate(
        'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))',
      );
      broken.push(...(found as string[]).map((words) => `${colorScheme} ${path} ${words}`));
    }
  }
  expect(broken).toEqual([]);
});

test('keys lead everywhere: the sheet, the pages, the filter, from ticket to ticket', async () => {
  await open('/');
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog').innerText()).toContain('g d');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  expect(await page.evaluate('document.activeElement.className')).toContain('card');
  await page.keyboard.press('/');
  await page.keyboard.type('good');
  await expect.poll(() => page.locator('.card').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  // Whatever happens in the run meanwhile, the two keys belong together.
  expect((await epic.gauntlet('note', 'HELD', 'between two keys')).code).toBe(0);
  await page.locator('#latest', { hasText: '[HELD]' }).waitFor();
  await page.keyboard.press('d');
  await page.getByRole('heading', { level: 1, name: 'Decisions' }).waitFor();
  // Another page is read from its beginning.
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
});

test('a few letters lead to any page, ticket or decision', async () => {
  await open('/audit');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await palette.getByRole('combobox').fill('decide evil');
  await palette.getByRole('option').first().getByText('Decide EVIL').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Decision about EVIL' }).waitFor();
  await palette.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('good');
  await expect.poll(() => palette.getByRole('option').count()).toBe(1);
  await page.evaluate(axe.source);
  const broken =
    'axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))';
  expect(await page.evaluate(broken)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^GOOD/ }).waitFor();
});

test('an address leads to the very run, attempt and filter it was copied from', async () => {
  await open('/tickets/EVIL?tab=attempts&failed=1');
  expect(await page.locator('.run-entry').count()).toBeGreaterThan(0);
  expect(await page.locator('.run-entry.pass').count()).toBe(0);
  await open('/tickets/EVIL?tab=logs&piece=prompt');
  expect(await page.locator('.log').innerText()).toContain('Review Assignment');
  await open('/tickets/%E0%A4%A');
  await page.getByRole('alert').getByText('not found').waitFor();
});

test('BEYOND-07 a server that is ended and started again, and a page that is loaded again, lose no event', async () => {
  await open('/history');
  const port = new URL(url).port;
  server.child.kill('SIGTERM');
  await server.ended;
  await page.getByText('not connected').waitFor();
  // Recorded while nobody could show it.
  const note = await epic.gauntlet('note', 'AFTER', 'mind the gap');
  expect(note.code).toBe(0);
  await epic.untilEvent('note_added', 'AFTER');
  await serve(port);
  await live();
  await page.locator('.history').getByText('mind the gap').waitFor();
  await page.reload();
  await live();
  await page.locator('.history').getByText('mind the gap').waitFor();
  const events = await epic.look();
  expect(await main()).toContain(`${events.length} events`);
});

test('BEYOND-10 BEYOND-17 a run is paused and goes on from the page, recorded with who and why', async () => {
  await open('/');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('header').getByText('PAUSED: by ada').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  const events = await epic.look();
  expect(events.filter(({ type }) => type === 'run_paused' || type === 'run_unpaused')).toMatchObject([
    { by: 'ada', why: 'from the dashboard' },
    { by: 'ada', why: 'from the dashboard' },
  ]);
});

test(
  'BEYOND-17 LOOP-08 a decision is answered in the browser, recorded with who and why, and the run goes on to its end',
  { timeout: patience },
  async () => {
    await open('/decisions/EVIL');
    const decision = page.getByRole('article', { name: 'Decision about EVIL' });
    expect(await decision.innerText()).toContain('gauntlet decide EVIL --retry');
    await decision.getByRole('heading', { name: 'Findings' }).waitFor();
    expect(await decision.locator('.finding').first().innerText()).toContain(script);
    await decision.getByRole('radio', { name: /^accept/ }).check();
    await decision.getByRole('button', { name: 'Answer: accept' }).click();
    expect(await decision.getByRole('alert').innerText()).toContain('needs a reason');
    await decision.getByRole('radio', { name: /^retry/ }).check();
    await decision.getByLabel(/^Why/).fill(reason);
    await decision.getByRole('button', { name: 'Answer: retry' }).click();
    await page.getByText('EVIL: retry, recorded as ada. The run continues with your answer.').waitFor();
    await page.getByText('Nothing has to be decided').waitFor();
    epic.letGo('held');
    // The rest of the run is the rest of the run, not a moment of the page.
    await page.locator('.gate', { hasText: 'PASSED' }).waitFor({ timeout: patience });
    const { code } = await running.ended;
    expect(code).toBe(0);
    await epic.look();
    expect(epic.of('EVIL', 'decision_answered')).toMatchObject([{ choice: 'retry', by: 'ada', why: reason }]);
    expect(epic.landed().toSorted()).toEqual(['AFTER', 'EVIL', 'GOOD', 'HELD']);
    expect(epic.prompts('EVIL', 'develop').at(-1)).toContain(reason);
  },
);

test('BEYOND-07 whatever was looked at, nothing was asked of anybody but the own server', () => {
  expect(outside).toEqual([]);
});
