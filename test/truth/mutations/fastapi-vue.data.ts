import type { Mutation } from '../mutation.ts';

const tickets = 'backend/app/services/tickets.py';
const reports = 'backend/app/services/reports.py';
const models = 'backend/app/models.py';

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
];
