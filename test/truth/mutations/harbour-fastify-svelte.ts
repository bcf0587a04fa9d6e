import type { Mutation } from '../mutation.ts';

const berthRoutes = 'server/src/modules/berths/berth.routes.ts';
const stayRoutes = 'server/src/modules/stays/stay.routes.ts';
const stays = 'server/src/modules/stays/stay.service.ts';
const client = 'web/src/lib/berths.ts';
const tests = 'server/test/berths.test.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'XREF-001',
    what: 'payment is gone',
    file: stayRoutes,
    find: `  app.post('/:id/payment', async (request) => markPaid(byId.parse(request.params).id));\n`,
    put: '',
    at: client,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'XREF-001',
    what: 'the state has another path',
    file: berthRoutes,
    find: `'/:id/state'`,
    put: `'/:id/status'`,
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'another prefix of a plugin',
    file: 'server/src/server.ts',
    find: `'/api/stays'`,
    put: `'/api/bookings'`,
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'a misspelt path in the client',
    file: client,
    find: "'/sessions'",
    put: "'/session'",
  },
  {
    rule: 'XREF-002',
    what: 'the client puts a state',
    file: 'web/src/lib/api.ts',
    find: `method: 'PATCH', body }`,
    put: `method: 'PUT', body }`,
    at: client,
  },
  {
    rule: 'XREF-002',
    what: 'payment by patch',
    file: stayRoutes,
    find: `app.post('/:id/payment'`,
    put: `app.patch('/:id/payment'`,
    at: client,
  },
  {
    rule: 'WIRE-001',
    what: 'the stays are not registered',
    file: 'server/src/server.ts',
    find: `  server.register(stayRoutes, { prefix: '/api/stays' });\n`,
    put: '',
    at: stayRoutes,
    also: ['XREF-001', 'ORPHAN-001', 'ORPHAN-002'],
  },
  {
    rule: 'WIRE-002',
    what: 'paying does nothing',
    file: stayRoutes,
    find: `async (request) => markPaid(byId.parse(request.params).id)`,
    put: `async () => ({ ok: true })`,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'SDL-001',
    what: 'paid is set and not stored',
    file: stays,
    find: `  return prisma.stay.update({ where: { id }, data: { paid: true } });`,
    put: `  const stay = await prisma.stay.findUniqueOrThrow({ where: { id } });\n  stay.paid = true;\n  return stay;`,
  },
  {
    rule: 'BACK-016',
    what: 'replaced without a transaction',
    file: stays,
    find: `  return prisma.$transaction(async (tx) => {
    await tx.stay.deleteMany({});
    const { count } = await tx.stay.createMany({ data: bookings });
    return count;
  });`,
    put: `  await prisma.stay.deleteMany({});
  const { count } = await prisma.stay.createMany({ data: bookings });
  return count;`,
  },
  {
    rule: 'BACK-001',
    what: 'a day in the text of a query',
    file: stays,
    find: 'return prisma.$queryRaw`SELECT boat FROM "Stay" WHERE paid = false AND "arrivesAt" < ${day}`;',
    put: 'return prisma.$queryRawUnsafe(`SELECT boat FROM "Stay" WHERE paid = false AND "arrivesAt" < \'${day}\'`);',
  },
  {
    rule: 'DB-002',
    what: 'a boolean is one',
    file: stays,
    find: `WHERE paid = false AND`,
    put: `WHERE paid = 0 AND`,
  },
  {
    rule: 'BACK-002',
    what: 'one insert after the other',
    file: stays,
    find: `    const { count } = await tx.stay.createMany({ data: bookings });
    return count;`,
    put: `    for (const data of bookings) {
      await tx.stay.create({ data });
    }
    return bookings.length;`,
  },
  {
    rule: 'BACK-017',
    what: 'checked, and the body is taken as it is',
    file: stayRoutes,
    find: `    const stay = await bookStay(booking.parse(request.body));`,
    put: `    booking.safeParse(request.body);\n    const stay = await bookStay(request.body as never);`,
  },
  {
    rule: 'BACK-018',
    what: 'an id of whatever',
    file: stayRoutes,
    find: `    const { id } = byId.parse(request.params);
    await cancelStay(id);`,
    put: `    const { id } = request.params as { id: string };
    await cancelStay(Number(id));`,
  },
  {
    rule: 'MOCK-002',
    what: 'stays that nobody booked',
    file: client,
    find: 'api.get<Stay[]>(`/stays?skipper=${skipper}`, ask);',
    put: `\n  Promise.resolve([{ id: 1, boat: 'Möwe', paid: true, arrivesAt: '2024-05-01', berth: { id: 1, name: 'A1', length: 9, state: 'FREE' } }]);`,
  },
  {
    rule: 'MOCK-003',
    what: 'sample berths in the service',
    file: 'server/src/modules/berths/berth.service.ts',
    find: `  return prisma.berth.findMany({ where: { state: { not: 'CLOSED' } }, orderBy: { name: 'asc' } });`,
    put: `  const mockBerths = [
    { id: 1, name: 'A1', length: 9, state: 'FREE' as const },
    { id: 2, name: 'A2', length: 12, state: 'TAKEN' as const },
  ];
  return Promise.resolve(mockBerths);`,
    also: ['MOCK-002'],
  },
  {
    rule: 'MOCK-006',
    what: 'the store begins with stays',
    file: 'web/src/lib/stores/stays.svelte.ts',
    find: `$state<Stay[]>([])`,
    put: `$state<Stay[]>([
  { id: 1, boat: 'Möwe', paid: true, arrivesAt: '2024-05-01', berth: { id: 1, name: 'A1', length: 9, state: 'FREE' } },
  { id: 2, boat: 'Albatros', paid: false, arrivesAt: '2024-05-02', berth: { id: 2, name: 'A2', length: 9, state: 'TAKEN' } },
])`,
  },
  {
    rule: 'ENUM-002',
    what: 'a state that the database does not have',
    file: 'web/src/lib/components/BerthRow.svelte',
    find: `berth.state === 'TAKEN'`,
    put: `berth.state === 'OCCUPIED'`,
  },
  {
    rule: 'ENUM-002',
    what: 'a state is sent that there is not',
    file: 'web/src/routes/berths/[id]/+page.svelte',
    find: `changeState(data.berth.id, 'CLOSED')`,
    put: `changeState(data.berth.id, 'SHUT')`,
  },
  {
    rule: 'SDL-003',
    what: 'no boat, no word',
    file: 'web/src/routes/berths/[id]/+page.svelte',
    find: `    if (boat.trim() === '') {
      message = 'Please give the name of your boat.';
      return;
    }`,
    put: `    if (boat.trim() === '') return;`,
  },
  {
    rule: 'SEED-003',
    what: 'no harbourmaster is seeded',
    file: 'server/prisma/seed.ts',
    find: `, role: 'HARBOURMASTER' }`,
    put: `, role: 'SKIPPER' }`,
    at: '*',
  },
  {
    rule: 'SEED-002',
    what: 'all berths are closed',
    file: 'server/prisma/seed.ts',
    find: `      { name: 'A1', length: 9.5, state: 'FREE' },
      { name: 'A2', length: 12, state: 'TAKEN' },`,
    put: `      { name: 'A1', length: 9.5, state: 'CLOSED' },
      { name: 'A2', length: 12, state: 'CLOSED' },`,
  },
  {
    rule: 'DEPLOY-001',
    what: 'another port inside',
    file: 'docker-compose.yml',
    find: `"3333:3333"`,
    put: `"3333:8080"`,
    at: '*',
  },
  {
    rule: 'DEPLOY-002',
    what: 'the secret is declared nowhere',
    file: 'server/.env.example',
    find: `COOKIE_SECRET=\n`,
    put: '',
    at: '*',
  },
  {
    rule: 'DEPLOY-004',
    what: 'the database has another name',
    file: 'docker-compose.yml',
    find: `  postgres:\n    image`,
    put: `  db:\n    image`,
    at: '*',
  },
  {
    rule: 'SEC-001',
    what: 'the secret of the cookies',
    file: 'server/src/server.ts',
    find: `  const secret = process.env.COOKIE_SECRET;
  if (!secret) throw new Error('COOKIE_SECRET is not set');`,
    put: `  const secret = 'k9!hb¦QzP2vX7mTr4Lw';`,
    also: ['DEPLOY-002'],
  },
  {
    rule: 'SAFE-003',
    what: 'a secret that stands in for none',
    file: 'server/src/server.ts',
    find: `  const secret = process.env.COOKIE_SECRET;
  if (!secret) throw new Error('COOKIE_SECRET is not set');`,
    put: `  const secret = process.env.COOKIE_SECRET || 'change-me-please';`,
  },
  {
    rule: 'SAFE-005',
    what: 'the failure of a cancellation is passed over',
    file: stays,
    find: `  await prisma.stay.delete({ where: { id } });`,
    put: `  await prisma.stay.delete({ where: { id } }).catch(() => {});`,
  },
  {
    rule: 'TEST-001',
    what: 'a test only asks',
    file: tests,
    find: `    assert.equal(answer.statusCode, 404);\n`,
    put: '',
  },
  {
    rule: 'TEST-002',
    what: 'always true',
    file: tests,
    find: `    assert.equal(answer.statusCode, 404);`,
    put: `    assert.ok(true);`,
  },
  {
    rule: 'TEST-003',
    what: 'a focused test',
    file: tests,
    find: `  it('lists what`,
    put: `  it.only('lists what`,
  },
  {
    rule: 'TEST-004',
    what: 'a skipped test',
    file: tests,
    find: `  it('lists what is open', async`,
    put: `  it('lists what is open', { skip: true }, async`,
  },
  {
    rule: 'TEST-006',
    what: 'a test sleeps',
    file: tests,
    find: `    assert.equal(answer.statusCode, 404);`,
    put: `    await new Promise((done) => setTimeout(done, 1500));\n    assert.equal(answer.statusCode, 404);`,
  },
  {
    rule: 'ASSET-001',
    what: 'the icon of the page',
    file: 'web/src/app.html',
    find: 'anchor.svg',
    put: 'ancor.svg',
  },
  {
    rule: 'ASSET-003',
    what: 'the pier is gone',
    file: 'web/src/lib/assets/pier.png',
    find: null,
    put: null,
    at: 'web/src/routes/+layout.svelte',
  },
  {
    rule: 'ORPHAN-003',
    what: 'rows without their component',
    file: 'web/src/routes/+page.svelte',
    find: `    <BerthRow {berth} />`,
    put: `    <tr><td>{berth.name}</td></tr>`,
    at: 'web/src/lib/components/BerthRow.svelte',
    also: ['ORPHAN-001'],
  },
  {
    rule: 'UI-001',
    what: 'a colour of its own',
    file: 'web/src/lib/components/BerthRow.svelte',
    find: `var(--muted)`,
    put: `#7c3aed`,
    also: ['UI-002'],
  },
  {
    rule: 'UI-004',
    what: 'a distance off the grid',
    file: 'web/src/lib/components/BerthRow.svelte',
    find: `padding: 8px`,
    put: `padding: 13px`,
  },
  {
    rule: 'FRONT-010',
    what: 'a line to the console',
    file: 'web/src/lib/stores/stays.svelte.ts',
    find: `    const paid = await pay(id);`,
    put: `    const paid = await pay(id);\n    console.log('paid', paid);`,
  },
  {
    rule: 'FRONT-007',
    what: 'any',
    file: 'web/src/lib/api.ts',
    find: `body?: unknown) =>`,
    put: `body?: any) =>`,
  },
  {
    rule: 'DB-008',
    what: 'a key without a relation',
    file: 'server/prisma/schema.prisma',
    find: `  berth     Berth    @relation(fields: [berthId], references: [id])\n`,
    put: '',
    also: ['DB-006'],
  },
];
