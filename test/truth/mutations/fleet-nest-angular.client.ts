import type { Mutation } from '../mutation.ts';

const vehicleClient = 'apps/web/src/app/vehicles/vehicle.service.ts';
const tripClient = 'apps/web/src/app/trips/trip.service.ts';
const tripsPage = 'apps/web/src/app/trips/trips.component.ts';
const tripService = 'apps/api/src/trips/trips.service.ts';

export const mutations: readonly Mutation[] = [
  // MOCK
  {
    rule: 'MOCK-001',
    what: 'the list of vehicles by of()',
    file: vehicleClient,
    find: `return this.http.get<VehicleDto[]>(this.url).pipe(catchError(() => of([])));`,
    put: `return of([
      { id: 1, plate: 'B-XY 123', mileage: 1000, status: 'available' },
      { id: 2, plate: 'B-XY 124', mileage: 2000, status: 'in_repair' },
    ]);`,
  },
  {
    rule: 'MOCK-001',
    what: 'on failure the client shows invented vehicles',
    file: vehicleClient,
    find: `catchError(() => of([]))`,
    put: `catchError(() => of([{ id: 1, plate: 'B-XY 123', mileage: 1000, status: 'available' as const }]))`,
  },
  {
    rule: 'MOCK-005',
    what: 'a saved mileage is played with delay',
    file: vehicleClient,
    find: `import { Observable, of } from 'rxjs';
import { catchError } from 'rxjs/operators';
import { VehicleDto } from '../models/vehicle';

@Injectable({ providedIn: 'root' })
export class VehicleService {`,
    put: `import { Observable, of } from 'rxjs';
import { catchError, delay } from 'rxjs/operators';
import { VehicleDto } from '../models/vehicle';

@Injectable({ providedIn: 'root' })
export class VehicleService {
  retire(id: number): Observable<boolean> {
    // TODO: call the API
    return of(id > 0).pipe(delay(300));
  }
`,
  },
  {
    rule: 'MOCK-006',
    what: 'the store begins with trips',
    file: tripClient,
    find: `new BehaviorSubject<TripDto[]>([]);`,
    put: `new BehaviorSubject<TripDto[]>([
    { id: 1, vehicleId: 1, destination: 'Berlin', plannedKm: 12, status: 'planned' },
    { id: 2, vehicleId: 2, destination: 'Hamburg', plannedKm: 290, status: 'started' },
  ]);`,
  },
  {
    rule: 'MOCK-006',
    what: 'a signal of the page begins with trips',
    file: tripsPage,
    find: `  protected readonly problem = signal('');`,
    put: `  protected readonly recent = signal([{ id: 7, destination: 'Leipzig', plannedKm: 190 }]);
  protected readonly problem = signal('');`,
  },
  {
    rule: 'MOCK-007',
    what: 'an observable by hand',
    file: tripClient,
    find: `return this.http.post<TripDto>('/api/trips', trip);`,
    put: `return new Observable<TripDto>((subscriber) => {
      subscriber.next({ id: 99, vehicleId: 1, destination: 'Berlin', plannedKm: 12, status: 'planned' });
      subscriber.complete();
    });`,
  },
  {
    rule: 'MOCK-003',
    what: 'a mock list in the service of the server',
    file: tripService,
    find: `    return this.trips.find({ where: { status: In(wanted) } });`,
    put: `    const mockTrips = [
      { id: 1, vehicleId: 1, destination: 'Berlin', plannedKm: 12, status: 'planned' },
      { id: 2, vehicleId: 1, destination: 'Bonn', plannedKm: 500, status: 'planned' },
    ];
    return Promise.resolve(mockTrips.filter(({ status: each }) => wanted.some((one) => one === each)));`,
  },
  {
    rule: 'MOCK-008',
    what: 'the page counts by a constant',
    file: tripsPage,
    find: `  protected draft =`,
    put: `  protected readonly pendingCount = 4;
  protected draft =`,
  },
  // FRONT
];
