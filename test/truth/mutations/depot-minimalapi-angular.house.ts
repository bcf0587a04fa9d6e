import type { Mutation } from '../mutation.ts';

const tests = 'server/Depot.Tests/LoanServiceTests.cs';

export const mutations: readonly Mutation[] = [
  {
    rule: 'SEED-002',
    what: 'seeded tools are archived',
    file: 'server/Depot.Api/Data/Seeder.cs',
    find: `Deposit = 20m, State = ToolState.Available },
            new Tool { Name = "Ladder", Shelf = "Yard", Deposit = 10m, State = ToolState.Available });`,
    put: `Deposit = 20m, Archived = true },
            new Tool { Name = "Ladder", Shelf = "Yard", Deposit = 10m, Archived = true });`,
  },
  {
    rule: 'SEED-003',
    what: 'no keeper is seeded',
    file: 'server/Depot.Api/Data/Seeder.cs',
    find: `            new Member { Email = "kim@depot.test", PasswordHash = Passwords.Hash(password), Role = MemberRole.Keeper },\n`,
    put: '',
    at: '*',
  },
  {
    rule: 'SEC-001',
    what: 'the key of the tokens in the settings',
    file: 'server/Depot.Api/appsettings.json',
    find: `  "AllowedHosts": "*"`,
    put: `  "AllowedHosts": "*",\n  "Jwt": { "Key": "kD93m¦zQpX72vLtR5sWn0" }`,
  },
  {
    rule: 'SEC-001',
    what: 'a connection string with its password',
    file: 'server/Depot.Api/appsettings.json',
    find: `  "AllowedHosts": "*"`,
    put: `  "AllowedHosts": "*",\n  "ConnectionStrings": { "Depot": "Host=db;Database=depot;Username=depot;Password=Sp4n¦ner-77" }`,
  },
  {
    rule: 'DEPLOY-001',
    what: 'the API listens on another port',
    file: 'docker-compose.yml',
    find: `      Jwt__Key: \${JWT_KEY}`,
    put: `      Jwt__Key: \${JWT_KEY}\n      ASPNETCORE_URLS: http://+:5000`,
    at: '*',
  },
  {
    rule: 'DEPLOY-004',
    what: 'the database is called otherwise',
    file: 'docker-compose.yml',
    find: `Host=db;`,
    put: `Host=postgres;`,
    at: '*',
  },
  {
    rule: 'TEST-001',
    what: 'a test looks at nothing',
    file: tests,
    find: `        Assert.Null(loan);\n`,
    put: '',
  },
  {
    rule: 'TEST-002',
    what: 'an assertion that is always true',
    file: tests,
    find: `        Assert.Null(loan);`,
    put: `        Assert.True(true);`,
  },
  {
    rule: 'TEST-004',
    what: 'a skipped test',
    file: tests,
    find: `    [Fact]`,
    put: `    [Fact(Skip = "later")]`,
  },
  {
    rule: 'TEST-006',
    what: 'a test sleeps',
    file: tests,
    find: `        Assert.Null(loan);`,
    put: `        await Task.Delay(2000);\n        Assert.Null(loan);`,
  },
  {
    rule: 'DUP-001',
    what: 'a service is copied',
    file: 'server/Depot.Api/Services/ArchiveService.cs',
    find: null,
    put: `using Depot.Api.Contracts;
using Depot.Api.Data;
using Microsoft.EntityFrameworkCore;

namespace Depot.Api.Services;

public class ArchiveService(DepotContext context)
{
    public Task<List<ToolDto>> ListAsync() =>
        context.Tools
            .Where(tool => !tool.Archived)
            .OrderBy(tool => tool.Name)
            .Select(tool => new ToolDto(tool.Id, tool.Name, tool.State, tool.Shelf))
            .ToListAsync();

    public async Task<ToolDto?> FindAsync(int id)
    {
        var tool = await context.Tools.FindAsync(id);
        return tool is null ? null : new ToolDto(tool.Id, tool.Name, tool.State, tool.Shelf);
    }

    public async Task<ToolDto> CreateAsync(CreateTool wish)
    {
        var tool = new Tool { Name = wish.Name, Shelf = wish.Shelf, Deposit = wish.Deposit };
        context.Tools.Add(tool);
        await context.SaveChangesAsync();
        return new ToolDto(tool.Id, tool.Name, tool.State, tool.Shelf);
    }

    public async Task<bool> MarkBrokenAsync(int id)
    {
        var tool = await context.Tools.FindAsync(id);
        if (tool is null)
            return false;
        tool.State = ToolState.Broken;
        await context.SaveChangesAsync();
        return true;
    }
}
`,
    at: '*',
    also: ['ORPHAN-001', 'ORPHAN-002', 'FRONT-016'],
  },
];
