import type { Mutation } from '../mutation.ts';

const java = 'server/src/main/java/com/example/workshop';
const repair = `${java}/domain/Repair.java`;
const settings = 'server/src/main/resources/application.yml';
const api = 'web/src/api/repairs.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'XREF-001',
    what: 'the page asks below another word',
    file: api,
    find: "api.get<Repair[]>('/repairs')",
    put: "api.get<Repair[]>('/jobs')",
  },
  {
    rule: 'XREF-002',
    what: 'the page puts what is posted',
    file: api,
    find: "api.post<Repair>('/repairs', { customerId, bicycle })",
    put: "api.put<Repair>('/repairs', { customerId, bicycle })",
  },
  {
    rule: 'XREF-001',
    what: 'the page asks for an invoice nobody makes',
    file: api,
    find: 'export async function forget',
    put: 'export async function invoice(id: number): Promise<Blob> {\n  const { data } = await api.get<Blob>(`/repairs/${id}/invoice`);\n  return data;\n}\n\nexport async function forget',
    also: ['ORPHAN-002'],
  },
  {
    rule: 'ENUM-002',
    what: 'the page knows a status that the server does not',
    file: api,
    find: "'READY' | 'COLLECTED'",
    put: "'READY' | 'PICKED_UP'",
  },
  {
    rule: 'ENUM-002',
    what: 'a status is renamed in the server alone',
    file: `${java}/domain/RepairStatus.java`,
    find: '    IN_PROGRESS,',
    put: '    UNDERWAY,',
    at: '*',
  },
  {
    rule: 'DB-001',
    what: 'a statement counts a status that is never stored',
    file: `${java}/service/StatisticsService.java`,
    find: "status = 'READY'",
    put: "status = 'ready'",
  },
  {
    rule: 'DB-004',
    what: 'the status of a new repair is given by nobody',
    file: repair,
    find: 'private RepairStatus status = RepairStatus.WAITING;',
    put: 'private RepairStatus status;',
  },
  {
    rule: 'DB-006',
    what: 'the other side of the relation is renamed',
    file: repair,
    find: 'private Customer customer;',
    put: 'private Customer owner;',
    at: `${java}/domain/Customer.java`,
  },
  {
    rule: 'DEPLOY-001',
    what: 'the server listens elsewhere',
    file: settings,
    find: 'port: 8080',
    put: 'port: 9090',
    at: '*',
  },
  {
    rule: 'DEPLOY-002',
    what: 'a variable is set nowhere',
    file: settings,
    find: '  cors-origin: ${CORS_ORIGIN}',
    put: '  cors-origin: ${CORS_ORIGIN}\n  mail-host: ${MAIL_HOST}',
  },
  {
    rule: 'DEPLOY-004',
    what: 'the database is expected at a host that is not a service',
    file: settings,
    find: 'url: ${DATABASE_URL}',
    put: 'url: jdbc:postgresql://database:5432/workshop',
    at: '*',
  },
];
