import type { Mutation } from '../mutation.ts';

export const mutations: readonly Mutation[] = [
  // TEST
  {
    rule: 'TEST-001',
    what: 'the expectation is gone',
    file: 'server/test/places.test.ts',
    find: `    expect(placesLeft(8, bookings)).toBe(5);`,
    put: `    placesLeft(8, bookings);`,
  },
  {
    rule: 'TEST-002',
    what: 'expect true to be true',
    file: 'web/src/components/dates.test.ts',
    find: `  expect(readableDate('never')).toBe('not planned yet');`,
    put: `  readableDate('never');
  expect(true).toBe(true);`,
  },
  {
    rule: 'TEST-003',
    what: 'it.only while looking for a bug',
    file: 'server/test/places.test.ts',
    find: `  it('is never negative'`,
    put: `  it.only('is never negative'`,
  },
  {
    rule: 'TEST-004',
    what: 'the failing test is skipped',
    file: 'server/test/health.test.ts',
    find: `it('refuses a wrong password'`,
    put: `it.skip('refuses a wrong password'`,
  },
  {
    rule: 'TEST-005',
    what: 'an empty test',
    file: 'web/src/components/dates.test.ts',
    find: `  expect(readableDate('2031-04-05T10:00:00Z')).toContain('2031');
`,
    put: '',
  },
  {
    rule: 'TEST-006',
    what: 'sleeping for a second',
    file: 'server/test/health.test.ts',
    find: `  const answer = await request(createApp()).get('/health');`,
    put: `  const app = createApp();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const answer = await request(app).get('/health');`,
  },
  // E2E
  {
    rule: 'E2E-001',
    what: 'a fixed wait before the check',
    file: 'e2e/tests/booking.spec.ts',
    find: `  await expect(page.getByText('waiting')).toBeVisible();`,
    put: `  await page.waitForTimeout(3000);
  await expect(page.getByText('waiting')).toBeVisible();`,
    also: ['TEST-006'],
  },
  {
    rule: 'E2E-002',
    what: 'the address of the developer',
    file: 'e2e/tests/booking.spec.ts',
    find: `  await page.goto('/bookings');`,
    put: `  await page.goto('http://localhost:5173/bookings');`,
  },
  {
    rule: 'E2E-004',
    what: 'a journey still to be written',
    file: 'e2e/tests/booking.spec.ts',
    find: `test('a member cancels a booking', async ({ page }) => {`,
    put: `test('an admin publishes a workshop', async ({ page }) => {
  // TODO
});

test('a member cancels a booking', async ({ page }) => {`,
    also: ['TEST-005'],
  },
  {
    rule: 'E2E-006',
    what: 'coming soon instead of a page',
    file: 'web/src/pages/MembersPage.tsx',
    find: `      <button onClick={handleSearch}>Search</button>`,
    put: `      <p>Coming soon</p>
      <button onClick={handleSearch}>Search</button>`,
  },
  {
    rule: 'E2E-006',
    what: 'lorem ipsum on a page',
    file: 'web/src/pages/WorkshopsPage.tsx',
    find: `<p>No workshops are planned at the moment.</p>`,
    put: `<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p>`,
  },
];
