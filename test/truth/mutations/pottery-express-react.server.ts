import type { Mutation } from '../mutation.ts';

const workshopPage = 'web/src/pages/WorkshopPage.tsx';
const bookingRoutes = 'server/src/routes/bookings.ts';
const memberRoutes = 'server/src/routes/members.ts';
const workshopService = 'server/src/services/workshops.ts';
const bookingService = 'server/src/services/bookings.ts';
const memberService = 'server/src/services/members.ts';

export const mutations: readonly Mutation[] = [
  // BACK
  {
    rule: 'BACK-001',
    what: 'the search is put into the SQL',
    file: memberService,
    find: `  return prisma.$queryRaw\`SELECT id, name, email FROM "User" WHERE name ILIKE \${'%' + q + '%'} AND "isActive" = true\`;`,
    put: `  return prisma.$queryRawUnsafe(\`SELECT id, name, email FROM "User" WHERE name ILIKE '%\${q}%' AND "isActive" = true\`);`,
  },
  {
    rule: 'BACK-001',
    what: 'SQL glued with plus',
    file: memberService,
    find: `  return prisma.user.update({ where: { id }, data: { name }, select: { id: true, name: true, email: true } });`,
    put: `  return prisma.$executeRawUnsafe('UPDATE "User" SET name = \\'' + name + '\\' WHERE id = ' + id);`,
  },
  {
    rule: 'BACK-002',
    what: 'materials are loaded one workshop at a time',
    file: workshopService,
    find: `export async function publish(id: number) {`,
    put: `export async function listWithMaterials(ids: number[]) {
  const all = [];
  for (const id of ids) {
    all.push(await prisma.material.findMany({ where: { workshopId: id } }));
  }
  return all;
}

export async function publish(id: number) {`,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'BACK-002',
    what: 'one query per booking in a map',
    file: bookingService,
    find: `export function bookingsOf(userId: number) {
  return prisma.booking.findMany({
    where: { userId },
    select: { id: true, workshopId: true, seats: true, status: true, workshop: true },
  });
}`,
    put: `export async function bookingsOf(userId: number) {
  const bookings = await prisma.booking.findMany({ where: { userId } });
  return Promise.all(
    bookings.map(async (booking) => ({
      id: booking.id,
      workshopId: booking.workshopId,
      seats: booking.seats,
      status: booking.status,
      workshop: await prisma.workshop.findUnique({ where: { id: booking.workshopId } }),
    })),
  );
}`,
  },
  {
    rule: 'BACK-016',
    what: 'materials are replaced without a transaction',
    file: workshopService,
    find: `  await prisma.$transaction([
    prisma.material.deleteMany({ where: { workshopId } }),
    prisma.material.createMany({ data: portions.map((portion) => ({ ...portion, workshopId })) }),
  ]);`,
    put: `  await prisma.material.deleteMany({ where: { workshopId } });
  await prisma.material.createMany({ data: portions.map((portion) => ({ ...portion, workshopId })) });`,
  },
  // WIRE
  {
    rule: 'WIRE-001',
    what: 'a router is forgotten in the application',
    file: 'server/src/app.ts',
    find: `  app.use('/api/members', memberRouter);
`,
    put: '',
    at: memberRoutes,
    also: ['XREF-001'],
  },
  {
    rule: 'WIRE-001',
    what: 'a new router that nobody mounts',
    file: 'server/src/routes/reports.ts',
    find: null,
    put: `import { Router } from 'express';

import { prisma } from '../db';

export const reportRouter = Router();

reportRouter.get('/monthly', async (_req, res) => {
  res.json(await prisma.booking.groupBy({ by: ['status'], _count: true }));
});
`,
    also: ['ORPHAN-001'],
  },
  {
    rule: 'WIRE-002',
    what: 'the handler says yes and does nothing',
    file: bookingRoutes,
    find: `  const { id } = numbered.parse(req.params);
  await cancelBooking(id);
  res.status(204).end();`,
    put: `  res.status(204).end();`,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'WIRE-002',
    what: 'the handler answers with success and a TODO',
    file: memberRoutes,
    find: `  const { id } = numbered.parse(req.params);
  const { name } = renamed.parse(req.body);
  res.json(await renameMember(id, name));`,
    put: `  // TODO: implement
  res.json({ success: true });`,
    also: ['ORPHAN-002'],
  },
  // SDL
  {
    rule: 'SDL-001',
    what: 'a booking is changed in memory and given back',
    file: bookingService,
    find: `  return prisma.booking.update({ where: { id }, data: { status: 'CONFIRMED' } });`,
    put: `  booking.status = 'CONFIRMED';
  return booking;`,
  },
  {
    rule: 'SDL-003',
    what: 'booking zero seats does nothing and says nothing',
    file: workshopPage,
    find: `    if (seats < 1) {
      setProblem('Choose at least one seat.');
      return;
    }`,
    put: `    if (seats < 1) return;`,
  },
  {
    rule: 'SDL-003',
    what: 'an empty password is swallowed',
    file: 'web/src/pages/LoginPage.tsx',
    find: `    try {
      await login`,
    put: `    if (!password) return;
    try {
      await login`,
  },
];
