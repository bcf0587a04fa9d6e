import type { Mutation } from '../mutation.ts';

const reports = 'backend/app/services/reports.py';
const client = 'frontend/src/api/tickets.ts';
const ticketTests = 'backend/tests/test_tickets.py';

export const mutations: readonly Mutation[] = [
  {
    rule: 'TEST-001',
    what: 'a test that only calls',
    file: 'backend/tests/test_security.py',
    find: `    assert not verify_password("other words", hash_password("secret words"))`,
    put: `    verify_password("other words", hash_password("secret words"))`,
  },
  {
    rule: 'TEST-001',
    what: 'a component is only mounted',
    file: 'frontend/src/components/StatusBadge.test.ts',
    find: `    expect(badge.text()).toBe('In progress');`,
    put: `    badge.text();`,
  },
  {
    rule: 'TEST-002',
    what: 'assert True',
    file: ticketTests,
    find: `    assert client.get(f"/api/tickets/{opened['id']}").status_code == 404`,
    put: `    assert True`,
  },
  {
    rule: 'TEST-002',
    what: 'an or that is always true',
    file: ticketTests,
    find: `    assert answer.status_code == 422`,
    put: `    assert answer.status_code == 422 or True`,
  },
  {
    rule: 'TEST-002',
    what: 'a length that is never under zero',
    file: 'frontend/src/stores/tickets.test.ts',
    find: `expect(store.unassigned).toHaveLength(1);`,
    put: `expect(store.unassigned.length).toBeGreaterThanOrEqual(0);`,
  },
  {
    rule: 'TEST-003',
    what: 'only one test runs',
    file: 'frontend/src/stores/tickets.test.ts',
    find: `it('keeps what was loaded'`,
    put: `it.only('keeps what was loaded'`,
  },
  {
    rule: 'TEST-004',
    what: 'a failing test is skipped',
    file: ticketTests,
    find: `def test_short_titles_are_refused(client):`,
    put: `@pytest.mark.skip
def test_short_titles_are_refused(client):`,
  },
  {
    rule: 'TEST-005',
    what: 'pass',
    file: ticketTests,
    find: `    answer = client.post("/api/tickets", json={"title": "a", "body": "b"})
    assert answer.status_code == 422`,
    put: `    pass`,
  },
  {
    rule: 'TEST-006',
    what: 'waits a second for the deletion',
    file: ticketTests,
    find: `    client.delete(f"/api/tickets/{opened['id']}")\n`,
    put: `    client.delete(f"/api/tickets/{opened['id']}")
    time.sleep(1)\n`,
  },
  {
    rule: 'MOCK-002',
    what: 'the client answers itself',
    file: client,
    find: `  const { data } = await http.get<Ticket[]>('/tickets', { params: { page } });
  return data;`,
    put: `  return Promise.resolve([
    { id: 1, title: 'Printer is silent', status: 'open', assigneeName: 'Bob', createdAt: '2024-05-01' },
    { id: 2, title: 'Screen is dark', status: 'closed', assigneeName: null, createdAt: '2024-05-02' },
  ]);`,
  },
  {
    rule: 'MOCK-003',
    what: 'mock tickets in the shipped client',
    file: client,
    find: `  const { data } = await http.get<Ticket[]>('/tickets', { params: { page } });
  return data;`,
    put: `  const mockTickets: Ticket[] = [
    { id: 1, title: 'Printer is silent', status: 'open', assigneeName: 'Bob', createdAt: '2024-05-01' },
  ];
  return mockTickets;`,
  },
  {
    rule: 'MOCK-003',
    what: 'the service answers with dummy rows',
    file: reports,
    find: `    return {row.name: row.waiting for row in rows}`,
    put: `    dummy_data = [{"name": "Bob", "waiting": 3}, {"name": "Ann", "waiting": 1}]
    return {row["name"]: row["waiting"] for row in dummy_data}`,
  },
  {
    rule: 'MOCK-004',
    what: 'a timer plays the server',
    file: client,
    find: `  const { data } = await http.get<Ticket>(\`/tickets/\${id}\`);
  return data;`,
    put: `  return new Promise((resolve) => {
    setTimeout(() => resolve({ id, title: 'Printer is silent', status: 'open', assigneeName: 'Bob', createdAt: '2024-05-01' }), 500);
  });`,
  },
  {
    rule: 'MOCK-006',
    what: 'the store begins with tickets',
    file: 'frontend/src/stores/tickets.ts',
    find: `tickets: [] as Ticket[], isLoading`,
    put: `tickets: [
      { id: 1, title: 'Printer is silent', status: 'open', assigneeName: 'Bob', createdAt: '2024-05-01' },
      { id: 2, title: 'Screen is dark', status: 'open', assigneeName: null, createdAt: '2024-05-02' },
    ] as Ticket[], isLoading`,
  },
  {
    rule: 'MOCK-008',
    what: 'the count on the page is written in',
    file: 'frontend/src/views/TicketsView.vue',
    find: `const unassignedCount = computed(() => store.unassigned.length);`,
    put: `const unassignedCount = ref(7);`,
  },
];
