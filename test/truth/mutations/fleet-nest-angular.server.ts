import type { Mutation } from '../mutation.ts';

const vehicleClient = 'apps/web/src/app/vehicles/vehicle.service.ts';
const vehiclesPage = 'apps/web/src/app/vehicles/vehicles.component.ts';
const tripsPage = 'apps/web/src/app/trips/trips.component.ts';
const vehicleService = 'apps/api/src/vehicles/vehicles.service.ts';
const vehicleController = 'apps/api/src/vehicles/vehicles.controller.ts';
const tripService = 'apps/api/src/trips/trips.service.ts';
const tripController = 'apps/api/src/trips/trips.controller.ts';

export const mutations: readonly Mutation[] = [
  // BACK
  {
    rule: 'BACK-001',
    what: 'a template in query()',
    file: vehicleService,
    find: `    return this.vehicles.query('SELECT id, plate FROM vehicle WHERE mileage > $1 AND status = $2', [
      kilometres,
      VehicleStatus.Available,
    ]);`,
    put: `    return this.vehicles.query(\`SELECT id, plate FROM vehicle WHERE mileage > \${kilometres}\`);`,
  },
  {
    rule: 'BACK-001',
    what: 'a template in where()',
    file: tripService,
    find: `    return this.trips.find({ where: { status: In(wanted) } });`,
    put: `    return this.trips.createQueryBuilder('trip').where(\`trip.status = '\${status ?? wanted[0]}'\`).getMany();`,
  },
  {
    rule: 'BACK-002',
    what: 'a vehicle is loaded for each trip',
    file: tripService,
    find: `  async remove(id: number): Promise<void> {
    await this.trips.delete(id);`,
    put: `  async remove(id: number): Promise<void> {
    const trips = await this.trips.findBy({ id });
    for (const trip of trips) {
      const others = await this.trips.findBy({ vehicleId: trip.vehicleId });
      if (others.length > 100) throw new ConflictException();
    }
    await this.trips.delete(id);`,
  },
  {
    rule: 'BACK-002',
    what: 'each inspection is saved by itself',
    file: vehicleService,
    find: `      await manager.insert(Inspection, remarks.map((remark) => ({ remark, vehicleId })));`,
    put: `      for (const remark of remarks) {
        await manager.save(Inspection, { remark, vehicleId });
      }`,
  },
  {
    rule: 'BACK-016',
    what: 'inspections are replaced without a transaction',
    file: vehicleService,
    find: `    await this.source.transaction(async (manager) => {
      await manager.delete(Inspection, { vehicleId });
      await manager.insert(Inspection, remarks.map((remark) => ({ remark, vehicleId })));
    });`,
    put: `    const inspections = this.source.getRepository(Inspection);
    await inspections.delete({ vehicleId });
    await inspections.save(remarks.map((remark) => ({ remark, vehicleId })));`,
  },
  // WIRE
  {
    rule: 'WIRE-001',
    what: 'the controller is left out of its module',
    file: 'apps/api/src/trips/trips.module.ts',
    find: `  controllers: [TripsController],
`,
    put: '',
    at: tripController,
    also: ['XREF-001'],
  },
  {
    rule: 'WIRE-001',
    what: 'the module is left out of the application',
    file: 'apps/api/src/app.module.ts',
    find: `    VehiclesModule,
    TripsModule,
  ],`,
    put: `    VehiclesModule,
  ],`,
    at: 'apps/api/src/trips/trips.module.ts',
    also: ['XREF-001', 'ORPHAN-001'],
  },
  {
    rule: 'WIRE-002',
    what: 'the controller throws not implemented',
    file: tripController,
    find: `    return this.trips.remove(id);`,
    put: `    throw new Error('Not implemented');`,
  },
  {
    rule: 'WIRE-002',
    what: 'the controller answers a constant',
    file: vehicleController,
    find: `    return this.vehicles.replaceInspections(id, remarks);`,
    put: `    return { success: true };`,
  },
  {
    rule: 'WIRE-003',
    what: 'the service is left out of its module',
    file: 'apps/api/src/auth/auth.module.ts',
    find: `  providers: [AuthService],
`,
    put: '',
    at: 'apps/api/src/auth/auth.controller.ts',
  },
  {
    rule: 'WIRE-003',
    what: 'the service of the client is not provided',
    file: vehicleClient,
    find: `@Injectable({ providedIn: 'root' })`,
    put: `@Injectable()`,
    at: vehiclesPage,
  },
  // SDL
  {
    rule: 'SDL-001',
    what: 'the mileage is set and never saved',
    file: vehicleService,
    find: `    vehicle.mileage = mileage;
    return this.vehicles.save(vehicle);`,
    put: `    vehicle.mileage = mileage;
    return vehicle;`,
  },
  {
    rule: 'SDL-001',
    what: 'the trip is made and never saved',
    file: tripService,
    find: `    return this.trips.save(trip);
  }

  async start`,
    put: `    return trip;
  }

  async start`,
  },
  {
    rule: 'SDL-001',
    what: 'the account is made and never saved',
    file: 'apps/api/src/auth/auth.service.ts',
    find: `    await this.accounts.save(account);
`,
    put: '',
  },
  {
    rule: 'SDL-002',
    what: 'the trip that starts is not the one that was planned',
    file: tripsPage,
    find: `switchMap((trip) => this.service.start(trip.id))`,
    put: `switchMap(() => this.service.start(this.draft.vehicleId))`,
  },
  {
    rule: 'SDL-002',
    what: 'always the first trip starts',
    file: tripsPage,
    find: `switchMap((trip) => this.service.start(trip.id))`,
    put: `switchMap(() => this.service.start(1))`,
  },
  {
    rule: 'SDL-003',
    what: 'no destination, no word',
    file: tripsPage,
    find: `    if (this.draft.destination === '') {
      this.problem.set('Say where it goes.');
      return;
    }`,
    put: `    if (!this.draft.destination) {
      return;
    }`,
  },
  {
    rule: 'SDL-003',
    what: 'a finished trip cannot be removed and nobody says so',
    file: tripsPage,
    find: `    this.service.remove(trip.id)`,
    put: `    if (trip.status === 'finished') return;
    this.service.remove(trip.id)`,
  },
];
