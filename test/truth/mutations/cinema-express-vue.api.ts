import type { Mutation } from '../mutation.ts';

const reservations = 'api/src/services/reservations.ts';
const screenings = 'api/src/services/screenings.ts';
const screeningsRoutes = 'api/src/routes/screenings.routes.ts';
const reservationsRoutes = 'api/src/routes/reservations.routes.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'XREF-001',
    what: 'a route of the reservations is deleted',
    file: reservationsRoutes,
    find: `reservationsRouter.post('/:id/pay', wrap(reservations.pay));\n`,
    put: '',
    at: 'web/src/api/reservations.ts',
    also: ['ORPHAN-002'],
  },
  {
    rule: 'XREF-001',
    what: 'a route is renamed',
    file: reservationsRoutes,
    find: `'/mine'`,
    put: `'/own'`,
    at: 'web/src/api/reservations.ts',
  },
  {
    rule: 'XREF-001',
    what: 'the mount of a router is renamed',
    file: 'api/src/routes/index.ts',
    find: `apiRouter.use('/screenings', screeningsRouter)`,
    put: `apiRouter.use('/shows', screeningsRouter)`,
    at: 'web/src/api/screenings.ts',
    also: ['XREF-001', 'API-001', 'API-004'],
  },
  {
    rule: 'XREF-001',
    what: 'the login moves',
    file: 'api/src/routes/index.ts',
    find: `'/auth/login'`,
    put: `'/sessions'`,
    at: 'web/src/stores/session.ts',
  },
  {
    rule: 'XREF-002',
    what: 'a chained patch becomes a put',
    file: screeningsRoutes,
    find: `.patch(authenticate`,
    put: `.put(authenticate`,
    at: 'web/src/api/screenings.ts',
  },
  {
    rule: 'XREF-002',
    what: 'the delete of a chain is dropped',
    file: screeningsRoutes,
    find: `\n  .delete(authenticate, only('admin'), wrap(screenings.drop));`,
    put: ';',
    at: 'web/src/api/screenings.ts',
    also: ['ORPHAN-002'],
  },
  {
    rule: 'WIRE-001',
    what: 'a router is not mounted any more',
    file: 'api/src/routes/index.ts',
    find: `apiRouter.use('/reservations', authenticate, reservationsRouter);\n`,
    put: '',
    at: '*',
    also: ['XREF-001', 'ORPHAN-001', 'ORPHAN-002', 'API-001', 'API-004'],
  },
  {
    rule: 'WIRE-002',
    what: 'a handler answers with nothing behind it',
    file: 'api/src/controllers/reservations.controller.ts',
    find: `res.json(await cancelReservation(req.params.id));`,
    put: `res.json({ id: req.params.id, status: 'cancelled' });`,
    at: '*',
    also: ['ORPHAN-002'],
  },
  {
    rule: 'SDL-001',
    what: 'the hall is set and never saved',
    file: screenings,
    find: `  screening.hall = hall;\n  await screening.save();`,
    put: `  screening.hall = hall;`,
  },
  {
    rule: 'SDL-001',
    what: 'a new document is never saved',
    file: screenings,
    find: `const screening = await ScreeningModel.create({ ...plan, published: true });`,
    put: `const screening = new ScreeningModel({ ...plan, published: true });`,
  },
  {
    rule: 'SDL-001',
    what: 'the new status is never saved',
    file: reservations,
    find: `  await reservation.save();\n`,
    put: '',
  },
  {
    rule: 'BACK-002',
    what: 'the film of each reservation is asked for in a loop',
    file: reservations,
    find: `  return found.map(toView);`,
    put: `  const views: ReservationView[] = [];
  for (const reservation of found) {
    const screening = await ScreeningModel.findById(reservation.screening);
    views.push({ ...toView(reservation), screeningId: screening?.id });
  }
  return views;`,
  },
  {
    rule: 'BACK-016',
    what: 'reservations are deleted and made again without a transaction',
    file: reservations,
    find: `export const cancelReservation`,
    put: `export async function rebook(accountId: string, screeningId: string, seats: number): Promise<void> {
  await ReservationModel.deleteMany({ account: accountId });
  await ReservationModel.create({ account: accountId, screening: screeningId, seats, code: 'rebooked' });
}

export const cancelReservation`,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'ENUM-003',
    what: 'an update to a status that cannot follow',
    file: reservations,
    find: `export const payReservation`,
    put: `export async function reopen(id: string): Promise<void> {
  await ReservationModel.updateOne({ _id: id, status: 'cancelled' }, { $set: { status: 'held' } });
}

export const payReservation`,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'DB-004',
    what: 'the status of a reservation loses its default',
    file: 'api/src/models/reservation.ts',
    find: `enum: reservationStatuses, default: 'held', required: true`,
    put: `enum: reservationStatuses, required: true`,
  },
  {
    rule: 'DB-008',
    what: 'the screening of a reservation is a bare id',
    file: 'api/src/models/reservation.ts',
    find: `screening: { type: Schema.Types.ObjectId, ref: 'Screening', required: true },`,
    put: `screeningId: { type: Schema.Types.ObjectId, required: true },`,
  },
  {
    rule: 'SEED-002',
    what: 'seeded screenings are not published',
    file: 'api/src/scripts/seed.ts',
    find: `startsAt: new Date(Date.now() + day), capacity: 80, published: true },
    { film: 'Playtime', hall: 'Red', startsAt: new Date(Date.now() + 2 * day), capacity: 40, published: true }`,
    put: `startsAt: new Date(Date.now() + day), capacity: 80, published: false },
    { film: 'Playtime', hall: 'Red', startsAt: new Date(Date.now() + 2 * day), capacity: 40, published: false }`,
  },
  {
    rule: 'SEED-001',
    what: 'seeds leave it to a default that hides them',
    file: 'api/src/scripts/seed.ts',
    find: `capacity: 80, published: true },
    { film: 'Playtime', hall: 'Red', startsAt: new Date(Date.now() + 2 * day), capacity: 40, published: true }`,
    put: `capacity: 80 },
    { film: 'Playtime', hall: 'Red', startsAt: new Date(Date.now() + 2 * day), capacity: 40 }`,
    also: ['SEED-002'],
  },
  {
    rule: 'SEED-003',
    what: 'no staff is seeded',
    file: 'api/src/scripts/seed.ts',
    find: `    { email: 'stan@kinoplan.test', name: 'Stan', passwordHash, role: 'staff' },\n`,
    put: '',
    at: '*',
  },
  {
    rule: 'MOCK-003',
    what: 'made-up screenings',
    file: screenings,
    find: `export async function getScreening(id: string): Promise<ScreeningView> {`,
    put: `const mockScreenings: ScreeningView[] = [
  { id: '1', film: 'Alien', hall: 'Blue', startsAt: '2030-01-01', seatsLeft: 4 },
  { id: '2', film: 'Heat', hall: 'Red', startsAt: '2030-01-02', seatsLeft: 9 },
];

export async function popular(): Promise<ScreeningView[]> {
  return mockScreenings;
}

export async function getScreening(id: string): Promise<ScreeningView> {`,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'SEC-001',
    what: 'the key of the tokens is written in',
    file: 'api/src/config.ts',
    find: `JWT_SECRET: z.string().min(16),`,
    put: `JWT_SECRET: z.string().default('q8Zr1vT0uWx4¦Yb7Kc2Nd9'),`,
  },
  {
    rule: 'SEC-001',
    what: 'the address of the database with its password',
    file: 'api/src/index.ts',
    find: `config.MONGO_URL`,
    put: `'mongodb+srv://kino:Popc¦0rn-9xQ@cluster0.ab1cd.mongodb.net/kinoplan'`,
  },
];
