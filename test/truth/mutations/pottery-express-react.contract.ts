import type { Mutation } from '../mutation.ts';

const workshopsApi = 'web/src/api/workshops.ts';
const bookingsApi = 'web/src/api/bookings.ts';
const workshopRoutes = 'server/src/routes/workshops.ts';
const bookingRoutes = 'server/src/routes/bookings.ts';

export const mutations: readonly Mutation[] = [
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
