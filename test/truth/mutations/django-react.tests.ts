import type { Mutation } from '../mutation.ts';

const client = 'web/src/api/bookings.ts';
const bookingTests = 'rooms/tests/test_bookings.py';
const bookingsPage = 'web/src/pages/BookingsPage.tsx';

export const mutations: readonly Mutation[] = [
  {
    rule: 'TEST-001',
    what: 'the look at the status is gone',
    file: bookingTests,
    find: `        self.assertEqual(booking.status, BookingStatus.CANCELLED)`,
    put: `        print(booking.status)`,
  },
  {
    rule: 'TEST-001',
    what: 'pytest without assert',
    file: 'rooms/tests/test_rooms.py',
    find: `    assert list(listed_rooms()) == []`,
    put: `    list(listed_rooms()) == []`,
  },
  {
    rule: 'TEST-002',
    what: 'assertTrue(True)',
    file: bookingTests,
    find: `        self.assertEqual(answer.data["status"], "requested")`,
    put: `        self.assertTrue(True)`,
  },
  {
    rule: 'TEST-002',
    what: 'a value compared with itself',
    file: bookingTests,
    find: `        self.assertEqual(booking.status, BookingStatus.CANCELLED)`,
    put: `        self.assertEqual(booking.status, booking.status)`,
  },
  {
    rule: 'TEST-003',
    what: 'one test of a component alone',
    file: 'web/src/components/RoomCard.test.tsx',
    find: `it('books', `,
    put: `it.only('books', `,
  },
  {
    rule: 'TEST-004',
    what: 'skipped without a word',
    file: bookingTests,
    find: `    def test_only_managers_confirm(self):`,
    put: `    @unittest.skip
    def test_only_managers_confirm(self):`,
  },
  {
    rule: 'TEST-004',
    what: 'skipped by a reason that is none',
    file: 'web/src/components/RoomCard.test.tsx',
    find: `it('says what a room has', `,
    put: `it.skip('says what a room has', `,
  },
  {
    rule: 'TEST-005',
    what: 'only a docstring is left',
    file: bookingTests,
    find: `        self.assertEqual(self.book(hours=-1).status_code, 400)`,
    put: `        """A booking ends after it starts."""`,
  },
  {
    rule: 'TEST-006',
    what: 'sleeps until the room is free',
    file: bookingTests,
    find: `        services.cancel(booking.id, self.member)`,
    put: `        services.cancel(booking.id, self.member)
        time.sleep(2)`,
  },
  {
    rule: 'MOCK-002',
    what: 'the list of rooms is written into the client',
    file: client,
    find: `export const listRooms = () => request<Room[]>('/rooms/');`,
    put: `export const listRooms = (): Promise<Room[]> =>
  Promise.resolve([{ id: 1, name: 'Attic', seats: 6, has_screen: false, equipment: [] }]);`,
  },
  {
    rule: 'MOCK-003',
    what: 'fake bookings in the client',
    file: client,
    find: `export const listBookings = () => request<Booking[]>('/bookings/');`,
    put: `const FAKE_BOOKINGS: Booking[] = [
  { id: 1, room: 1, room_name: 'Attic', starts_at: '2024-05-01', ends_at: '2024-05-02', status: 'requested', note: '' },
];

export const listBookings = async () => FAKE_BOOKINGS;`,
  },
  {
    rule: 'MOCK-004',
    what: 'a slow server that is a timer',
    file: client,
    find: `export const me = () => request<Member>('/me/');`,
    put: `export const me = () =>
  new Promise<Member>((resolve) =>
    setTimeout(() => resolve({ id: 1, username: 'ann', email: 'ann@example.org', role: 'manager' }), 300),
  );`,
  },
  {
    rule: 'MOCK-008',
    what: 'the number of waiting bookings is written in',
    file: bookingsPage,
    find: `const pendingCount = open.filter((booking) => booking.status === 'requested').length;`,
    put: `const pendingCount = 4;`,
  },
  {
    rule: 'MOCK-008',
    what: 'a state that begins with a number',
    file: bookingsPage,
    find: `const pendingCount = open.filter((booking) => booking.status === 'requested').length;`,
    put: `const [pendingCount] = useState(4);`,
  },
];
