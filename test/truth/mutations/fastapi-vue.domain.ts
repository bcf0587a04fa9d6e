import type { Mutation } from '../mutation.ts';

const tickets = 'backend/app/services/tickets.py';
const ticketRoutes = 'backend/app/routers/tickets.py';
const ticketView = 'frontend/src/views/TicketView.vue';

export const mutations: readonly Mutation[] = [
  {
    rule: 'ENUM-002',
    what: 'a status of the client with a dash',
    file: ticketView,
    find: `await changeStatus(Number(props.id), 'in_progress')`,
    put: `await changeStatus(Number(props.id), 'in-progress')`,
  },
  {
    rule: 'ENUM-002',
    what: 'the template compares with a status that is none',
    file: ticketView,
    find: `v-if="ticket.status === 'open'"`,
    put: `v-if="ticket.status === 'new'"`,
  },
  {
    rule: 'ENUM-002',
    what: 'a role in the type that the server does not have',
    file: 'frontend/src/api/types.ts',
    find: `export type Role = 'customer' | 'agent' | 'admin';`,
    put: `export type Role = 'customer' | 'agent' | 'superuser';`,
  },
  {
    rule: 'ENUM-002',
    what: 'the list of states in capital letters',
    file: 'frontend/src/api/types.ts',
    find: `['open', 'in_progress', 'resolved', 'closed'] as const`,
    put: `['OPEN', 'IN_PROGRESS', 'RESOLVED', 'CLOSED'] as const`,
  },
  {
    rule: 'ENUM-003',
    what: 'an open ticket is resolved at once',
    file: tickets,
    find: `    if ticket.status == TicketStatus.IN_PROGRESS:
        ticket.status = TicketStatus.RESOLVED`,
    put: `    if ticket.status == TicketStatus.OPEN:
        ticket.status = TicketStatus.RESOLVED`,
  },
  {
    rule: 'ENUM-003',
    what: 'a closed ticket is opened again',
    file: tickets,
    find: `    if ticket.status == TicketStatus.IN_PROGRESS:
        ticket.status = TicketStatus.RESOLVED`,
    put: `    if ticket.status == TicketStatus.CLOSED:
        ticket.status = TicketStatus.OPEN`,
  },
  {
    rule: 'SEED-002',
    what: 'all seeded tickets are closed',
    file: 'backend/scripts/seed.py',
    find: `        session.add(Ticket(title="Printer is silent", body="No sound at all.", urgent=False, requester_id=cat.id))
        session.add(Ticket(title="Screen is dark", body="Since Monday.", urgent=True, requester_id=cat.id))`,
    put: `        session.add(Ticket(title="Printer is silent", body="No sound.", urgent=False, status=TicketStatus.CLOSED, requester_id=cat.id))
        session.add(Ticket(title="Screen is dark", body="Since Monday.", urgent=True, status=TicketStatus.CLOSED, requester_id=cat.id))`,
  },
  {
    rule: 'SEED-003',
    what: 'nobody is an agent',
    file: 'backend/scripts/seed.py',
    find: `role=Role.AGENT)`,
    put: `role=Role.CUSTOMER)`,
  },
  {
    rule: 'SEED-003',
    what: 'the account of the administrator is left out',
    file: 'backend/scripts/seed.py',
    find: `        ann = User(email="ann@example.org", name="Ann", password_hash=hash_password("ann"), role=Role.ADMIN)\n`,
    put: ``,
  },
  {
    rule: 'WIRE-001',
    what: 'a router is not included',
    file: 'backend/app/main.py',
    find: `app.include_router(reports.router, prefix="/api")\n`,
    put: ``,
    at: 'backend/app/routers/reports.py',
  },
  {
    rule: 'WIRE-001',
    what: 'a new router that nobody includes',
    file: 'backend/app/routers/admin.py',
    find: null,
    put: `from fastapi import APIRouter, Depends

from app.models import User
from app.security import agent_only

router = APIRouter(prefix="/admin")


@router.get("/whoami")
def whoami(user: User = Depends(agent_only)):
    return {"name": user.name}
`,
  },
  {
    rule: 'WIRE-002',
    what: 'a comment is answered and never kept',
    file: ticketRoutes,
    find: `    return comment_out(service.add_comment(session, ticket_id, user, wanted))`,
    put: `    return {"id": 1, "text": wanted.text, "authorName": user.name}`,
  },
  {
    rule: 'WIRE-002',
    what: 'the handler of a deletion does nothing',
    file: ticketRoutes,
    find: `    service.delete_ticket(session, ticket_id)`,
    put: `    pass`,
  },
  {
    rule: 'SEC-001',
    what: 'the key of a cloud account',
    file: 'backend/app/settings.py',
    find: `PAGE_SIZE = int(`,
    put: `AWS_ACCESS_KEY_ID = "AKIA¦Z7QK3MWT5RXB2LYD"
PAGE_SIZE = int(`,
  },
  {
    rule: 'SEC-001',
    what: 'the secret that signs tokens',
    file: 'backend/app/settings.py',
    find: `SECRET_KEY = os.environ["SECRET_KEY"]`,
    put: `SECRET_KEY = "9f2b7c41d8¦e65a03b1c4f7a92d6e80b3"`,
  },
  {
    rule: 'SEC-001',
    what: 'the password in the address of the database',
    file: 'docker-compose.yml',
    find: `postgresql+psycopg://helpdesk@db:5432/helpdesk`,
    put: `postgresql+psycopg://helpdesk:vR8t¦Kq2LmZx91pW@db.acme-prod.net:5432/helpdesk`,
  },
  {
    rule: 'DEPLOY-001',
    what: 'the server listens where nobody looks',
    file: 'backend/Dockerfile',
    find: `"--port", "8000"]`,
    put: `"--port", "9000"]`,
    at: 'docker-compose.yml',
  },
  {
    rule: 'DEPLOY-002',
    what: 'a variable that nobody sets',
    file: 'backend/app/settings.py',
    find: `PAGE_SIZE = int(`,
    put: `SMTP_HOST = os.environ["SMTP_HOST"]
PAGE_SIZE = int(`,
  },
  {
    rule: 'DEPLOY-004',
    what: 'the address of the database names no service',
    file: 'docker-compose.yml',
    find: `helpdesk@db:5432`,
    put: `helpdesk@postgres:5432`,
  },
];
