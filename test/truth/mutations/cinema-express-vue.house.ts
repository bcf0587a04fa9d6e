import type { Mutation } from '../mutation.ts';

const tests = 'api/test/reservations.test.ts';

export const mutations: readonly Mutation[] = [
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
