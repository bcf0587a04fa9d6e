import type { Mutation } from '../mutation.ts';

const controller = 'Api/Controllers/RepairsController.cs';
const seed = 'Api/Data/SeedData.cs';
const list = 'client/src/app/repairs/repairs.component.ts';
const page = 'client/src/app/repairs/repairs.component.html';
const form = 'client/src/app/new-repair/new-repair.component.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'ENUM-002',
    what: 'a status of two words',
    file: list,
    find: `this.service.changeStatus(repair.id, 'InWork').subscribe`,
    put: `this.service.changeStatus(repair.id, 'InProgress').subscribe`,
  },
  {
    rule: 'ENUM-002',
    what: 'the template asks for a status that is none',
    file: page,
    find: `repair.status === 'Collected'`,
    put: `repair.status === 'Finished'`,
  },
  {
    rule: 'ENUM-002',
    what: 'the type of the client lags behind',
    file: 'Api/Entities/Enums.cs',
    find: `    Ready,
    Collected`,
    put: `    Ready,
    PickedUp`,
    at: 'client/src/app/models.ts',
  },
  {
    rule: 'ENUM-004',
    what: 'no converter of enumerations',
    file: 'Api/Program.cs',
    find: `builder.Services.AddControllers()
    .AddJsonOptions(options => options.JsonSerializerOptions.Converters.Add(new JsonStringEnumConverter()));`,
    put: `builder.Services.AddControllers();`,
  },
  {
    rule: 'SEED-002',
    what: 'seeded customers are inactive',
    file: seed,
    find: `            new Customer { Name = "Cat", Email = "cat@example.org", IsActive = true },
            new Customer { Name = "Dan", Email = "dan@example.org", IsActive = true });`,
    put: `            new Customer { Name = "Cat", Email = "cat@example.org", IsActive = false },
            new Customer { Name = "Dan", Email = "dan@example.org", IsActive = false });`,
  },
  {
    rule: 'SEED-003',
    what: 'nobody is a manager',
    file: seed,
    find: `Role = StaffRole.Manager }`,
    put: `Role = StaffRole.Mechanic }`,
  },
  {
    rule: 'WIRE-002',
    what: 'a deletion that only says yes',
    file: controller,
    find: `    public async Task<IActionResult> Delete(int id) =>
        await _repairs.DeleteAsync(id) ? NoContent() : NotFound();`,
    put: `    public IActionResult Delete(int id)
    {
        return NoContent();
    }`,
  },
  {
    rule: 'WIRE-002',
    what: 'not implemented',
    file: controller,
    find: `    public async Task<IActionResult> Delete(int id) =>
        await _repairs.DeleteAsync(id) ? NoContent() : NotFound();`,
    put: `    public Task<IActionResult> Delete(int id)
    {
        throw new NotImplementedException();
    }`,
  },
  {
    rule: 'WIRE-003',
    what: 'a service is not registered',
    file: 'Api/Program.cs',
    find: `builder.Services.AddScoped<ICustomerService, CustomerService>();\n`,
    put: ``,
    at: 'Api/Controllers/CustomersController.cs',
  },
  {
    rule: 'WIRE-003',
    what: 'an Angular service that nobody provides',
    file: 'client/src/app/customer.service.ts',
    find: `@Injectable({ providedIn: 'root' })`,
    put: `@Injectable()`,
    at: form,
  },
  {
    rule: 'SEC-001',
    what: 'the key that signs tokens',
    file: 'Api/appsettings.json',
    find: null,
    put: `{
  "Jwt": { "SecretKey": "f83Kd0¦qLz72Vb5nXw91TmYc4RhJ6sPe" }
}
`,
  },
  {
    rule: 'DEPLOY-001',
    what: 'the server listens on another port',
    file: 'docker-compose.yml',
    find: `http://+:8080`,
    put: `http://+:5000`,
  },
  {
    rule: 'DEPLOY-004',
    what: 'the server of the database is no service',
    file: 'docker-compose.yml',
    find: `Server=sql;`,
    put: `Server=mssql;`,
  },
];
