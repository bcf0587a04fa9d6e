import type { Mutation } from '../mutation.ts';

const repairs = 'Api/Services/RepairService.cs';
const customers = 'Api/Services/CustomerService.cs';
const reports = 'Api/Services/ReportService.cs';
const repair = 'Api/Entities/Repair.cs';
const context = 'Api/Data/WorkshopContext.cs';

export const mutations: readonly Mutation[] = [
  {
    rule: 'BACK-001',
    what: 'an interpolated query of Dapper',
    file: reports,
    find: `    public Task<decimal> EarnedAsync(`,
    put: `    public Task<int> OfBicycleAsync(string bicycle) =>
        _context.Database.GetDbConnection().ExecuteScalarAsync<int>(
            $"SELECT COUNT(*) FROM Repairs WHERE Bicycle = '{bicycle}'");

    public Task<decimal> EarnedAsync(`,
  },
  {
    rule: 'DB-006',
    what: 'a key with its constraint and no way to the other side',
    file: context,
    find: `public class WorkshopContext : DbContext
{`,
    put: `public class Invoice
{
    public int Id { get; set; }
    public string Number { get; set; } = "";
    [ForeignKey("Repair")]
    public int RepairId { get; set; }
}

public class WorkshopContext : DbContext
{
    public DbSet<Invoice> Invoices => Set<Invoice>();`,
  },
  {
    rule: 'DB-007',
    what: 'an invoice leads to its customer, and nothing leads back',
    file: context,
    find: `public class WorkshopContext : DbContext
{`,
    put: `public class Invoice
{
    public int Id { get; set; }
    public int CustomerId { get; set; }
    public Customer Customer { get; set; } = null!;
}

public class WorkshopContext : DbContext
{
    public DbSet<Invoice> Invoices => Set<Invoice>();`,
  },
  {
    rule: 'BACK-001',
    what: 'FromSqlRaw with a text put together',
    file: customers,
    find: `    public async Task<CustomerDto> CreateAsync(`,
    put: `    public Task<List<Customer>> SearchAsync(string name) =>
        _context.Customers.FromSqlRaw("SELECT * FROM Customers WHERE Name = '" + name + "'").ToListAsync();

    public async Task<CustomerDto> CreateAsync(`,
  },
  {
    rule: 'BACK-001',
    what: 'string.Format of a query',
    file: reports,
    find: `    public Task<decimal> EarnedAsync(`,
    put: `    public Task<int> OfCustomerAsync(string name)
    {
        var sql = string.Format("SELECT COUNT(*) FROM Customers WHERE Name = '{0}'", name);
        return _context.Database.GetDbConnection().ExecuteScalarAsync<int>(sql);
    }

    public Task<decimal> EarnedAsync(`,
  },
  {
    rule: 'BACK-002',
    what: 'a query per repair',
    file: repairs,
    find: `    public async Task<RepairDto?> FindAsync(int id)`,
    put: `    public async Task<List<string>> NamesAsync(List<int> customerIds)
    {
        var names = new List<string>();
        foreach (var customerId in customerIds)
        {
            var customer = await _context.Customers.FirstAsync(each => each.Id == customerId);
            names.Add(customer.Name);
        }
        return names;
    }

    public async Task<RepairDto?> FindAsync(int id)`,
  },
  {
    rule: 'BACK-016',
    what: 'parts are replaced without a transaction',
    file: repairs,
    find: `        await using var transaction = await _context.Database.BeginTransactionAsync();
        await _context.Parts.Where(part => part.RepairId == id).ExecuteDeleteAsync();
        _context.Parts.AddRange(requests.Select(each => new Part { Name = each.Name, Price = each.Price, RepairId = id }));
        await _context.SaveChangesAsync();
        await transaction.CommitAsync();`,
    put: `        await _context.Parts.Where(part => part.RepairId == id).ExecuteDeleteAsync();
        _context.Parts.AddRange(requests.Select(each => new Part { Name = each.Name, Price = each.Price, RepairId = id }));
        await _context.SaveChangesAsync();`,
  },
  {
    rule: 'DB-001',
    what: 'the number of a status that is stored by name',
    file: reports,
    find: `WHERE Status = 'Ready' AND IsUrgent = 1`,
    put: `WHERE Status = 2 AND IsUrgent = 1`,
  },
  {
    rule: 'DB-001',
    what: 'a status that does not exist',
    file: reports,
    find: `WHERE Status = 'Ready' AND`,
    put: `WHERE Status = 'Done' AND`,
  },
  {
    rule: 'DB-002',
    what: 'SQL Server knows no true',
    file: reports,
    find: `AND IsUrgent = 1"`,
    put: `AND IsUrgent = true"`,
  },
  {
    rule: 'DB-003',
    what: 'a day with dots',
    file: reports,
    find: `ReceivedAt >= @since`,
    put: `ReceivedAt >= '31.12.2023'`,
  },
  {
    rule: 'DB-008',
    what: 'a part knows a customer by number only',
    file: repair,
    find: `    public int RepairId { get; set; }
    public Repair Repair { get; set; } = null!;`,
    put: `    public int RepairId { get; set; }
    public Repair Repair { get; set; } = null!;
    public int CustomerId { get; set; }`,
  },
];
