import type { Mutation } from '../mutation.ts';

const client = 'client/src/app/repair.service.ts';
const list = 'client/src/app/repairs/repairs.component.ts';
const unit = 'Api.Tests/RepairServiceTests.cs';
const spec = 'client/src/app/repair.service.spec.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'TEST-001',
    what: 'the look at the price is gone',
    file: unit,
    find: `        Assert.Equal(20, (await context.Repairs.SingleAsync()).Price);`,
    put: `        await context.Repairs.SingleAsync();`,
  },
  {
    rule: 'TEST-001',
    what: 'a spec that only asks',
    file: spec,
    find: `    service.changeStatus(3, 'Ready').subscribe();
    expect(server.expectOne('/api/repairs/3/status').request.body).toEqual({ status: 'Ready' });`,
    put: `    service.changeStatus(3, 'Ready').subscribe();`,
  },
  {
    rule: 'TEST-002',
    what: 'Assert.True(true)',
    file: unit,
    find: `        Assert.Empty(context.Repairs);`,
    put: `        Assert.True(true);`,
  },
  {
    rule: 'TEST-003',
    what: 'fit',
    file: spec,
    find: `  it('changes a status'`,
    put: `  fit('changes a status'`,
  },
  {
    rule: 'TEST-004',
    what: 'a fact that is skipped',
    file: unit,
    find: `    [Fact]
    public async Task Deleted_repairs_are_gone()`,
    put: `    [Fact(Skip = "")]
    public async Task Deleted_repairs_are_gone()`,
  },
  {
    rule: 'TEST-004',
    what: 'xit',
    file: spec,
    find: `  it('changes a status'`,
    put: `  xit('changes a status'`,
  },
  {
    rule: 'TEST-005',
    what: 'an empty fact',
    file: unit,
    find: `    [Fact]
    public async Task A_new_repair_is_received()
    {
        var repair = await CreateOne(NewContext());
        Assert.Equal(RepairStatus.Received, repair.Status);
    }`,
    put: `    [Fact]
    public void A_new_repair_is_received()
    {
    }`,
  },
  {
    rule: 'TEST-006',
    what: 'waits two seconds',
    file: unit,
    find: `        Assert.Empty(context.Repairs);`,
    put: `        await Task.Delay(2000);
        Assert.Empty(context.Repairs);`,
  },
  {
    rule: 'MOCK-001',
    what: 'the list is written into the service',
    file: client,
    find: `    return this.http.get<RepairDto[]>(this.baseUrl).pipe(catchError(() => of([])));`,
    put: `    return of([
      { id: 1, bicycle: 'Red', status: 'Ready', price: 20, customerName: 'Cat' },
      { id: 2, bicycle: 'Blue', status: 'InWork', price: 35, customerName: 'Dan' },
    ]);`,
  },
  {
    rule: 'MOCK-006',
    what: 'the store of customers begins full',
    file: 'client/src/app/customer.service.ts',
    find: `new BehaviorSubject<CustomerDto[]>([]);`,
    put: `new BehaviorSubject<CustomerDto[]>([
    { id: 1, name: 'Cat', email: 'cat@example.org' },
    { id: 2, name: 'Dan', email: 'dan@example.org' },
  ]);`,
  },
  {
    rule: 'MOCK-007',
    what: 'an Observable that makes up its repairs',
    file: client,
    find: `    return this.http.get<RepairDto[]>(this.baseUrl).pipe(catchError(() => of([])));`,
    put: `    return new Observable((observer) => {
      observer.next([{ id: 1, bicycle: 'Red', status: 'Ready', price: 20, customerName: 'Cat' }]);
      observer.complete();
    });`,
  },
  {
    rule: 'MOCK-008',
    what: 'twelve to collect, for ever',
    file: list,
    find: `  pendingCount = 0;`,
    put: `  pendingCount = 12;`,
  },
];
