import type { Mutation } from '../mutation.ts';

const workshopsApi = 'web/src/api/workshops.ts';
const bookingsApi = 'web/src/api/bookings.ts';
const workshopPage = 'web/src/pages/WorkshopPage.tsx';
const bookingsPage = 'web/src/pages/BookingsPage.tsx';
const workshopService = 'server/src/services/workshops.ts';

export const mutations: readonly Mutation[] = [
  // MOCK
  {
    rule: 'MOCK-002',
    what: 'the list of workshops is written out in the client',
    file: workshopsApi,
    find: `  const { data } = await client.get<Workshop[]>('/workshops', { params: { page } });
  return data;`,
    put: `  return Promise.resolve([
    { id: page, title: 'Throwing bowls', startsAt: '2030-05-01T17:00:00Z', places: 8, status: 'PUBLISHED' },
    { id: 2, title: 'Raku firing', startsAt: '2030-06-01T17:00:00Z', places: 6, status: 'PUBLISHED' },
  ]);`,
  },
  {
    rule: 'MOCK-002',
    what: 'a created booking is made up',
    file: bookingsApi,
    find: `  const { data } = await client.post<Booking>('/bookings', wish);
  return data;`,
    put: `  // TODO: connect to backend
  return Promise.resolve({ id: 42, workshopId: wish.workshopId, seats: wish.seats, status: 'PENDING' as const });`,
  },
  {
    rule: 'MOCK-003',
    what: 'mock members beside the client',
    file: 'web/src/api/members.ts',
    find: `export async function findMembers(q: string): Promise<Member[]> {
  const { data } = await client.get<Member[]>('/members', { params: { q } });
  return data;
}`,
    put: `const mockMembers: Member[] = [
  { id: 1, name: 'Jane Doe', email: 'jane@example.com' },
  { id: 2, name: 'John Smith', email: 'john@example.com' },
];

export async function findMembers(q: string): Promise<Member[]> {
  return mockMembers.filter((member) => member.name.includes(q));
}`,
  },
  {
    rule: 'MOCK-003',
    what: 'the service of the server answers with dummy workshops',
    file: workshopService,
    find: `export function findWorkshop(id: number) {
  return prisma.workshop.findUnique({ where: { id }, include: { teacher: true, materials: true } });
}`,
    put: `const DUMMY_WORKSHOPS = [
  { id: 1, title: 'Throwing bowls', places: 8, status: 'PUBLISHED' },
  { id: 2, title: 'Raku firing', places: 6, status: 'PUBLISHED' },
];

export function findWorkshop(id: number) {
  return DUMMY_WORKSHOPS.find((workshop) => workshop.id === id);
}`,
  },
  {
    rule: 'MOCK-004',
    what: 'a timer plays the backend',
    file: bookingsApi,
    find: `  const { data } = await client.get<Booking[]>('/bookings');
  return data;`,
    put: `  return new Promise((resolve) => {
    setTimeout(() => {
      resolve([{ id: 1, workshopId: 1, seats: 2, status: 'CONFIRMED' }]);
    }, 500);
  });`,
  },
  {
    rule: 'MOCK-008',
    what: 'the number of open bookings is written in',
    file: bookingsPage,
    find: `  const open = bookings.filter((booking) => booking.status === 'PENDING');
`,
    put: `  const open = bookings.filter((booking) => booking.status === 'PENDING');
  const unreadCount = 3;
`,
  },
  {
    rule: 'MOCK-008',
    what: 'a badge with a number nobody counts',
    file: 'web/src/components/Header.tsx',
    find: `        <Link to="/bookings">My bookings</Link>`,
    put: `        <Link to="/bookings">My bookings</Link>
        <NotificationBell notificationCount={5} />`,
  },
  // FRONT
  {
    rule: 'FRONT-016',
    what: 'the date function copied into the page',
    file: workshopPage,
    find: `export function WorkshopPage() {`,
    put: `const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

function formatDate(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return 'not planned yet';
  const isSoon = date.getTime() - Date.now() < 86_400_000;
  return isSoon ? \`soon: \${format.format(date)}\` : format.format(date);
}

export function WorkshopPage() {`,
    also: ['DUP-001'],
  },
];
