import type { Mutation } from '../mutation.ts';

const models = 'rooms/models.py';
const views = 'rooms/views.py';
const seed = 'rooms/management/commands/seed.py';
const bookingsPage = 'web/src/pages/BookingsPage.tsx';

export const mutations: readonly Mutation[] = [
  {
    rule: 'ENUM-002',
    what: 'a status in another English',
    file: bookingsPage,
    find: `booking.status !== 'cancelled'`,
    put: `booking.status !== 'canceled'`,
  },
  {
    rule: 'ENUM-002',
    what: 'a status that the server does not have',
    file: bookingsPage,
    find: `booking.status === 'requested'`,
    put: `booking.status === 'pending'`,
  },
  {
    rule: 'ENUM-002',
    what: 'the type has one value otherwise',
    file: 'web/src/api/types.ts',
    find: `export type BookingStatus = 'requested' | 'confirmed' | 'cancelled';`,
    put: `export type BookingStatus = 'requested' | 'approved' | 'cancelled';`,
  },
  {
    rule: 'ENUM-002',
    what: 'a role in capitals',
    file: bookingsPage,
    find: `member.data?.role === 'manager'`,
    put: `member.data?.role === 'MANAGER'`,
  },
  {
    rule: 'ENUM-002',
    what: 'the server renames a status',
    file: models,
    find: `    CONFIRMED = "confirmed", "Confirmed"`,
    put: `    CONFIRMED = "accepted", "Accepted"`,
    at: 'web/src/api/types.ts',
    also: ['DB-001'],
  },
  {
    rule: 'SEED-001',
    what: 'seeded members without a password',
    file: seed,
    find: `        Member.objects.create_user("ann", "ann@example.org", "ann", role=Role.MANAGER)
        Member.objects.create_user("bob", "bob@example.org", "bob", role=Role.MEMBER)`,
    put: `        Member.objects.create(username="ann", email="ann@example.org")
        Member.objects.create(username="bob", email="bob@example.org")`,
    also: ['SEED-003'],
  },
  {
    rule: 'SEED-002',
    what: 'seeded rooms are not listed',
    file: seed,
    find: `        Room.objects.create(name="Attic", seats=6, is_listed=True)
        Room.objects.create(name="Hall", seats=60, has_screen=True, is_listed=True)`,
    put: `        Room.objects.create(name="Attic", seats=6, is_listed=False)
        Room.objects.create(name="Hall", seats=60, has_screen=True, is_listed=False)`,
  },
  {
    rule: 'SEED-002',
    what: 'rooms are hidden by default, and the seed says nothing',
    file: seed,
    find: `        Room.objects.create(name="Attic", seats=6, is_listed=True)
        Room.objects.create(name="Hall", seats=60, has_screen=True, is_listed=True)`,
    put: `        for name in ("Attic", "Hall"):
            Room.objects.create(name=name, seats=6, is_listed=False)`,
  },
  {
    rule: 'SEED-003',
    what: 'nobody is a manager',
    file: seed,
    find: `role=Role.MANAGER)`,
    put: `role=Role.MEMBER)`,
  },
  {
    rule: 'WIRE-001',
    what: 'the viewset of bookings is not registered',
    file: 'rooms/urls.py',
    find: `router.register("bookings", views.BookingViewSet, basename="booking")\n`,
    put: ``,
    at: views,
    also: ['XREF-001'],
  },
  {
    rule: 'WIRE-001',
    what: 'the routes of the application are not included',
    file: 'config/urls.py',
    find: `    path("api/", include("rooms.urls")),\n`,
    put: ``,
    at: 'rooms/urls.py',
    also: ['XREF-001'],
  },
  {
    rule: 'WIRE-002',
    what: 'an action that only says yes',
    file: views,
    find: `        booking = services.cancel(pk, request.user)
        return Response(BookingSerializer(booking).data)`,
    put: `        return Response({"status": "cancelled"})`,
  },
  {
    rule: 'WIRE-002',
    what: 'registration is not implemented',
    file: views,
    find: `    serializer = RegistrationSerializer(data=request.data)
    serializer.is_valid(raise_exception=True)
    member = services.register(**serializer.validated_data)
    return Response(MemberSerializer(member).data, status=status.HTTP_201_CREATED)`,
    put: `    # TODO
    return Response({"ok": True}, status=status.HTTP_201_CREATED)`,
  },
  {
    rule: 'SEC-001',
    what: 'the secret of the application',
    file: 'config/settings.py',
    find: `SECRET_KEY = os.environ["DJANGO_SECRET_KEY"]`,
    put: `SECRET_KEY = "django-insecure-¦8x!k2v@q7zr$w1m^p5t&n9b3c6d0f4g"`,
  },
  {
    rule: 'SEC-001',
    what: 'the password of the database',
    file: 'config/settings.py',
    find: `        "HOST": os.environ.get("DB_HOST", "localhost"),`,
    put: `        "HOST": os.environ.get("DB_HOST", "localhost"),
        "PASSWORD": "tQ7v¦Xw2pLz9sKd4m",`,
  },
  {
    rule: 'DEPLOY-001',
    what: 'the server binds another port',
    file: 'docker-compose.yml',
    find: `--bind 0.0.0.0:8000`,
    put: `--bind 0.0.0.0:8080`,
  },
  {
    rule: 'DEPLOY-002',
    what: 'a variable nobody gives',
    file: 'config/settings.py',
    find: `ALLOWED_HOSTS = ["*"]`,
    put: `ALLOWED_HOSTS = ["*"]
EMAIL_HOST = os.environ["EMAIL_HOST"]`,
  },
  {
    rule: 'DEPLOY-004',
    what: 'the host of the database is not among the services',
    file: 'docker-compose.yml',
    find: `DB_HOST=postgres`,
    put: `DB_HOST=database`,
  },
];
