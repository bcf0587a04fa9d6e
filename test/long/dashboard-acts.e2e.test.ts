// What a person finds and can do on the pages of one repository: what it is about, what was found, stop, resume, merge.
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { reviewFailed } from '../support/answers.ts';
import { openChromium } from '../support/chromium.ts';
import { epicId, EpicRun, patience } from '../support/epic-run.ts';

const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');

let epic: EpicRun;
let browser: Browser;
let page: Page;
let url = '';

beforeAll(async () => {
  epic = new EpicRun({
    config: { limits: { maxParallel: 2, maxVerify: 2, agentTimeout: '2m', stall: '2m', maxRevisions: 0 } },
    tickets: [
      {
        id: 'SHOP-3',
        acceptance: [{ id: 'AC1', text: 'the part is there', verify: 'test -f parts/SHOP-3.txt' }],
      },
      { id: 'SHOP-4' },
    ],
    playbook: [
      { role: 'developer', ticket: 'SHOP-3', hold: 'held', write: { 'parts/SHOP-3.txt': 'x\n' } },
      {
        role: 'critic',
        ticket: 'SHOP-3',
        attempt: 0,
        say: reviewFailed(['parts/SHOP-3.txt:1: the part is empty'], ['fill it']),
      },
    ],
  });
  browser = await openChromium();
  page = await browser.newPage({ viewport: { width: 1024, height: 800 } });
  page.setDefaultTimeout(30_000);
}, patience);

afterAll(async () => {
  await browser?.close();
  epic?.remove();
});

