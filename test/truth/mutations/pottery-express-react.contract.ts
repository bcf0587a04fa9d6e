import type { Mutation } from '../mutation.ts';

const workshopsApi = 'web/src/api/workshops.ts';
const bookingsApi = 'web/src/api/bookings.ts';
const workshopRoutes = 'server/src/routes/workshops.ts';
const bookingRoutes = 'server/src/routes/bookings.ts';
const workshopService = 'server/src/services/workshops.ts';

export const mutations: readonly Mutation[] = [
  // API
  {
    rule: 'API-001',
    what: 'the list leaves out the number of places',
    file: workshopService,
    find: 'select: { id: true, title: true, startsAt: true, places: true, status: true },',
    put: 'select: { id: true, title: true, startsAt: true, status: true },',
  },
  {
    rule: 'API-002',
    what: 'the client renames a field of a workshop',
    file: 'web/src/types/workshop.ts',
    find: `  startsAt: string;`,
    put: `  startDate: string;`,
  },
  {
    rule: 'API-002',
    what: 'the client expects a field that nobody promised',
    file: 'web/src/types/booking.ts',
    find: `  workshopId: number;
  seats: number;
  status: BookingStatus;`,
    put: `  workshopId: number;
  seats: number;
  totalPrice: number;
  status: BookingStatus;`,
  },
  {
    rule: 'API-003',
    what: 'the client takes the id of a workshop for text',
    file: 'web/src/types/booking.ts',
    find: `  id: number;
  workshopId: number;`,
    put: `  id: number;
  workshopId: string;`,
  },
  {
    rule: 'API-004',
    what: 'the server no longer takes the note',
    file: bookingRoutes,
    find: `  note: z.string().max(500).optional(),
});`,
    put: `});`,
  },
  // XREF
  {
    rule: 'XREF-001',
    what: 'the route to publish is deleted',
    file: workshopRoutes,
    find: `workshopRouter.post('/:id/publish', signedIn, onlyAdmins, async (req, res) => {
  const { id } = numbered.parse(req.params);
  res.json(await workshops.publish(id));
});
`,
    put: '',
    at: workshopsApi,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'XREF-001',
    what: 'the route to confirm is renamed',
    file: bookingRoutes,
    find: `bookingRouter.patch('/:id/confirm', `,
    put: `bookingRouter.patch('/:id/approve', `,
    at: bookingsApi,
  },
  {
    rule: 'XREF-001',
    what: 'the router is mounted elsewhere',
    file: 'server/src/app.ts',
    find: `app.use('/api/members', memberRouter);`,
    put: `app.use('/api/users', memberRouter);`,
    at: 'web/src/api/members.ts',
  },
  {
    rule: 'XREF-001',
    what: 'the client asks for the singular',
    file: 'web/src/api/session.ts',
    find: `'/auth/login'`,
    put: `'/auth/signin'`,
  },
  {
    rule: 'XREF-002',
    what: 'the client uses put where the server has patch',
    file: 'web/src/api/members.ts',
    find: `client.patch<Member>`,
    put: `client.put<Member>`,
  },
  {
    rule: 'XREF-002',
    what: 'the server deletes by post now',
    file: workshopRoutes,
    find: `workshopRouter.delete('/:id', signedIn`,
    put: `workshopRouter.post('/:id', signedIn`,
    at: workshopsApi,
  },
];
