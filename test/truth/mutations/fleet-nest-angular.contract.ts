import type { Mutation } from '../mutation.ts';

const vehicleClient = 'apps/web/src/app/vehicles/vehicle.service.ts';
const tripClient = 'apps/web/src/app/trips/trip.service.ts';
const vehicleController = 'apps/api/src/vehicles/vehicles.controller.ts';
const tripController = 'apps/api/src/trips/trips.controller.ts';

export const mutations: readonly Mutation[] = [
  // API
  {
    rule: 'API-001',
    what: 'the answer of the server lost the mileage',
    file: 'apps/api/src/vehicles/dto/vehicle.dto.ts',
    find: `  mileage: number;
`,
    put: '',
  },
  {
    rule: 'API-001',
    what: 'the answer of the server renames a field',
    file: 'apps/api/src/trips/dto/trip.dto.ts',
    find: `  plannedKm: number;`,
    put: `  distance: number;`,
  },
  {
    rule: 'API-002',
    what: 'the client does not know the plate',
    file: 'apps/web/src/app/models/vehicle.ts',
    find: `  plate: string;`,
    put: `  licensePlate: string;`,
  },
  {
    rule: 'API-002',
    what: 'the client expects the name of the driver',
    file: 'apps/web/src/app/models/trip.ts',
    find: `  plannedKm: number;
  status:`,
    put: `  plannedKm: number;
  driverName: string;
  status:`,
  },
  {
    rule: 'API-003',
    what: 'the server has the mileage as text',
    file: 'apps/api/src/vehicles/dto/vehicle.dto.ts',
    find: `  mileage: number;`,
    put: `  mileage: string;`,
  },
  {
    rule: 'API-003',
    what: 'the client has the id of the vehicle as text',
    file: 'apps/web/src/app/models/trip.ts',
    find: `  id: number;
  vehicleId: number;`,
    put: `  id: number;
  vehicleId: string;`,
  },
  {
    rule: 'API-004',
    what: 'the server does not take the kilometres',
    file: 'apps/api/src/trips/dto/create-trip.dto.ts',
    find: `  @IsInt()
  @Min(1)
  plannedKm: number;
`,
    put: '',
  },
  {
    rule: 'API-004',
    what: 'the server takes another name',
    file: 'apps/api/src/trips/dto/create-trip.dto.ts',
    find: `  destination: string;`,
    put: `  target: string;`,
  },
  // XREF
  {
    rule: 'XREF-001',
    what: 'the route to finish is gone',
    file: tripController,
    find: `  @Post(':id/finish')
  finish(@Param('id', ParseIntPipe) id: number) {
    return this.trips.finish(id);
  }
`,
    put: '',
    at: tripClient,
  },
  {
    rule: 'XREF-001',
    what: 'the controller is renamed',
    file: vehicleController,
    find: `@Controller('vehicles')`,
    put: `@Controller('fleet')`,
    at: vehicleClient,
  },
  {
    rule: 'XREF-001',
    what: 'the client forgets the prefix of the path',
    file: tripClient,
    find: '`/api/trips/${id}/start`',
    put: '`/api/trips/start/${id}`',
  },
  {
    rule: 'XREF-001',
    what: 'the base address of the client is misspelt',
    file: vehicleClient,
    find: `'/api/vehicles'`,
    put: `'/api/vehicle'`,
  },
  {
    rule: 'XREF-002',
    what: 'patch became put on the server',
    file: vehicleController,
    find: `@Patch(':id/mileage')`,
    put: `@Put(':id/mileage')`,
    at: vehicleClient,
  },
  {
    rule: 'XREF-002',
    what: 'the client starts by get',
    file: tripClient,
    find: 'this.http.post<TripDto>(`/api/trips/${id}/start`, {})',
    put: 'this.http.get<TripDto>(`/api/trips/${id}/start`)',
  },
];
