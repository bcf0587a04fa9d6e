import type { Mutation } from '../mutation.ts';

const bookingsPage = 'web/src/pages/BookingsPage.tsx';
const memberService = 'server/src/services/members.ts';
const schema = 'server/prisma/schema.prisma';
const seed = 'server/prisma/seed.ts';

export const mutations: readonly Mutation[] = [
  // ENUM, SEED, DB
  {
    rule: 'ENUM-002',
    what: 'the page compares with a state that does not exist',
    file: bookingsPage,
    find: `booking.status === 'PENDING'`,
    put: `booking.status === 'WAITING'`,
  },
  {
    rule: 'ENUM-002',
    what: 'the enum is renamed in the database only',
    file: schema,
    find: `enum WorkshopStatus {
  DRAFT
  PUBLISHED`,
    put: `enum WorkshopStatus {
  DRAFT
  LIVE`,
    at: 'web/src/types/workshop.ts',
    also: ['DB-001', 'SEED-002', 'ENUM-003'],
  },
  {
    rule: 'SEED-002',
    what: 'all seeded workshops are drafts',
    file: seed,
    find: `places: 8, status: 'PUBLISHED', teacherId: teacher.id },
      { title: 'Raku firing', startsAt: new Date('2030-06-01T17:00:00Z'), places: 6, status: 'PUBLISHED',`,
    put: `places: 8, status: 'DRAFT', teacherId: teacher.id },
      { title: 'Raku firing', startsAt: new Date('2030-06-01T17:00:00Z'), places: 6, status: 'DRAFT',`,
  },
  {
    rule: 'SEED-003',
    what: 'no teacher is seeded',
    file: seed,
    find: `role: 'TEACHER'`,
    put: `role: 'ADMIN'`,
  },
  {
    rule: 'DB-001',
    what: 'raw SQL with a status in lower case',
    file: memberService,
    find: `import { prisma } from '../db';
`,
    put: `import { prisma } from '../db';

export function openBookings() {
  return prisma.$queryRaw\`SELECT id, seats FROM "Booking" WHERE status = 'pending'\`;
}
`,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'DB-002',
    what: 'raw SQL compares the boolean with 1',
    file: memberService,
    find: `AND "isActive" = true`,
    put: `AND "isActive" = 1`,
  },
  {
    rule: 'DB-003',
    what: 'raw SQL with a date in German order',
    file: memberService,
    find: `import { prisma } from '../db';
`,
    put: `import { prisma } from '../db';

export function oldBookings() {
  return prisma.$queryRaw\`SELECT id, seats FROM "Booking" WHERE "createdAt" < '31.12.2024'\`;
}
`,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'DB-004',
    what: 'the default of the booking status is dropped',
    file: schema,
    find: `BookingStatus @default(PENDING)`,
    put: `BookingStatus`,
  },
  {
    rule: 'DB-008',
    what: 'material names its workshop by a number only',
    file: schema,
    find: `  bookings  Booking[]
  materials Material[]
}

model Material {
  id         Int      @id @default(autoincrement())
  name       String
  grams      Int
  workshopId Int
  workshop   Workshop @relation(fields: [workshopId], references: [id])
}`,
    put: `  bookings  Booking[]
}

model Material {
  id         Int      @id @default(autoincrement())
  name       String
  grams      Int
  workshopId Int
}`,
    also: ['DB-006', 'DB-007'],
  },
];
