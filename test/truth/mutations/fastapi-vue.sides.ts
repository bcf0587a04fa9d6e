import type { Mutation } from '../mutation.ts';

const tickets = 'backend/app/services/tickets.py';
const ticketRoutes = 'backend/app/routers/tickets.py';
const client = 'frontend/src/api/tickets.ts';
const ticketView = 'frontend/src/views/TicketView.vue';

export const mutations: readonly Mutation[] = [
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
];
