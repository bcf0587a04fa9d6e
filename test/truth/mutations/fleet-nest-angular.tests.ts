import type { Mutation } from '../mutation.ts';

const tripsHtml = 'apps/web/src/app/trips/trips.component.html';
const spec = 'apps/api/src/trips/trips.service.spec.ts';
const journey = 'apps/web/cypress/e2e/trips.cy.ts';

export const mutations: readonly Mutation[] = [
  // TEST
  {
    rule: 'TEST-001',
    what: 'no expectation after the call',
    file: spec,
    find: `    expect(started.status).toBe(TripStatus.Started);
    expect(vehicles.takeOut).toHaveBeenCalledWith(2);`,
    put: '',
  },
  {
    rule: 'TEST-002',
    what: 'the same on both sides',
    file: spec,
    find: `    expect(started.status).toBe(TripStatus.Started);`,
    put: `    expect(started).toEqual(started);`,
  },
  {
    rule: 'TEST-003',
    what: 'fdescribe',
    file: spec,
    find: `describe('TripsService'`,
    put: `fdescribe('TripsService'`,
  },
  { rule: 'TEST-004', what: 'xit', file: spec, find: `  it('does not finish`, put: `  xit('does not finish` },
  {
    rule: 'TEST-005',
    what: 'the body is commented out',
    file: spec,
    find: `    repository.findOneByOrFail.mockResolvedValue(trip);
    await expect(service.finish(1)).rejects.toThrow(ConflictException);`,
    put: `    // repository.findOneByOrFail.mockResolvedValue(trip);
    // await expect(service.finish(1)).rejects.toThrow(ConflictException);`,
  },
  // E2E
  {
    rule: 'E2E-001',
    what: 'cy.wait with a number',
    file: journey,
    find: `    cy.contains('Potsdam').should('be.visible');`,
    put: `    cy.wait(2000);
    cy.contains('Potsdam').should('be.visible');`,
    also: ['TEST-006'],
  },
  {
    rule: 'E2E-002',
    what: 'the whole address in cy.visit',
    file: journey,
    find: `    cy.visit('/login');`,
    put: `    cy.visit('http://localhost:4200/login');`,
  },
  {
    rule: 'E2E-004',
    what: 'an empty journey',
    file: journey,
    find: `    cy.visit('/trips');
    cy.contains('Finish').click();
    cy.contains('Finish').should('not.exist');
`,
    put: '',
    also: ['TEST-005'],
  },
  {
    rule: 'E2E-006',
    what: 'a page under construction',
    file: tripsHtml,
    find: '<h1>Trips</h1>',
    put: '<h1>Trips</h1>\n<p>This page is under construction.</p>',
  },
];
