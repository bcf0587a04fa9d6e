import type { Mutation } from '../mutation.ts';

const tickets = 'backend/app/services/tickets.py';
const reports = 'backend/app/services/reports.py';
const models = 'backend/app/models.py';
const ticketRoutes = 'backend/app/routers/tickets.py';
const client = 'frontend/src/api/tickets.ts';
const ticketTests = 'backend/tests/test_tickets.py';
const ticketView = 'frontend/src/views/TicketView.vue';

export const mutations: readonly Mutation[] = [
  {
    rule: 'BACK-001',
    what: 'the words of a search in an f-string',
    file: tickets,
    find: `text(f"SELECT id FROM tickets WHERE title ILIKE :words ORDER BY {column}")`,
    put: `text(f"SELECT id FROM tickets WHERE title ILIKE '%{words}%' ORDER BY created_at")`,
  },
  {
    rule: 'BACK-001',
    what: 'a query put together with +',
    file: tickets,
    find: `text(f"SELECT id FROM tickets WHERE title ILIKE :words ORDER BY {column}")`,
    put: `text("SELECT id FROM tickets WHERE title = '" + words + "'")`,
  },
  {
    rule: 'BACK-001',
    what: 'format() of a query',
    file: reports,
    find: `text("SELECT COUNT(*) FROM tickets WHERE created_at >= :since AND urgent = :urgent")`,
    put: `text("SELECT COUNT(*) FROM tickets WHERE created_at >= '{}' AND urgent = :urgent".format(since))`,
  },
  {
    rule: 'BACK-001',
    what: '% in a query',
    file: reports,
    find: `text("SELECT COUNT(*) FROM tickets WHERE created_at >= :since AND urgent = :urgent")`,
    put: `text("SELECT COUNT(*) FROM tickets WHERE created_at >= '%s'" % since)`,
  },
  {
    rule: 'BACK-001',
    what: 'the text of a query is made first and run later',
    file: tickets,
    find: `    query = text(f"SELECT id FROM tickets WHERE title ILIKE :words ORDER BY {column}")
    return [row.id for row in session.execute(query, {"words": f"%{words}%"})]`,
    put: `    sql = f"SELECT id FROM tickets WHERE title ILIKE '%{words}%'"
    return [row.id for row in session.execute(text(sql))]`,
  },
  {
    rule: 'BACK-002',
    what: 'the assignee of each ticket is asked for in the loop',
    file: tickets,
    find: `    return list(session.scalars(query))`,
    put: `    found = list(session.scalars(query))
    for ticket in found:
        ticket.author = session.get(User, ticket.requester_id)
    return found`,
  },
  {
    rule: 'BACK-002',
    what: 'a query per ticket in a loop',
    file: tickets,
    find: `    return list(session.scalars(query))`,
    put: `    answer = []
    for ticket in session.scalars(query):
        comments = session.execute(select(Comment).where(Comment.ticket_id == ticket.id)).all()
        answer.append((ticket, comments))
    return answer`,
  },
  {
    rule: 'BACK-002',
    what: 'one request per ticket in the client',
    file: 'frontend/src/stores/tickets.ts',
    find: `        this.tickets = await listTickets(this.page);`,
    put: `        const ids = (await listTickets(this.page)).map(({ id }) => id);
        for (const id of ids) {
          const { data } = await http.get<Ticket>(\`/tickets/\${id}\`);
          this.tickets.push(data);
        }`,
  },
  {
    rule: 'DB-001',
    what: 'the name of the member instead of its value',
    file: reports,
    find: `tickets.status = 'in_progress'`,
    put: `tickets.status = 'IN_PROGRESS'`,
  },
  {
    rule: 'DB-001',
    what: 'a status that never was',
    file: reports,
    find: `WHERE tickets.status = 'in_progress' AND users.is_active = TRUE`,
    put: `WHERE tickets.status IN ('in_progress', 'waiting') AND users.is_active = TRUE`,
  },
  {
    rule: 'DB-002',
    what: 'a boolean of PostgreSQL compared with 1',
    file: reports,
    find: `users.is_active = TRUE`,
    put: `users.is_active = 1`,
  },
  {
    rule: 'DB-002',
    what: 'a boolean compared with a word',
    file: reports,
    find: `AND urgent = :urgent")`,
    put: `AND urgent = 'high'")`,
  },
  {
    rule: 'DB-003',
    what: 'a day in the order of a country',
    file: reports,
    find: `created_at >= :since`,
    put: `created_at >= '01/05/2024'`,
  },
  {
    rule: 'DB-003',
    what: 'a point in time compared with a number',
    file: reports,
    find: `created_at >= :since`,
    put: `created_at >= 1714521600`,
  },
  {
    rule: 'DB-004',
    what: 'the status loses its default',
    file: models,
    find: `Enum(TicketStatus, values_callable=values), default=TicketStatus.OPEN)`,
    put: `Enum(TicketStatus, values_callable=values))`,
  },
  {
    rule: 'DB-004',
    what: 'a flag without a default',
    file: models,
    find: `    created_at: Mapped[datetime]`,
    put: `    archived: Mapped[bool] = mapped_column(Boolean)
    created_at: Mapped[datetime]`,
  },
  {
    rule: 'DB-006',
    what: 'the relation is gone, the key stays',
    file: models,
    find: `    tickets: Mapped[list["Ticket"]] = relationship(back_populates="requester", foreign_keys="Ticket.requester_id")
    assigned: Mapped[list["Ticket"]] = relationship(back_populates="assignee", foreign_keys="Ticket.assignee_id")
    comments: Mapped[list["Comment"]] = relationship(back_populates="author")`,
    put: `    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    tickets: Mapped[list["Ticket"]] = relationship(back_populates="requester", foreign_keys="Ticket.requester_id")
    assigned: Mapped[list["Ticket"]] = relationship(back_populates="assignee", foreign_keys="Ticket.assignee_id")
    comments: Mapped[list["Comment"]] = relationship(back_populates="author")


class Team(Base):
    __tablename__ = "teams"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(100))`,
  },
  {
    rule: 'DB-007',
    what: 'a new entity leads to the user, and nothing leads back',
    file: models,
    find: `class Comment(Base):`,
    put: `class Session(Base):
    __tablename__ = "sessions"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    user: Mapped[User] = relationship()


class Comment(Base):`,
  },
  {
    rule: 'DB-008',
    what: 'a key that is only a number',
    file: models,
    find: `class Comment(Base):`,
    put: `class Attachment(Base):
    __tablename__ = "attachments"

    id: Mapped[int] = mapped_column(primary_key=True)
    file_name: Mapped[str] = mapped_column(String(200))
    ticket_id: Mapped[int] = mapped_column()


class Comment(Base):`,
  },
  {
    rule: 'API-003',
    what: 'the server answers with a text where a number is promised',
    file: 'backend/app/schemas.py',
    find: `class CommentOut(ApiModel):
    id: int`,
    put: `class CommentOut(ApiModel):
    id: str`,
  },
  {
    rule: 'API-001',
    what: 'the ticket is answered without its agent',
    file: 'backend/app/schemas.py',
    find: `    assignee_name: str | None = None\n`,
    put: ``,
  },
  {
    rule: 'API-001',
    what: 'the answer has no name of the author',
    file: 'backend/app/schemas.py',
    find: `    text: str
    author_name: str`,
    put: `    text: str
    written_by: str`,
  },
  {
    rule: 'API-004',
    what: 'the server does not take the urgency',
    file: 'backend/app/schemas.py',
    find: `    body: str
    urgent: bool = False`,
    put: `    body: str`,
  },
  {
    rule: 'SDL-001',
    what: 'a new ticket is never committed',
    file: tickets,
    find: `    session.add(ticket)
    session.commit()
    session.refresh(ticket)
    return ticket`,
    put: `    return ticket`,
  },
  {
    rule: 'SDL-001',
    what: 'a comment is added and not committed',
    file: tickets,
    find: `    session.add(comment)
    session.commit()`,
    put: `    session.add(comment)`,
  },
  {
    rule: 'SDL-001',
    what: 'the change of the agent is lost',
    file: tickets,
    find: `    ticket.assignee_id = agent.id
    session.commit()`,
    put: `    ticket.assignee_id = agent.id`,
  },
  {
    rule: 'SDL-001',
    what: 'a deletion is not committed',
    file: tickets,
    find: `    session.delete(get_ticket(session, ticket_id))
    session.commit()`,
    put: `    session.delete(get_ticket(session, ticket_id))`,
  },
  {
    rule: 'SDL-002',
    what: 'the answer is dropped and the id guessed from the list',
    file: 'frontend/src/stores/tickets.ts',
    find: `      const ticket = await createTicket(wanted);
      if (firstComment !== '') await addComment(ticket.id, firstComment);
      this.tickets.unshift(ticket);
      return ticket;`,
    put: `      await createTicket(wanted);
      const ticketId = this.tickets.length + 1;
      await addComment(ticketId, firstComment);`,
  },
  {
    rule: 'SDL-001',
    what: 'only the commit of a new ticket is forgotten',
    file: tickets,
    find: `    session.add(ticket)
    session.commit()
    session.refresh(ticket)
    return ticket`,
    put: `    session.add(ticket)
    return ticket`,
  },
  {
    rule: 'SDL-001',
    what: 'a new status is not committed',
    file: tickets,
    find: `    ticket.status = status
    session.commit()
    return ticket`,
    put: `    ticket.status = status
    return ticket`,
  },
  {
    rule: 'SDL-003',
    what: 'a login without a password does nothing',
    file: 'frontend/src/views/LoginView.vue',
    find: `    problem.value = 'Please give both.';
    return;`,
    put: `    return;`,
  },
  {
    rule: 'SDL-003',
    what: 'an empty comment is dropped in silence',
    file: ticketView,
    find: `    problem.value = 'Write something first.';
    return;`,
    put: `    return;`,
  },
  {
    rule: 'SDL-003',
    what: 'nobody is told why the ticket is not taken',
    file: ticketView,
    find: `async function take() {`,
    put: `async function take() {
  if (!ticket.value || ticket.value.assigneeName) return;`,
  },
  {
    rule: 'XREF-001',
    what: 'a used route is deleted',
    file: ticketRoutes,
    find: `@router.post("/{ticket_id}/assign", response_model=TicketOut)
def assign(ticket_id: int, session: Session = Depends(get_session), user: User = Depends(agent_only)):
    return ticket_out(service.assign(session, ticket_id, user))


`,
    put: ``,
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'a used route is renamed',
    file: ticketRoutes,
    find: `@router.patch("/{ticket_id}/status", response_model=TicketOut)`,
    put: `@router.patch("/{ticket_id}/state", response_model=TicketOut)`,
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'a misspelt address in the client',
    file: client,
    find: `http.post<TicketComment>(\`/tickets/\${id}/comments\`, { text })`,
    put: `http.post<TicketComment>(\`/ticket/\${id}/comments\`, { text })`,
  },
  {
    rule: 'XREF-001',
    what: 'the prefix of a router is another',
    file: 'backend/app/routers/auth.py',
    find: `APIRouter(prefix="/auth", tags=["auth"])`,
    put: `APIRouter(prefix="/session", tags=["auth"])`,
    at: 'frontend/src/api/auth.ts',
  },
  {
    rule: 'XREF-001',
    what: 'a call for a route that was never written',
    file: client,
    find: `export async function searchTickets(`,
    put: `export async function recreateTicket(id: number): Promise<void> {
  await http.post(\`/tickets/\${id}/reopen\`);
}

export async function searchTickets(`,
  },
  {
    rule: 'XREF-002',
    what: 'put where the server takes patch',
    file: client,
    find: `http.patch<Ticket>(`,
    put: `http.put<Ticket>(`,
  },
  {
    rule: 'XREF-002',
    what: 'the server takes get for a login',
    file: 'backend/app/routers/auth.py',
    find: `@router.post("/login")`,
    put: `@router.get("/login")`,
    at: 'frontend/src/api/auth.ts',
  },
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
    rule: 'TEST-007',
    what: 'a mock is asked what it was told to answer',
    file: 'backend/tests/test_reports.py',
    find: null,
    put: `from unittest.mock import MagicMock


def test_open_per_agent():
    service = MagicMock()
    service.open_per_agent.return_value = {"Bob": 2}
    assert service.open_per_agent() == {"Bob": 2}
`,
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
