import type { Mutation } from '../mutation.ts';

const vehiclesHtml = 'apps/web/src/app/vehicles/vehicles.component.html';
const vehicleService = 'apps/api/src/vehicles/vehicles.service.ts';
const tripService = 'apps/api/src/trips/trips.service.ts';
const tripEntity = 'apps/api/src/trips/trip.entity.ts';
const seed = 'apps/api/src/seeds/seed.ts';

export const mutations: readonly Mutation[] = [
  // ENUM
  {
    rule: 'ENUM-002',
    what: 'the template asks for another spelling',
    file: vehiclesHtml,
    find: `vehicle.status === 'in_repair'`,
    put: `vehicle.status === 'inRepair'`,
  },
  {
    rule: 'ENUM-002',
    what: 'the type of the client has a state too many',
    file: 'apps/web/src/app/models/trip.ts',
    find: `'planned' | 'started' | 'finished'`,
    put: `'planned' | 'running' | 'finished'`,
    also: ['API-003'],
  },
  {
    rule: 'ENUM-003',
    what: 'a finished trip is planned again',
    file: tripService,
    find: `  async remove(id: number): Promise<void> {`,
    put: `  async reopen(id: number): Promise<Trip> {
    const trip = await this.trips.findOneByOrFail({ id });
    if (trip.status === TripStatus.Finished) {
      trip.status = TripStatus.Planned;
    }
    return this.trips.save(trip);
  }

  async remove(id: number): Promise<void> {`,
    also: ['ORPHAN-002'],
  },
  // SEED
  {
    rule: 'SEED-001',
    what: 'seeded accounts are not verified',
    file: seed,
    find: `    { email: 'driver@fleet.test', passwordHash, role: AccountRole.Driver, verifiedAt },
    { email: 'mechanic@fleet.test', passwordHash, role: AccountRole.Mechanic, verifiedAt },
    { email: 'dispatcher@fleet.test', passwordHash, role: AccountRole.Dispatcher, verifiedAt },`,
    put: `    { email: 'driver@fleet.test', passwordHash, role: AccountRole.Driver },
    { email: 'mechanic@fleet.test', passwordHash, role: AccountRole.Mechanic },
    { email: 'dispatcher@fleet.test', passwordHash, role: AccountRole.Dispatcher },`,
  },
  {
    rule: 'SEED-003',
    what: 'nobody can log in as dispatcher',
    file: seed,
    find: `    { email: 'dispatcher@fleet.test', passwordHash, role: AccountRole.Dispatcher, verifiedAt },
`,
    put: '',
  },
  // DB
  {
    rule: 'DB-001',
    what: 'the status in capitals in SQL',
    file: vehicleService,
    find: `'SELECT id, plate FROM vehicle WHERE mileage > $1 AND status = $2', [
      kilometres,
      VehicleStatus.Available,
    ]`,
    put: `"SELECT id, plate FROM vehicle WHERE mileage > $1 AND status = 'AVAILABLE'", [kilometres]`,
  },
  {
    rule: 'DB-002',
    what: 'the boolean compared with a number',
    file: tripService,
    find: `  async remove(id: number): Promise<void> {`,
    put: `  urgent() {
    return this.trips.query("SELECT id FROM trip WHERE \\"isUrgent\\" = 1");
  }

  async remove(id: number): Promise<void> {`,
  },
  {
    rule: 'DB-004',
    what: 'the status loses its default',
    file: tripEntity,
    find: `  @Column({ type: 'enum', enum: TripStatus, default: TripStatus.Planned })`,
    put: `  @Column({ type: 'enum', enum: TripStatus })`,
  },
  {
    rule: 'DB-007',
    what: 'a driver who does not know his trips',
    file: tripEntity,
    find: `  @Column()
  vehicleId: number;
`,
    put: `  @Column()
  driverId: number;

  @ManyToOne(() => Account)
  @JoinColumn({ name: 'driverId' })
  driver: Account;

  @Column()
  vehicleId: number;
`,
  },
  {
    rule: 'DB-008',
    what: 'a driver id that nothing explains',
    file: tripEntity,
    find: `  @CreateDateColumn()`,
    put: `  @Column()
  accountId: number;

  @CreateDateColumn()`,
    also: ['DB-006'],
  },
];
