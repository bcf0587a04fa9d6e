import type { Mutation } from '../mutation.ts';

const toolService = 'client/src/app/tools/tool.service.ts';
const toolList = 'client/src/app/tools/tool-list.component.ts';
const models = 'client/src/app/core/models.ts';
const spec = 'client/src/app/tools/tool.service.spec.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'XREF-001',
    what: 'the url of a service is misspelt',
    file: toolService,
    find: '`${environment.apiUrl}/tools`',
    put: '`${environment.apiUrl}/tool`',
  },
  {
    rule: 'XREF-002',
    what: 'a loan is given back with put',
    file: 'client/src/app/loans/loan.service.ts',
    find: 'this.http.post<void>(`${environment.apiUrl}/loans/${id}/return`',
    put: 'this.http.put<void>(`${environment.apiUrl}/loans/${id}/return`',
  },
  {
    rule: 'API-002',
    what: 'the client does not know a field',
    file: models,
    find: `  dueOn: string;\n`,
    put: `  due: string;\n`,
    at: '*',
  },
  {
    rule: 'API-003',
    what: 'the client takes a number for a text',
    file: models,
    find: `  toolId: number;
  toolName`,
    put: `  toolId: string;
  toolName`,
    at: '*',
  },
  {
    rule: 'ENUM-002',
    what: 'a template compares with a state that is not there',
    file: 'client/src/app/tools/tool-list.component.html',
    find: `tool.state !== 'Available'`,
    put: `tool.state !== 'Free'`,
  },
  {
    rule: 'ENUM-002',
    what: 'the client writes states in small letters',
    file: models,
    find: `'Available' | 'Lent' | 'Broken'`,
    put: `'available' | 'lent' | 'broken'`,
    at: '*',
  },
  {
    rule: 'SDL-003',
    what: 'the login returns in silence',
    file: 'client/src/app/login/login.component.ts',
    find: `      this.problem.set('Both are needed.');\n`,
    put: '',
  },
  {
    rule: 'MOCK-001',
    what: 'the list is made up',
    file: toolService,
    find: `return this.http.get<ToolDto[]>(this.url);`,
    put: `return of([{ id: 1, name: 'Drill', state: 'Available', shelf: 'A1' }]);`,
  },
  {
    rule: 'MOCK-005',
    what: 'a delay plays the server',
    file: toolService,
    find: 'return this.http.get<number>(`${this.url}/lent/count`);',
    put: 'return of(3).pipe(delay(400));',
    also: ['MOCK-001'],
  },
  {
    rule: 'MOCK-006',
    what: 'the list begins with tools',
    file: toolList,
    find: `signal<ToolDto[]>([])`,
    put: `signal<ToolDto[]>([{ id: 1, name: 'Drill', state: 'Available', shelf: 'A1' }])`,
  },
  {
    rule: 'MOCK-006',
    what: 'a subject begins with loans',
    file: 'client/src/app/loans/loan.service.ts',
    find: `  mine(): Observable<LoanDto[]> {`,
    put: `  readonly loans$ = new BehaviorSubject<LoanDto[]>([
    { id: 1, toolId: 1, toolName: 'Drill', dueOn: '2030-01-01', returned: false },
  ]);

  mine(): Observable<LoanDto[]> {`,
  },
  {
    rule: 'MOCK-007',
    what: 'an observable made by hand',
    file: toolService,
    find: 'return this.http.get<ToolDto>(`${this.url}/${id}`);',
    put: `return new Observable((observer) => {
      observer.next({ id, name: 'Drill', state: 'Available', shelf: 'A1' });
      observer.complete();
    });`,
  },
  {
    rule: 'MOCK-008',
    what: 'a number written into the component',
    file: toolList,
    find: `  protected readonly problem = signal('');`,
    put: `  protected readonly problem = signal('');\n  protected readonly overdueCount = 3;`,
  },
  {
    rule: 'UI-001',
    what: 'a colour in a component',
    file: 'client/src/app/tools/tool-list.component.scss',
    find: `var(--oak)`,
    put: `#b07b3f`,
  },
  {
    rule: 'UI-004',
    what: 'spacing off the grid',
    file: 'client/src/app/tools/tool-list.component.scss',
    find: `padding: 8px 12px;`,
    put: `padding: 7px 11px;`,
  },
  {
    rule: 'ASSET-001',
    what: 'the picture is gone',
    file: 'client/public/hammer.svg',
    find: null,
    put: null,
    at: '*',
  },
  {
    rule: 'ASSET-002',
    what: 'a style names a picture that is not there',
    file: 'client/src/styles.scss',
    find: `background: var(--chalk);`,
    put: `background: url('./grain.png');`,
  },
  {
    rule: 'ORPHAN-003',
    what: 'a component loses its route',
    file: 'client/src/app/app.routes.ts',
    find: `  { path: 'loans', loadComponent: () => import('./loans/loan-list.component').then((m) => m.LoanListComponent) },\n`,
    put: '',
    at: 'client/src/app/loans/loan-list.component.ts',
    also: ['ORPHAN-001'],
  },
  {
    rule: 'WIRE-003',
    what: 'a service is not provided any more',
    file: toolService,
    find: `@Injectable({ providedIn: 'root' })`,
    put: `@Injectable()`,
    at: '*',
  },
  {
    rule: 'E2E-006',
    what: 'a page under construction',
    file: 'client/src/app/tools/tool-list.component.html',
    find: `<h1>Tools</h1>`,
    put: `<h1>Tools</h1>\n<p>This page is under construction.</p>`,
  },
  {
    rule: 'TEST-001',
    what: 'a spec looks at nothing',
    file: spec,
    find: `    server.expectOne('/api/tools').flush([{ id: 1, name: 'Drill', state: 'Available', shelf: 'A1' }]);
    expect(names).toEqual(['Drill']);
`,
    put: `    server.match('/api/tools');\n`,
  },
  {
    rule: 'TEST-003',
    what: 'a focused spec',
    file: spec,
    find: `  it('asks`,
    put: `  fit('asks`,
  },
  {
    rule: 'TEST-005',
    what: 'an empty spec',
    file: spec,
    find: `  it('asks for the tools', () => {`,
    put: `  it('creates a tool', () => {});\n\n  it('asks for the tools', () => {`,
    also: ['TEST-001'],
  },
];
