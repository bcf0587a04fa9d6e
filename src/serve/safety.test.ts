import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Paper, PaperServer, token } from '../../test/support/paper-desk.ts';

let server: PaperServer;

beforeAll(async () => {
  server = new PaperServer(new Paper());
  await server.start();
});
afterAll(() => server.remove());

describe('who is answered', () => {
  test('BEYOND-07 with the token in the address a cookie is set that no script and no other site can use, and the address forgets it', async () => {
    const { status, headers, body } = await server.ask(`/tickets/A?token=${token}`, { stranger: true });
    expect(status).toBe(200);
    expect(headers['set-cookie']).toEqual([
      `gauntlet-${server.port}=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000`,
    ]);
    expect(body).toContain('content="0;url=/tickets/A"');
    expect(body).not.toContain(token);
  });

  test('the way to a place stays whole when the token leaves the address, and nothing else gets into the page', async () => {
    const path = `/tickets/A?tab=diff&token=${token}&attempt=2&x=${encodeURIComponent('"><script>')}`;
    const { body } = await server.ask(path, { stranger: true });
    expect(body).toContain('content="0;url=/tickets/A?tab=diff&amp;attempt=2&amp;x=%22%3E%3Cscript%3E"');
    expect(body).not.toContain('<script');
  });

  test.each(['', 'x', 'T'.repeat(31), 'T'.repeat(33), 'S'.repeat(32)])(
    'with "%s" for a token nobody gets in',
    async (word) => {
      const { status, headers } = await server.ask(`/?token=${word}`, { stranger: true });
      expect(status).toBe(401);
      expect(headers['set-cookie']).toBeUndefined();
      const cookie = { cookie: `gauntlet-${server.port}=${word}` };
      expect((await server.ask('/api/v1/state', { stranger: true, headers: cookie })).status).toBe(401);
      const bearer = { authorization: `Bearer ${word}` };
      expect((await server.ask('/api/v1/state', { stranger: true, headers: bearer })).status).toBe(401);
    },
  );

  test.each(['state', 'events', 'tickets/A', 'audit', 'cost', 'cost.csv', 'gates', 'history'])(
    'without a token %s is not told',
    async (what) => {
      const { status, body } = await server.ask(`/api/v1/${what}`, { stranger: true });
      expect(status).toBe(401);
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'TOKEN_MISSING' } });
    },
  );

  test('a program may say the token in its own header', async () => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await server.ask('/api/v1/state', { stranger: true, headers })).status).toBe(200);
  });

  test('the built files say nothing about a run and are had by anybody; the entry is not', async () => {
    expect((await server.ask('/assets/main-1.js', { stranger: true })).status).toBe(200);
    expect((await server.ask('/assets/index.html', { stranger: true })).status).toBe(404);
    expect((await server.ask('/', { stranger: true })).status).toBe(401);
  });
});

describe('where a request comes from', () => {
  test.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1',
    '127.0.0.1:1',
    '10.0.0.1:PORT',
    'x@127.0.0.1:PORT',
    'x y',
  ])(
    'a name that is not ours is refused, so that no other name can be made to point at us: %s',
    async (name) => {
      const host = name.replace('PORT', String(server.port));
      for (const path of ['/', '/api/v1/state', '/assets/main-1.js', `/?token=${token}`]) {
        expect((await server.ask(path, { headers: { host } })).status).toBe(403);
      }
    },
  );

  test.each(['127.0.0.1:PORT', 'localhost:PORT', '[::1]:PORT', 'LOCALHOST:PORT'])(
    '%s is ours',
    async (name) => {
      const host = name.replace('PORT', String(server.port));
      expect((await server.ask('/api/v1/state', { headers: { host } })).status).toBe(200);
    },
  );

  test.each([
    'http://evil.example',
    'null',
    'http://127.0.0.1:1',
    'https://127.0.0.1:PORT',
    'http://localhost:PORT',
  ])('another origin is refused, whatever it asks for: %s', async (name) => {
    const origin = name.replace('PORT', String(server.port));
    expect((await server.ask('/api/v1/state', { headers: { origin } })).status).toBe(403);
    const answer = { question: 1, choice: 'retry', reason: '' };
    expect((await server.post('/api/v1/decisions/A', answer, { origin })).status).toBe(403);
  });

  test.each(['cross-site', 'same-site'])('what a page of a %s asks for is refused', async (site) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
    for (const path of ['/api/v1/state', '/', '/assets/main-1.js'])
      expect((await server.ask(path, { headers })).status).toBe(403);
  });

  test('a link from elsewhere may lead to a page, never to data, and never into a frame', async () => {
    const navigate = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const ask = (path: string, dest: string) =>
      server.ask(path, { headers: { ...navigate, 'sec-fetch-dest': dest } });
    expect((await ask('/decisions/A', 'document')).status).toBe(200);
    expect((await ask('/api/v1/state', 'document')).status).toBe(403);
    expect((await ask('/decisions/A', 'iframe')).status).toBe(403);
  });

  test('no answer may be read by another origin, and none may be framed, sniffed or run by chance', async () => {
    for (const path of ['/', '/api/v1/state', '/nowhere', '/assets/main-1.js']) {
      const { headers } = await server.ask(path);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'/,
      );
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
  });
});

