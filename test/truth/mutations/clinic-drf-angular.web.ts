import type { Mutation } from '../mutation.ts';

const views = 'backend/appointments/views.py';
const models = 'backend/appointments/models.py';
const client = 'frontend/src/app/core/clinic.service.ts';
const today = 'frontend/src/app/today/today.component.ts';
const tests = 'backend/appointments/tests/test_api.py';

export const mutations: readonly Mutation[] = [
  {
    rule: 'DB-008',
    what: 'a key as a number',
    file: models,
    find: `    patient = models.ForeignKey(Patient, on_delete=models.CASCADE, related_name="appointments")`,
    put: `    patient_id = models.IntegerField()`,
    also: ['DB-006'],
  },
  {
    rule: 'ENUM-002',
    what: 'a status that the server does not have',
    file: today,
    find: `appointment.status === 'confirmed'`,
    put: `appointment.status === 'approved'`,
  },
  {
    rule: 'ENUM-002',
    what: 'a status of the template that there is not',
    file: 'frontend/src/app/today/today.component.html',
    find: `appointment.status === 'requested'`,
    put: `appointment.status === 'pending'`,
  },
  {
    rule: 'SDL-003',
    what: 'nobody is told that it is confirmed',
    file: today,
    find: `    if (appointment.status === 'confirmed') {
      this.message.set('It is confirmed already.');
      return;
    }`,
    put: `    if (appointment.status === 'confirmed') {
      return;
    }`,
  },
  {
    rule: 'MOCK-001',
    what: 'appointments that nobody asked for',
    file: client,
    find: 'return this.http.get<Appointment[]>(`${this.base}/appointments/today/`);',
    put: `return of([{ id: 1, patient: 2, doctor: 1, starts_at: '2024-05-01T10:00', reason: 'Cough', status: 'requested' as const }]);`,
  },
  {
    rule: 'MOCK-005',
    what: 'a wait before nothing',
    file: client,
    find: 'return this.http.get<{ doctor: number; count: number }[]>(`${this.base}/load/`);',
    put: `return of([{ doctor: 1, count: 4 }]).pipe(delay(400));`,
    also: ['MOCK-001'],
  },
  {
    rule: 'MOCK-006',
    what: 'the page begins with patients',
    file: 'frontend/src/app/patients/patients.component.ts',
    find: `signal<Patient[]>([]);`,
    put: `signal<Patient[]>([
    { id: 1, name: 'Eva Sand', email: 'eva@example.org', insured: true },
    { id: 2, name: 'Ole Berg', email: 'ole@example.org', insured: false },
  ]);`,
  },
  {
    rule: 'MOCK-008',
    what: 'a load that is always three',
    file: today,
    find: `readonly load = signal(0);`,
    put: `readonly load = signal(0);\n  readonly pendingCount = 3;`,
  },
  {
    rule: 'MOCK-003',
    what: 'dummy patients in the view',
    file: views,
    find: `    return Response(daily_load())`,
    put: `    mock_data = [{"doctor": 1, "count": 4}, {"doctor": 2, "count": 1}]\n    return Response(mock_data)`,
    also: ['WIRE-002'],
  },
  {
    rule: 'WIRE-002',
    what: 'a load that is made up',
    file: views,
    find: `    return Response(daily_load())`,
    put: `    return Response([{"doctor": 1, "count": 4}, {"doctor": 2, "count": 1}])`,
    also: ['MOCK-003'],
  },
  {
    rule: 'DEPLOY-002',
    what: 'the host of the database is not given',
    file: 'docker-compose.yml',
    find: `      - DATABASE_HOST=db\n`,
    put: '',
    at: '*',
  },
  {
    rule: 'DEPLOY-004',
    what: 'the database has another name',
    file: 'docker-compose.yml',
    find: `DATABASE_HOST=db`,
    put: `DATABASE_HOST=database`,
    at: '*',
  },
  {
    rule: 'DEPLOY-001',
    what: 'bound to another port',
    file: 'docker-compose.yml',
    find: `0.0.0.0:8000`,
    put: `0.0.0.0:9000`,
    at: '*',
  },
  {
    rule: 'SEC-001',
    what: 'the password of the database',
    file: 'backend/clinic/settings.py',
    find: `"PASSWORD": os.environ["DATABASE_PASSWORD"]`,
    put: `"PASSWORD": "cl¦inic2024"`,
  },
  {
    rule: 'SEC-001',
    what: 'the key of Django',
    file: 'backend/clinic/settings.py',
    find: `SECRET_KEY = os.environ["DJANGO_SECRET_KEY"]`,
    put: `SECRET_KEY = "django-insecure-8x¦!q2v0m^3kd9z@w7p+e5t"`,
  },
  {
    rule: 'SAFE-003',
    what: 'a key that stands in for none',
    file: 'backend/clinic/settings.py',
    find: `os.environ["DJANGO_SECRET_KEY"]`,
    put: `os.environ.get("DJANGO_SECRET_KEY", "change-me")`,
  },
  {
    rule: 'TEST-001',
    what: 'a test only asks',
    file: tests,
    find: `        self.assertEqual(answer.json(), [])\n`,
    put: '',
  },
  {
    rule: 'TEST-002',
    what: 'always true',
    file: tests,
    find: `        self.assertEqual(answer.json(), [])`,
    put: `        self.assertTrue(True)`,
  },
  {
    rule: 'TEST-003',
    what: 'a focused test',
    file: 'frontend/src/app/core/clinic.service.spec.ts',
    find: `  it('confirms`,
    put: `  fit('confirms`,
  },
  {
    rule: 'TEST-004',
    what: 'a skipped test',
    file: tests,
    find: `    def test_lists_todays`,
    put: `    @skip("later")\n    def test_lists_todays`,
  },
  {
    rule: 'TEST-001',
    what: 'a spec that expects nothing',
    file: 'frontend/src/app/core/clinic.service.spec.ts',
    find: `    const request = http.expectOne((each) => each.url.endsWith('/appointments/3/confirm/'));
    expect(request.request.method).toBe('POST');
`,
    put: '',
  },
  {
    rule: 'ASSET-001',
    what: 'the icon of the page',
    file: 'frontend/src/index.html',
    find: 'cross.svg',
    put: 'red-cross.svg',
  },
  {
    rule: 'UI-001',
    what: 'a colour of its own',
    file: 'frontend/src/app/today/today.component.scss',
    find: `var(--accent)`,
    put: `#ff8800`,
  },
  {
    rule: 'ORPHAN-003',
    what: 'a page without a route',
    file: 'frontend/src/app/app.routes.ts',
    find: `  { path: 'patients', component: PatientsComponent },\n`,
    put: '',
    at: 'frontend/src/app/patients/patients.component.ts',
    also: ['ORPHAN-001'],
  },
];
