import type { Mutation } from '../mutation.ts';

const berthRoutes = 'server/src/modules/berths/berth.routes.ts';
const stayRoutes = 'server/src/modules/stays/stay.routes.ts';
const stays = 'server/src/modules/stays/stay.service.ts';
const client = 'web/src/lib/berths.ts';

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
];
