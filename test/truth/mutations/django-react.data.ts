import type { Mutation } from '../mutation.ts';

const models = 'rooms/models.py';
const services = 'rooms/services.py';
const client = 'web/src/api/bookings.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'BACK-001',
    what: 'a date in an f-string of a cursor',
    file: services,
    find: `        cursor.execute(
            """
            SELECT rooms_room.name, SUM(`,
    put: `        cursor.execute(f"DELETE FROM rooms_booking WHERE starts_at < '{since}'")
        cursor.execute(
            """
            SELECT rooms_room.name, SUM(`,
  },
  {
    rule: 'BACK-001',
    what: 'raw() with the words of a search',
    file: services,
    find: `def register(username`,
    put: `def search(words: str):
    return Room.objects.raw("SELECT * FROM rooms_room WHERE name LIKE '%%%s%%'" % words)


def register(username`,
  },
  {
    rule: 'BACK-001',
    what: 'extra() and format()',
    file: services,
    find: `def register(username`,
    put: `def by_seats(seats):
    with connection.cursor() as cursor:
        sql = "SELECT id FROM rooms_room WHERE seats >= {}".format(seats)
        cursor.execute(sql)
        return cursor.fetchall()


def register(username`,
  },
  {
    rule: 'BACK-002',
    what: 'the room of each booking is asked for one by one',
    file: services,
    find: `def is_free(`,
    put: `def upcoming(member):
    found = []
    for booking in Booking.objects.filter(member=member):
        room = Room.objects.get(pk=booking.room_id)
        found.append((booking, room))
    return found


def is_free(`,
  },
  {
    rule: 'BACK-002',
    what: 'a request per room in the client',
    file: client,
    find: `export const listBookings = `,
    put: `export async function roomsOf(bookings: Booking[]) {
  const rooms: Room[] = [];
  for (const booking of bookings) {
    const answer = await fetch(\`/api/rooms/\${booking.room}/\`);
    rooms.push((await answer.json()) as Room);
  }
  return rooms;
}

export const listBookings = `,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'BACK-016',
    what: 'the transaction around the replacement is gone',
    file: services,
    find: `    with transaction.atomic():
        Equipment.objects.filter(room=room).delete()
        Equipment.objects.bulk_create([Equipment(room=room, name=name) for name in names])`,
    put: `    Equipment.objects.filter(room=room).delete()
    Equipment.objects.bulk_create([Equipment(room=room, name=name) for name in names])`,
  },
  {
    rule: 'BACK-016',
    what: 'deleted, and created again in a loop',
    file: services,
    find: `    with transaction.atomic():
        Equipment.objects.filter(room=room).delete()
        Equipment.objects.bulk_create([Equipment(room=room, name=name) for name in names])`,
    put: `    room.equipment.all().delete()
    for name in names:
        Equipment.objects.create(room=room, name=name)`,
    also: ['BACK-002'],
  },
  {
    rule: 'DB-001',
    what: 'the label of a choice instead of its value',
    file: services,
    find: `rooms_booking.status = 'confirmed'`,
    put: `rooms_booking.status = 'Confirmed'`,
  },
  {
    rule: 'DB-001',
    what: 'a status that is spelled in another English',
    file: services,
    find: `rooms_booking.status = 'confirmed'`,
    put: `rooms_booking.status <> 'canceled'`,
  },
  {
    rule: 'DB-002',
    what: 'a flag compared with 1',
    file: services,
    find: `rooms_room.is_listed = TRUE`,
    put: `rooms_room.is_listed = 1`,
  },
  {
    rule: 'DB-003',
    what: 'a day with dots',
    file: services,
    find: `rooms_booking.starts_at >= %s`,
    put: `rooms_booking.starts_at >= '01.05.2024'`,
  },
  {
    rule: 'DB-004',
    what: 'a flag loses its default',
    file: models,
    find: `    has_screen = models.BooleanField(default=False)`,
    put: `    has_screen = models.BooleanField()`,
  },
  {
    rule: 'DB-004',
    what: 'the status has no default any more',
    file: models,
    find: `choices=BookingStatus.choices, default=BookingStatus.REQUESTED)`,
    put: `choices=BookingStatus.choices)`,
  },
  {
    rule: 'DB-008',
    what: 'the key of a room is a plain number',
    file: models,
    find: `class Equipment(models.Model):
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="equipment")`,
    put: `class Cleaning(models.Model):
    room_id = models.BigIntegerField()
    done_at = models.DateTimeField()


class Equipment(models.Model):
    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="equipment")`,
  },
];
