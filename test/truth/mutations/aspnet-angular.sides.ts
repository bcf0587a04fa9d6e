import type { Mutation } from '../mutation.ts';

const repairs = 'Api/Services/RepairService.cs';
const customers = 'Api/Services/CustomerService.cs';
const controller = 'Api/Controllers/RepairsController.cs';
const dtos = 'Api/Dtos/Dtos.cs';
const client = 'client/src/app/repair.service.ts';
const form = 'client/src/app/new-repair/new-repair.component.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'API-001',
    what: 'the answer has no name of the customer',
    file: dtos,
    find: `    public decimal Price { get; set; }
    public string CustomerName { get; set; } = "";`,
    put: `    public decimal Price { get; set; }`,
  },
  {
    rule: 'API-001',
    what: 'a record loses a field',
    file: dtos,
    find: `public record CustomerDto(int Id, string Name, string Email);`,
    put: `public record CustomerDto(int Id, string Name);`,
  },
  {
    rule: 'API-002',
    what: 'the client calls it otherwise',
    file: 'client/src/app/models.ts',
    find: `  customerName: string;`,
    put: `  customer: string;`,
  },
  {
    rule: 'API-002',
    what: 'the client expects a field nobody promised',
    file: 'client/src/app/models.ts',
    find: `  price: number;`,
    put: `  price: number;
  warrantyMonths: number;`,
  },
  {
    rule: 'API-003',
    what: 'the price is a text in the client',
    file: 'client/src/app/models.ts',
    find: `  price: number;`,
    put: `  price: string;`,
  },
  {
    rule: 'API-003',
    what: 'the price is a text on the server',
    file: dtos,
    find: `    public decimal Price { get; set; }
    public string CustomerName`,
    put: `    public string Price { get; set; } = "";
    public string CustomerName`,
  },
  {
    rule: 'API-004',
    what: 'the server does not take the urgency',
    file: dtos,
    find: `    public int CustomerId { get; set; }
    public bool IsUrgent { get; set; }`,
    put: `    public int CustomerId { get; set; }`,
  },
  {
    rule: 'SDL-001',
    what: 'a new repair is added and not saved',
    file: repairs,
    find: `        _context.Repairs.Add(repair);
        await _context.SaveChangesAsync();`,
    put: `        _context.Repairs.Add(repair);`,
  },
  {
    rule: 'SDL-001',
    what: 'a new status stays in memory',
    file: repairs,
    find: `        repair.Status = status;
        await _context.SaveChangesAsync();`,
    put: `        repair.Status = status;`,
  },
  {
    rule: 'SDL-001',
    what: 'a removal that is not saved',
    file: repairs,
    find: `        _context.Repairs.Remove(repair);
        await _context.SaveChangesAsync();`,
    put: `        _context.Repairs.Remove(repair);`,
  },
  {
    rule: 'SDL-001',
    what: 'a customer is made and never stored',
    file: customers,
    find: `        _context.Customers.Add(customer);
        await _context.SaveChangesAsync();
`,
    put: ``,
  },
  {
    rule: 'SDL-003',
    what: 'an incomplete form does nothing',
    file: form,
    find: `    if (this.form.invalid) {
      this.problem = 'A name and a bicycle are needed.';
      return;
    }`,
    put: `    if (this.form.invalid) return;`,
  },
  {
    rule: 'XREF-001',
    what: 'a used action is deleted',
    file: controller,
    find: `    [HttpPost("{id:int}/parts")]
    public async Task<IActionResult> AddPart(int id, AddPartRequest request) =>
        await _repairs.AddPartAsync(id, request) ? NoContent() : NotFound();

    [HttpPut("{id:int}/parts")]
    public async Task<IActionResult> ReplaceParts(int id, List<AddPartRequest> requests) =>
        await _repairs.ReplacePartsAsync(id, requests) ? NoContent() : NotFound();

`,
    put: ``,
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'the controller is renamed',
    file: controller,
    find: `[Route("api/[controller]")]`,
    put: `[Route("api/jobs")]`,
    at: client,
  },
  {
    rule: 'XREF-001',
    what: 'the client asks under another name',
    file: client,
    find: `'/api/reports/ready'`,
    put: `'/api/report/ready'`,
  },
  {
    rule: 'XREF-001',
    what: 'a new call without a route',
    file: client,
    find: `  ready(): Observable<number> {`,
    put: `  history(id: number): Observable<RepairDto[]> {
    return this.http.get<RepairDto[]>(\`\${this.baseUrl}/\${id}/history\`);
  }

  ready(): Observable<number> {`,
  },
  {
    rule: 'XREF-002',
    what: 'patch where the server takes put',
    file: client,
    find: `this.http.put<void>(`,
    put: `this.http.patch<void>(`,
  },
  {
    rule: 'XREF-002',
    what: 'the server deletes by POST',
    file: controller,
    find: `    [HttpDelete("{id:int}")]`,
    put: `    [HttpPost("{id:int}")]`,
    at: client,
  },
];
