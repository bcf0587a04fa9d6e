import type { Mutation } from '../mutation.ts';

const app = 'api/archive/__init__.py';
const client = 'web/src/services/records.js';
const loans = 'web/src/services/loans.js';
const tests = 'api/tests/test_loans.py';

export const mutations: readonly Mutation[] = [
  {
    rule: 'MOCK-002',
    what: 'late loans that nobody has',
    file: loans,
    find: `http.get('/loans/overdue').then((answer) => answer.data)`,
    put: `Promise.resolve([{ id: 1, reader: 'Ada', state: 'open' }, { id: 2, reader: 'Bob', state: 'open' }])`,
  },
  {
    rule: 'MOCK-003',
    what: 'records that are made up',
    file: client,
    find: "  const { data } = await http.get('/records/', { params: { page } });\n  return data;",
    put: `  const mockRecords = [
    { id: 1, title: 'Map of Riga', shelf: 'A1', page },
    { id: 2, title: 'Letters', shelf: 'B7', page },
  ];
  return mockRecords;`,
  },
  {
    rule: 'MOCK-004',
    what: 'a timer plays the server',
    file: client,
    find: '  const { data } = await http.get(`/records/${id}`);\n  return data;',
    put: `  return new Promise((resolve) => {
    setTimeout(() => resolve({ id, title: 'Map of Riga', shelf: 'A1', fragile: false }), 300);
  });`,
  },
  {
    rule: 'MOCK-006',
    what: 'the store begins with records',
    file: 'web/src/stores/records.js',
    find: `({ records: [], current`,
    put: `({ records: [{ id: 1, title: 'Map of Riga', shelf: 'A1' }, { id: 2, title: 'Letters', shelf: 'B7' }], current`,
  },
  {
    rule: 'MOCK-006',
    what: 'the page begins with loans',
    file: 'web/src/pages/LoansPage.vue',
    find: `ref([]);`,
    put: `ref([
  { id: 1, reader: 'Ada Vogel', state: 'open', dueAt: '2024-05-01' },
  { id: 2, reader: 'Bob Stein', state: 'open', dueAt: '2024-05-03' },
]);`,
  },
  {
    rule: 'DEPLOY-001',
    what: 'the program listens elsewhere',
    file: 'api/wsgi.py',
    find: `port=5000`,
    put: `port=8000`,
    at: '*',
  },
  {
    rule: 'DEPLOY-002',
    what: 'a key is set nowhere',
    file: 'compose.yml',
    find: '      SECRET_KEY: ${SECRET_KEY}\n',
    put: '',
    at: '*',
  },
  {
    rule: 'DEPLOY-004',
    what: 'the database has another name',
    file: 'compose.yml',
    find: `@store:5432`,
    put: `@postgres:5432`,
    at: '*',
  },
  {
    rule: 'SEC-001',
    what: 'a key in the sources',
    file: app,
    find: `os.environ["SECRET_KEY"]`,
    put: `"9f2c7b¦e41d8a4c6fb0e35a7d"`,
  },
  {
    rule: 'SAFE-003',
    what: 'a key that stands in for none',
    file: app,
    find: `os.environ["SECRET_KEY"]`,
    put: `os.environ.get("SECRET_KEY", "dev-secret")`,
  },
  {
    rule: 'TEST-001',
    what: 'a test only asks',
    file: tests,
    find: `    assert answer.status_code == 400\n`,
    put: '',
  },
  {
    rule: 'TEST-002',
    what: 'always true',
    file: tests,
    find: `    assert answer.status_code == 400`,
    put: `    assert True`,
  },
  {
    rule: 'TEST-004',
    what: 'a skipped test',
    file: tests,
    find: `def test_asks_who`,
    put: `@pytest.mark.skip\ndef test_asks_who`,
  },
  {
    rule: 'TEST-005',
    what: 'an empty test',
    file: tests,
    find: `    answer = client.post("/api/loans/", json={"record_id": 1})
    assert answer.status_code == 400`,
    put: `    pass`,
    also: ['TEST-001'],
  },
  {
    rule: 'TEST-006',
    what: 'a test sleeps',
    file: tests,
    find: `    assert answer.status_code == 400`,
    put: `    import time\n\n    time.sleep(2)\n    assert answer.status_code == 400`,
  },
  {
    rule: 'TEST-003',
    what: 'a focused test',
    file: 'web/src/stores/records.test.js',
    find: `it('adds`,
    put: `it.only('adds`,
  },
  {
    rule: 'ASSET-001',
    what: 'the icon is gone',
    file: 'web/public/box.svg',
    find: null,
    put: null,
    at: 'web/index.html',
  },
  {
    rule: 'ORPHAN-003',
    what: 'a page without a route',
    file: 'web/src/router.js',
    find: `    { path: '/loans', component: () => import('./pages/LoansPage.vue') },\n`,
    put: '',
    at: 'web/src/pages/LoansPage.vue',
  },
  {
    rule: 'ORPHAN-002',
    what: 'an export that nobody uses',
    file: 'web/src/services/records.js',
    find: `export async function addRecord`,
    put: `export const SHELVES = ['A1', 'B2'];\n\nexport async function addRecord`,
  },
  {
    rule: 'UI-001',
    what: 'a colour of its own',
    file: 'web/src/components/RecordCard.vue',
    find: `solid var(--ink)`,
    put: `solid #cc3300`,
  },
  {
    rule: 'UI-004',
    what: 'a distance off the grid',
    file: 'web/src/components/RecordCard.vue',
    find: `padding: 16px`,
    put: `padding: 17px`,
  },
];