async function serve(env: Record<string, string> = {}): Promise<void> {
  const server = epic.start(['serve', '--json', '--port', '0'], env);
  const said = await new Promise<string>((resolve, reject) => {
    server.child.stdout?.once('data', (text: string) => resolve(text));
    void server.ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  url = (JSON.parse(said) as { url: string }).url;
  await page.goto(url);
  await page.locator('header.top').waitFor();
}

async function open(path: string): Promise<void> {
  await page.goto(new URL(path, url).href);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

const verdict = () => page.locator('header .gate');
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('FIRST-07 before any run the pages show the findings of the last audit and review', async () => {
  epic.git('switch', '--quiet', '--create', 'leak');
  epic.write({ 'parts/key.ts': `export const key = '${key}';\n` });
  epic.git('add', '--all');
  epic.git('commit', '--quiet', '--message=A key');
  expect((await epic.gauntlet('review', '--no-agents')).code).toBe(1);
  await epic.gauntlet('audit');
  epic.git('switch', '--quiet', 'main');
  await serve();
  await open('/results');
  const review = page.getByRole('region', { name: 'Last review' });
  expect(await review.innerText()).toMatch(/of leak against main FAILED: 1 finding at HIGH or worse/);
  expect(await review.locator('.finding').innerText()).toMatch(/CRITICAL no-secret parts\/key\.ts:1/);
  expect(await page.locator('main').innerText()).not.toContain(key);
  await page.getByRole('region', { name: 'Last audit' }).waitFor();
});

test('FIRST-07 an address without a page, and one without the token, have a page of their own', async () => {
  const lost = await page.goto(new URL('/nowhere', url).href);
  expect(lost?.status()).toBe(404);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await page.getByRole('link', { name: 'the board' }).waitFor();
  const stranger = await (await browser.newContext()).newPage();
  const refused = await stranger.goto(new URL('/', url).href);
  expect(refused?.status()).toBe(401);
  await stranger.getByRole('heading', { name: 'This page needs its token' }).waitFor();
  // Both are in our style.
  for (const shown of [page, stranger])
    expect(await shown.evaluate('getComputedStyle(document.querySelector("main")).maxWidth')).toBe('560px');
  await stranger.close();
});

test(
  'FIRST-07 a run is stopped from the page, shown as interrupted or paused, and resumed',
  { timeout: patience },
  async () => {
    const running = epic.start(['run', 'epic.yaml', '--no-input']);
    await epic.until('held held');
    await epic.untilEvent('task_complete', 'SHOP-4');
    await open('/');
    expect(await page.locator('header').innerText()).toMatch(
      new RegExp(`checkout\\s+main → epic/${epicId}\\s+RUNNING`),
    );
    const card = page.locator('.card', { hasText: 'SHOP-3' });
    expect(
      (await card.locator('.step').allInnerTexts()).map((text) => text.trim().split('\n').at(-1)),
    ).toEqual(['dev', 'checks', 'critic', 'audit', 'merge', 'land']);
    await page.getByLabel('Filter tickets').fill('shop3');
    await expect.poll(() => page.locator('.card').count()).toBe(1);
    await page.getByLabel('Filter tickets').fill('');
    await button('Stop').click();
    await page.getByText('Stop after the running steps?').waitFor();
    await button('Yes, stop').click();
    await page.getByText('the run stops after its running steps').waitFor();
    epic.letGo('held');
    expect((await running.ended).code).toBe(130);
    await verdict().getByText('PAUSED: by ada').waitFor();
    expect(await page.locator('header').innerText()).toContain('· 0 running ·');
    expect(await epic.look()).toContainEqual(
      expect.objectContaining({ type: 'run_paused', by: 'ada', why: 'from the dashboard' }),
    );
    await button('Resume').click();
    await page.getByText('the run continues').waitFor();
    await verdict().getByText('NEEDS YOUR DECISION: SHOP-3').waitFor({ timeout: patience });
  },
);

test('FIRST-07 a decision shows what was found, and no risk is accepted without a name', async () => {
  await open('/decisions');
  const decision = page.getByRole('article', { name: 'Decision about SHOP-3' });
  await decision.getByRole('heading', { name: 'Findings' }).waitFor();
  expect(await decision.locator('.finding').innerText()).toContain('the part is empty');
  await open('/');
  expect(await button('Resume').count()).toBe(0);
  epic.git('config', '--unset', 'user.name');
  await serve({ GAUNTLET_USER: '', USER: '', LOGNAME: '' });
  await open('/decisions');
  await decision.getByText('recorded as somebody').waitFor();
  await decision.getByRole('radio', { name: /^accept/ }).check();
  await decision.getByLabel(/^Why/).fill('it is a demo');
  await decision.getByRole('button', { name: 'Answer: accept' }).click();
  await decision.getByRole('alert').getByText('accept needs your name: git config user.name').waitFor();
  epic.git('config', 'user.name', 'Tester');
});

test(
  'FIRST-07 an answer without a coordinator is followed by resume, and what passed is merged from the page',
  { timeout: patience },
  async () => {
    await serve({ GAUNTLET_USER: '', USER: '', LOGNAME: '' });
    await open('/decisions');
    const decision = page.getByRole('article', { name: 'Decision about SHOP-3' });
    await decision.getByText('recorded as Tester').waitFor();
    await decision.getByRole('radio', { name: /^accept/ }).check();
    await decision.getByLabel(/^Why/).fill('it is a demo');
    await decision.getByRole('button', { name: 'Answer: accept' }).click();
    await verdict().getByText('PAUSED: your decisions are recorded').waitFor();
    await open('/');
    await button('Resume').click();
    await verdict()
      .getByText(/^PASSED/)
      .waitFor({ timeout: patience });
    await open('/tickets/SHOP-3');
    const row = page.getByRole('row', { name: /AC1/ });
    expect(await row.innerText()).toMatch(
      /its command passes \(exit code 0.*verified.*gauntlet ran its command/s,
    );
    await open('/');
    await button('Merge').click();
    await page.getByText(`Merge epic/${epicId} into main? Nothing is pushed.`).waitFor();
    const before = epic.git('rev-parse', 'main');
    await button('Yes, merge').click();
    await page.getByText('merged into main; nothing was pushed').waitFor();
    expect(epic.git('rev-parse', 'main')).not.toBe(before);
    expect(epic.git('rev-parse', 'main')).toBe(epic.git('rev-parse', `epic/${epicId}`));
    await open('/results');
    const runs = page.getByRole('table', { name: /^Runs/ });
    expect(await runs.innerText()).toMatch(new RegExp(`${epicId}[^]*PASSED[^]*2/2`));
  },
);

test('FIRST-07 what another one looked at is not merged', async () => {
  const said = await page.evaluate(
    `fetch('/api/v1/steering', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ act: 'merge', ticket: '', reason: '', tip: 'a'.repeat(40) }) }).then((r) => r.text())`,
  );
  expect(said).toContain('the result has changed');
});

const pages = [
  '/',
  '/graph',
  '/decisions',
  '/tickets/SHOP-3',
  '/tickets/SHOP-3?tab=attempts',
  '/tickets/SHOP-3?tab=diff',
  '/tickets/SHOP-3?tab=logs',
  '/audit',
  '/cost',
  '/gates',
  '/results',
  '/history',
  '/nowhere',
];

test.each([390, 1024, 1600])(
  'FIRST-07 at %i px every page fits, is readable by everybody and is reached by keys, in light and in dark',
  async (width) => {
    await page.setViewportSize({ width, height: 844 });
    const broken: string[] = [];
    for (const path of pages) {
      await open(path);
      await page.locator('main .empty', { hasText: /^(Reading|Loading)/ }).waitFor({ state: 'detached' });
      const sizes = await page.evaluate(
        `[document.documentElement.scrollWidth - innerWidth, document.querySelector('header.top')?.offsetHeight ?? 0]`,
      );
      const [over = 0, header = 0] = sizes as number[];
      // A line of a diff is one line high, and a word of a table is in one piece.
      const torn = await page.evaluate(
        `[...document.querySelectorAll('.diff-line.note')].filter((line) => line.getBoundingClientRect().height + 2 * parseFloat(getComputedStyle(line).marginTop) > 40).length +
         [...document.querySelectorAll('.table th, .table td')].filter((cell) => getComputedStyle(cell).overflowWrap === 'anywhere').length`,
      );
      if (torn !== 0) broken.push(`${path}: ${String(torn)} torn`);
      if (over > 0 || header > 48) broken.push(`${path}: ${over} too wide, header ${header}`);
      // The verdict is whole, and the current page is in sight in the row of pages.
      const cut = await page.evaluate(
        `[...document.querySelectorAll('header.top .gate')].filter((word) => word.scrollWidth > word.clientWidth).length +
         [...document.querySelectorAll('nav a[aria-current]')].filter((link) => link.getBoundingClientRect().right > innerWidth).length`,
      );
      if (cut !== 0) broken.push(`${path}: ${String(cut)} cut`);
      await page.evaluate(axe.source);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate(
          'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))',
        );
        broken.push(...(found as string[]).map((words) => `${colorScheme} ${path} ${words}`));
      }
    }
    expect(broken).toEqual([]);
    await open('/');
    await page.locator('.line.live').waitFor();
    const names: string[] = [];
    for (let nth = 0; nth < 30 && !names.includes('Results'); nth += 1) {
      await page.keyboard.press('Tab');
      names.push(String(await page.evaluate('document.activeElement.textContent')));
    }
    expect(names.slice(0, 2)).toEqual(['Skip to content', expect.any(String)]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Results' }).waitFor();
  },
  patience,
);
