import type { Mutation } from '../mutation.ts';

const types = 'web/src/api/types.ts';
const tests = 'api/test/reservations.test.ts';

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
    rule: 'FRONT-007',
    what: 'any for a screening',
    file: 'web/src/stores/screenings.ts',
    find: `(each.id === id ? moved : each)`,
    put: `(each.id === id ? (moved as any) : each)`,
  },
  {
    rule: 'FRONT-010',
    what: 'a console.log in a view',
    file: 'web/src/views/ScreeningsView.vue',
    find: `    await screenings.load();
  } catch`,
    put: `    console.log('reserved', screeningId);
    await screenings.load();
  } catch`,
  },
  {
    rule: 'E2E-006',
    what: 'a page that is not there yet',
    file: 'web/src/views/ReservationsView.vue',
    find: `<h1>My reservations</h1>`,
    put: `<h1>My reservations</h1>\n    <p>Coming soon</p>`,
  },
  {
    rule: 'ASSET-001',
    what: 'the icon is gone',
    file: 'web/public/favicon.svg',
    find: null,
    put: null,
    at: 'web/index.html',
  },
  {
    rule: 'ASSET-001',
    what: 'a picture with another name in a template',
    file: 'web/src/App.vue',
    find: `@/assets/reel.svg`,
    put: `@/assets/reels.svg`,
    also: ['ASSET-003'],
  },
  {
    rule: 'ASSET-002',
    what: 'the curtain is gone',
    file: 'web/src/assets/curtain.svg',
    find: null,
    put: null,
    at: 'web/src/styles/main.css',
  },
  {
    rule: 'ORPHAN-003',
    what: 'a view loses its route',
    file: 'web/src/router/index.ts',
    find: `    { path: '/plan', component: () => import('@/views/PlanView.vue') },\n`,
    put: '',
    at: 'web/src/views/PlanView.vue',
    also: ['ORPHAN-001'],
  },
  {
    rule: 'ORPHAN-001',
    what: 'a module that nobody imports',
    file: 'web/src/api/halls.ts',
    find: null,
    put: `import type { Screening } from './types';

export const hallsOf = (screenings: readonly Screening[]): ReadonlySet<string> =>
  new Set(screenings.map((screening) => screening.hall));
`,
  },
  {
    rule: 'DEPLOY-001',
    what: 'another port by default than the one that is published',
    file: 'compose.yaml',
    find: `      - "4000:4000"
    environment:
      PORT: "4000"`,
    put: `      - "4000:5000"
    environment:
      PORT: "4000"`,
    at: '*',
  },
  {
    rule: 'DEPLOY-002',
    what: 'a variable is not given',
    file: 'compose.yaml',
    find: `      MONGO_URL: mongodb://mongo:27017/kinoplan\n`,
    put: '',
    at: '*',
  },
  {
    rule: 'DEPLOY-004',
    what: 'the database is called otherwise',
    file: 'compose.yaml',
    find: `mongodb://mongo:27017`,
    put: `mongodb://database:27017`,
    at: '*',
  },
  {
    rule: 'PROJ-001',
    what: '.env is not ignored',
    file: '.gitignore',
    find: `.env\n`,
    put: '',
  },
  {
    rule: 'TEST-001',
    what: 'a test looks at nothing',
    file: tests,
    find: `    expect(answer.status).toBe(409);\n`,
    put: '',
  },
  {
    rule: 'TEST-002',
    what: 'an assertion that is always true',
    file: tests,
    find: `    expect(answer.status).toBe(401);`,
    put: `    expect(answer).toBe(answer);`,
  },
  {
    rule: 'TEST-003',
    what: 'a focused test',
    file: tests,
    find: `  it('asks for a login'`,
    put: `  it.only('asks for a login'`,
  },
  {
    rule: 'TEST-004',
    what: 'a skipped test',
    file: tests,
    find: `  it('asks for a login'`,
    put: `  it.skip('asks for a login'`,
  },
  {
    rule: 'TEST-006',
    what: 'a test waits',
    file: tests,
    find: `    expect(answer.status).toBe(409);`,
    put: `    await new Promise((resolve) => setTimeout(resolve, 2000));\n    expect(answer.status).toBe(409);`,
  },
  {
    rule: 'DUP-001',
    what: 'a whole store is copied',
    file: 'web/src/stores/archive.ts',
    find: null,
    put: `import { defineStore } from 'pinia';

import { screeningsApi } from '@/api/screenings';
import type { Screening, ScreeningPlan } from '@/api/types';

export const useArchiveStore = defineStore('archive', {
  state: () => ({ screenings: [] as Screening[], page: 0, error: '' }),
  getters: {
    soldOut: (state) => state.screenings.filter((screening) => screening.seatsLeft === 0),
  },
  actions: {
    async load() {
      try {
        this.screenings = await screeningsApi.list(this.page);
      } catch {
        this.error = 'The screenings could not be loaded.';
      }
    },
    async open(id: string) {
      return screeningsApi.get(id);
    },
    async plan(plan: ScreeningPlan) {
      const screening = await screeningsApi.plan(plan);
      this.screenings.push(screening);
      return screening;
    },
    async move(id: string, hall: string) {
      const moved = await screeningsApi.move(id, hall);
      this.screenings = this.screenings.map((each) => (each.id === id ? moved : each));
    },
    async drop(id: string) {
      await screeningsApi.drop(id);
      this.screenings = this.screenings.filter((each) => each.id !== id);
    },
  },
});
`,
    at: '*',
    also: ['ORPHAN-001', 'ORPHAN-002'],
  },
];
