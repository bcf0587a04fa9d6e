import type { Mutation } from '../mutation.ts';

const tools = 'server/Depot.Api/Services/ToolService.cs';
const loans = 'server/Depot.Api/Services/LoanService.cs';
const toolEndpoints = 'server/Depot.Api/Endpoints/ToolEndpoints.cs';
const loanEndpoints = 'server/Depot.Api/Endpoints/LoanEndpoints.cs';
const entities = 'server/Depot.Api/Data/Entities.cs';
const contracts = 'server/Depot.Api/Contracts/Contracts.cs';
const program = 'server/Depot.Api/Program.cs';

export const mutations: readonly Mutation[] = [
  {
    rule: 'XREF-001',
    what: 'an endpoint is deleted',
    file: toolEndpoints,
    find: `        group.MapGet("/lent/count", async (IToolService tools) => Results.Ok(await tools.CountLentAsync()));\n`,
    put: '',
    at: 'client/src/app/tools/tool.service.ts',
  },
  {
    rule: 'XREF-001',
    what: 'an endpoint is renamed',
    file: loanEndpoints,
    find: `"{id:int}/return"`,
    put: `"{id:int}/giveback"`,
    at: 'client/src/app/loans/loan.service.ts',
  },
  {
    rule: 'XREF-001',
    what: 'a group is renamed',
    file: loanEndpoints,
    find: `app.MapGroup("/api/loans")`,
    put: `app.MapGroup("/api/lendings")`,
    at: 'client/src/app/loans/loan.service.ts',
    also: ['API-001', 'API-004'],
  },
  {
    rule: 'XREF-002',
    what: 'put becomes patch',
    file: toolEndpoints,
    find: `group.MapPut(`,
    put: `group.MapPatch(`,
    at: 'client/src/app/tools/tool.service.ts',
  },
  {
    rule: 'XREF-002',
    what: 'the delete endpoint is deleted',
    file: toolEndpoints,
    find: `        group.MapDelete("/{id:int}", async (int id, IToolService tools) =>
            await tools.RemoveAsync(id) ? Results.NoContent() : Results.NotFound()).RequireAuthorization();
`,
    put: '',
    at: 'client/src/app/tools/tool.service.ts',
  },
  {
    rule: 'WIRE-001',
    what: 'endpoints are never mapped',
    file: program,
    find: `app.MapLoans();\n`,
    put: '',
    at: '*',
    also: ['XREF-001'],
  },
  {
    rule: 'WIRE-002',
    what: 'an endpoint makes its answer up',
    file: toolEndpoints,
    find: `async (IToolService tools) => Results.Ok(await tools.CountLentAsync())`,
    put: `() => Results.Ok(4)`,
  },
  {
    rule: 'WIRE-003',
    what: 'a service is not registered',
    file: program,
    find: `builder.Services.AddScoped<ILoanService, LoanService>();\n`,
    put: '',
    at: '*',
  },
  {
    rule: 'SDL-001',
    what: 'a tool is added and never saved',
    file: tools,
    find: `        context.Tools.Add(tool);
        await context.SaveChangesAsync();`,
    put: `        context.Tools.Add(tool);`,
  },
  {
    rule: 'SDL-001',
    what: 'a state is set and never saved',
    file: tools,
    find: `        tool.State = ToolState.Broken;
        await context.SaveChangesAsync();`,
    put: `        tool.State = ToolState.Broken;`,
  },
  {
    rule: 'SDL-001',
    what: 'a loan is taken back and never saved',
    file: loans,
    find: `        loan.Tool.State = ToolState.Available;
        await context.SaveChangesAsync();`,
    put: `        loan.Tool.State = ToolState.Available;`,
  },
  {
    rule: 'BACK-001',
    what: 'a shelf in the text of a query',
    file: tools,
    find: `    public Task<int> CountLentAsync() =>`,
    put: `    public Task<int> CountOnAsync(string shelf) =>
        context.Database.SqlQueryRaw<int>($"SELECT count(*) FROM \\"Tools\\" WHERE \\"Shelf\\" = '{shelf}'").SingleAsync();

    public Task<int> CountLentAsync() =>`,
  },
  {
    rule: 'BACK-002',
    what: 'the tool of each loan is asked for in a loop',
    file: loans,
    find: `    public async Task<bool> TakeBackAsync(int id)`,
    put: `    public async Task<List<string>> NamesAsync(int memberId)
    {
        var names = new List<string>();
        foreach (var loan in await context.Loans.Where(each => each.MemberId == memberId).ToListAsync())
        {
            var tool = await context.Tools.FindAsync(loan.ToolId);
            names.Add(tool!.Name);
        }
        return names;
    }

    public async Task<bool> TakeBackAsync(int id)`,
  },
  {
    rule: 'DB-001',
    what: 'raw SQL with the number of a state that is stored as text',
    file: tools,
    find: `\\"State\\" = 'Lent'`,
    put: `\\"State\\" = 1`,
  },
  {
    rule: 'DB-001',
    what: 'raw SQL with a state that is not there',
    file: tools,
    find: `\\"State\\" = 'Lent'`,
    put: `\\"State\\" = 'Borrowed'`,
  },
  {
    rule: 'DB-002',
    what: 'raw SQL compares a boolean with a number',
    file: tools,
    find: `\\"Archived\\" = false`,
    put: `\\"Archived\\" = 0`,
  },
  {
    rule: 'DB-008',
    what: 'an id of another table with nothing behind it',
    file: entities,
    find: `    public decimal Deposit { get; set; }`,
    put: `    public int MemberId { get; set; }\n    public decimal Deposit { get; set; }`,
  },
  {
    rule: 'API-001',
    what: 'the answer loses a promised field',
    file: contracts,
    find: `string ToolName, DateOnly DueOn`,
    put: `string Title, DateOnly DueOn`,
    at: '*',
  },
  {
    rule: 'API-003',
    what: 'a promised number is a text',
    file: contracts,
    find: `public record LoanDto(int Id, int ToolId,`,
    put: `public record LoanDto(int Id, string ToolId,`,
    at: '*',
  },
  {
    rule: 'API-004',
    what: 'the request takes another field',
    file: contracts,
    find: `[Range(1, 30)] int Days`,
    put: `[Range(1, 5)] int Weeks`,
    at: '*',
  },
  {
    rule: 'ENUM-004',
    what: 'states are sent as numbers',
    file: program,
    find: `builder.Services.ConfigureHttpJsonOptions(options =>
    options.SerializerOptions.Converters.Add(new JsonStringEnumConverter()));
`,
    put: '',
    at: '*',
  },
];
