import type { Mutation } from '../mutation.ts';

const services = 'rooms/services.py';
const views = 'rooms/views.py';
const client = 'web/src/api/bookings.ts';
const roomsPage = 'web/src/pages/RoomsPage.tsx';

export const mutations: readonly Mutation[] = [
  {
    rule: 'SDL-001',
    what: 'a cancelled booking is never saved',
    file: services,
    find: `    booking.status = BookingStatus.CANCELLED
    booking.save()`,
    put: `    booking.status = BookingStatus.CANCELLED`,
  },
  {
    rule: 'SDL-001',
    what: 'the new member is never saved',
    file: services,
    find: `    member.set_password(password)
    member.save()`,
    put: `    member.set_password(password)`,
  },
  {
    rule: 'SDL-001',
    what: 'a view changes and forgets',
    file: views,
    find: `@api_view(["GET"])
def me(request):`,
    put: `@api_view(["POST"])
def unlist(request, pk):
    room = get_object_or_404(Room, pk=pk)
    room.is_listed = False
    return Response(RoomSerializer(room).data)


@api_view(["GET"])
def me(request):`,
  },
  {
    rule: 'SDL-001',
    what: 'a valid form is answered and not saved',
    file: views,
    find: `@api_view(["GET"])
def me(request):`,
    put: `@api_view(["POST"])
def add_room(request):
    serializer = RoomSerializer(data=request.data)
    serializer.is_valid(raise_exception=True)
    return Response(serializer.data, status=201)


@api_view(["GET"])
def me(request):`,
  },
  {
    rule: 'SDL-002',
    what: 'the note goes to an id that was made up',
    file: roomsPage,
    find: `    const booking = await createBooking(roomId, startsAt, endsAt);
    if (note) await updateNote(booking.id, note);`,
    put: `    const bookingId = Date.now();
    await createBooking(roomId, startsAt, endsAt);
    if (note) await updateNote(bookingId, note);`,
  },
  {
    rule: 'SDL-002',
    what: 'the note goes to the booking of before',
    file: roomsPage,
    find: `  const [problem, setProblem] = useState('');

  async function handleBook(roomId: number) {
    if (!startsAt || !endsAt) {
      setProblem('Choose when it starts and ends.');
      return;
    }
    const booking = await createBooking(roomId, startsAt, endsAt);
    if (note) await updateNote(booking.id, note);`,
    put: `  const [problem, setProblem] = useState('');
  const [booking, setBooking] = useState({ id: 0 });

  async function handleBook(roomId: number) {
    if (!startsAt || !endsAt) {
      setProblem('Choose when it starts and ends.');
      return;
    }
    await createBooking(roomId, startsAt, endsAt);
    await updateNote(booking.id, note);`,
  },
  {
    rule: 'SDL-003',
    what: 'nobody is told that a password is needed',
    file: 'web/src/pages/RegisterPage.tsx',
    find: `    if (!username || !password) {
      setProblem('A name and a password are needed.');
      return;
    }`,
    put: `    if (!username || !password) return;`,
  },
  {
    rule: 'SDL-003',
    what: 'booking without a time does nothing',
    file: roomsPage,
    find: `    if (!startsAt || !endsAt) {
      setProblem('Choose when it starts and ends.');
      return;
    }`,
    put: `    if (!startsAt || !endsAt) return;`,
  },
  {
    rule: 'XREF-001',
    what: 'an action is renamed',
    file: views,
    find: `    def cancel(self, request, pk=None):`,
    put: `    def withdraw(self, request, pk=None):`,
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'a viewset is registered under another name',
    file: 'rooms/urls.py',
    find: `router.register("rooms", views.RoomViewSet, basename="room")`,
    put: `router.register("spaces", views.RoomViewSet, basename="room")`,
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'a path is deleted',
    file: 'rooms/urls.py',
    find: `    path("reports/hours/", views.hours),\n`,
    put: ``,
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'the client asks for something nobody wrote',
    file: client,
    find: `export const me = `,
    put: `export const invoices = () => request<unknown[]>('/invoices/');

export const me = `,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'XREF-001',
    what: 'a plural too many',
    file: client,
    find: `'/register/'`,
    put: `'/registers/'`,
  },
  {
    rule: 'XREF-002',
    what: 'an action takes another method',
    file: views,
    find: `    @action(detail=True, methods=["post"])
    def cancel`,
    put: `    @action(detail=True, methods=["delete"])
    def cancel`,
    at: client,
  },
  {
    rule: 'XREF-002',
    what: 'the client deletes rooms that can only be read',
    file: client,
    find: `export const me = `,
    put: `export const removeRoom = (id: number) => request<void>(\`/rooms/\${id}/\`, { method: 'DELETE' });

export const me = `,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'XREF-002',
    what: 'registration by PUT',
    file: client,
    find: `request<Member>('/register/', { method: 'POST',`,
    put: `request<Member>('/register/', { method: 'PUT',`,
  },
];
