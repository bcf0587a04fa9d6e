import type { Mutation } from '../mutation.ts';

const types = 'web/src/api/types.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'XREF-001',
    what: 'the client asks for a list that is not there',
    file: 'web/src/api/screenings.ts',
    find: `'/screenings', { params`,
    put: `'/screening', { params`,
  },
  {
    rule: 'XREF-002',
    what: 'the client cancels with delete',
    file: 'web/src/api/reservations.ts',
    find: 'http.post<Reservation>(`/reservations/${id}/cancel`)',
    put: 'http.delete<Reservation>(`/reservations/${id}/cancel`)',
  },
  {
    rule: 'API-001',
    what: 'the type of the answer calls the seats otherwise',
    file: 'api/src/services/screenings.ts',
    find: `  readonly seatsLeft: number;`,
    put: `  readonly free: number;`,
    at: '*',
  },
  {
    rule: 'API-002',
    what: 'the client expects other words',
    file: types,
    find: `  seatsLeft: number;`,
    put: `  freeSeats: number;`,
    at: '*',
  },
  {
    rule: 'API-003',
    what: 'the client takes the seats for a text',
    file: types,
    find: `  seats: number;
  status: ReservationStatus;`,
    put: `  seats: string;
  status: ReservationStatus;`,
    at: '*',
  },
  {
    rule: 'API-004',
    what: 'the server takes another field',
    file: 'api/src/controllers/reservations.controller.ts',
    find: `  seats: z.number().int().min(1).max(8),
});`,
    put: `  places: z.number().int().min(1).max(8),
});`,
    at: '*',
  },
  {
    rule: 'SDL-002',
    what: 'another id is paid than the one that was made',
    file: 'web/src/stores/reservations.ts',
    find: `    const reservation = await reservationsApi.create({ screeningId, seats });
    const paid = await reservationsApi.pay(reservation.id);`,
    put: `    await reservationsApi.create({ screeningId, seats });
    const paid = await reservationsApi.pay(screeningId);`,
  },
  {
    rule: 'SDL-003',
    what: 'the login returns in silence',
    file: 'web/src/views/LoginView.vue',
    find: `    problem.value = 'Both are needed.';\n`,
    put: '',
  },
  {
    rule: 'ENUM-002',
    what: 'the view knows another status',
    file: 'web/src/views/ReservationsView.vue',
    find: `reservation.status !== 'cancelled'`,
    put: `reservation.status !== 'canceled'`,
  },
  {
    rule: 'ENUM-002',
    what: 'the type of the client has a status of its own',
    file: types,
    find: `'held' | 'paid' | 'cancelled'`,
    put: `'held' | 'paid' | 'refunded'`,
    at: '*',
  },
  {
    rule: 'MOCK-002',
    what: 'the list is made up',
    file: 'web/src/api/screenings.ts',
    find: `    const { data } = await http.get<Screening[]>('/screenings', { params: { page } });
    return data;`,
    put: `    return Promise.resolve([{ id: 's1', film: 'Alien', hall: 'Blue', startsAt: '2030-01-01', seatsLeft: 4 + page }]);`,
  },
  {
    rule: 'MOCK-004',
    what: 'a timer plays the server',
    file: 'web/src/api/reservations.ts',
    find: "return (await http.get<Reservation[]>('/reservations/mine')).data;",
    put: `return new Promise((resolve) => {
      setTimeout(() => resolve([{ id: 'r1', screeningId: 's1', seats: 2, status: 'held', code: 'ab12' }]), 800);
    });`,
  },
  {
    rule: 'MOCK-006',
    what: 'the store begins with reservations',
    file: 'web/src/stores/reservations.ts',
    find: `ref<Reservation[]>([])`,
    put: `ref<Reservation[]>([{ id: 'r1', screeningId: 's1', seats: 2, status: 'held', code: 'ab12' }])`,
  },
  {
    rule: 'MOCK-006',
    what: 'the state begins with screenings',
    file: 'web/src/stores/screenings.ts',
    find: `screenings: [] as Screening[]`,
    put: `screenings: [{ id: 's1', film: 'Alien', hall: 'Blue', startsAt: '2030-01-01', seatsLeft: 4 }] as Screening[]`,
  },
  {
    rule: 'MOCK-008',
    what: 'a count that never changes',
    file: 'web/src/views/ReservationsView.vue',
    find: `const store = useReservationsStore();`,
    put: `const store = useReservationsStore();\nconst unreadCount = ref(7);`,
  },
  {
    rule: 'UI-001',
    what: 'a colour in a component',
    file: 'web/src/components/ScreeningCard.vue',
    find: `color: var(--velvet);`,
    put: `color: #8c1c2b;`,
  },
  {
    rule: 'UI-004',
    what: 'spacing off the grid',
    file: 'web/src/styles/main.css',
    find: `padding: 12px 16px;`,
    put: `padding: 13px 17px;`,
  },
  {
    rule: 'E2E-006',
    what: 'a page that is not there yet',
    file: 'web/src/views/ReservationsView.vue',
    find: `<h1>My reservations</h1>`,
    put: `<h1>My reservations</h1>\n    <p>Coming soon</p>`,
  },
];