describe('what may be written', () => {
  const answer = { question: 7, choice: 'accept', reason: 'the risk is known' };

  test('BEYOND-17 an answer from our own page is handed on as it was given', async () => {
    server.paper.answers.length = 0;
    const { status, body } = await server.post('/api/v1/decisions/API-5', answer);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ ticket: 'API-5', choice: 'accept', by: 'ada', next: '' });
    expect(server.paper.answers).toEqual([{ ticket: 'API-5', ...answer }]);
  });

  test('what is not sent as JSON by a page of ours is refused before it is read', async () => {
    server.paper.answers.length = 0;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await server.post('/api/v1/decisions/A', answer, form)).status).toBe(415);
    const text = { 'content-type': 'text/plain' };
    expect((await server.post('/api/v1/decisions/A', answer, text)).status).toBe(415);
    const silent = await server.ask('/api/v1/decisions/A', {
      method: 'POST',
      body: JSON.stringify(answer),
      headers: { 'content-type': 'application/json' },
    });
    expect(silent.status).toBe(403);
    const typed = { 'sec-fetch-site': 'none' };
    expect((await server.post('/api/v1/decisions/A', answer, typed)).status).toBe(403);
    expect(server.paper.answers).toEqual([]);
  });

  test.each([
    {},
    [],
    'retry',
    null,
    { ...answer, choice: 'merge' },
    { ...answer, question: '7' },
    { ...answer, question: -1 },
    { ...answer, by: 'somebody else' },
  ])('what is no answer is refused: %j', async (body) => {
    server.paper.answers.length = 0;
    expect((await server.post('/api/v1/decisions/A', body)).status).toBe(400);
    expect(server.paper.answers).toEqual([]);
  });

  test('a reason that could not be recorded is refused', async () => {
    const long = { ...answer, reason: 'x'.repeat(4001) };
    expect((await server.post('/api/v1/decisions/A', long)).status).toBe(400);
  });

  test('more than an answer can be is not read to its end', async () => {
    const { status } = await server.post('/api/v1/decisions/A', { ...answer, reason: 'x'.repeat(200_000) });
    expect(status).toBe(413);
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])(
    '%s is not how anything is asked for',
    async (method) => {
      expect((await server.ask('/api/v1/state', { method })).status).toBe(405);
    },
  );

  test.each(['state', 'tickets/A', 'run', 'waivers/A', 'decisions', 'decisions/A/B', 'gates'])(
    'nothing but a decision can be written: %s',
    async (path) => {
      expect((await server.post(`/api/v1/${path}`, answer)).status).toBe(404);
    },
  );

  test.each([
    '/..%2f..%2fetc%2fpasswd',
    '/assets/../main.ts',
    '/assets/%2e%2e/x',
    '/tickets',
    '/api/v2/state',
    '/api/v1/%',
  ])('there is nothing at %s', async (path) => {
    expect((await server.ask(path)).status).toBe(404);
  });
});

test('BEYOND-17 a server that only reads takes no answer', async () => {
  const reading = new PaperServer(new Paper());
  await reading.start({ readOnly: true });
  const refused = await reading.post('/api/v1/decisions/A', { question: 7, choice: 'retry', reason: '' });
  expect(refused.status).toBe(403);
  const pause = { act: 'pause', ticket: '', reason: '' };
  expect((await reading.post('/api/v1/steering', pause)).status).toBe(403);
  expect(reading.paper.answers).toEqual([]);
  expect(reading.paper.wishes).toEqual([]);
  expect(await reading.json('state')).toMatchObject({ readOnly: true });
  await reading.remove();
});

test('a port that is taken is said so, with what to do', async () => {
  const second = new PaperServer(new Paper());
  await expect(second.start({ port: server.port })).rejects.toMatchObject({
    code: 'ENVIRONMENT_UNFIT',
    hint: expect.stringContaining('--port') as string,
  });
  await second.remove();
});

test('bound to every address on purpose, it answers to addresses in digits and to no name', async () => {
  const wide = new PaperServer(new Paper());
  await wide.start({ host: '0.0.0.0' });
  const ask = async (host: string) => (await wide.ask('/api/v1/state', { headers: { host } })).status;
  expect(await ask(`192.168.1.20:${wide.port}`)).toBe(200);
  expect(await ask(`evil.example:${wide.port}`)).toBe(403);
  await wide.remove();
});
