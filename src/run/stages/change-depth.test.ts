import { expect, test } from 'vitest';
import { depthOfTicket, riskOfChanges } from './change-depth.ts';

const version = (text: string | undefined) =>
  ({ mode: '100644', blob: 'b', text, unread: text === undefined ? 'binary' : null }) as const;
const changed = (path: string, before: string | undefined, after: string | undefined) => ({
  path,
  before: version(before),
  after: version(after),
});
const many = (lines: number) => Array.from({ length: lines }, (_, nth) => `line ${nth}\n`).join('');
const risk = (...changes: readonly ReturnType<typeof changed>[]) =>
  riskOfChanges(changes, { protect: [] }, 0);
const ticket = { risk: 'normal' } as const;
const word = risk(changed('src/a.ts', 'one\n', 'two\n'));
const login = risk(changed('src/auth/login.ts', '', many(900)));

test('BEYOND-06 003#27 a ticket is looked at lightly where its change is small, deeply where it is large or risky', () => {
  expect(depthOfTicket(ticket, 'standard', word)).toEqual({ depth: 'quick', because: ['few lines'] });
  expect(depthOfTicket(ticket, 'standard', risk(changed('src/a.ts', '', many(60)))).depth).toBe('standard');
  expect(depthOfTicket(ticket, 'standard', login)).toEqual({
    depth: 'thorough',
    because: ['900 added lines', 'touches src/auth/login.ts', '900 lines of code with 0 of tests'],
  });
});

test('BEYOND-06 what was removed, and what nobody can read, is not small', () => {
  expect(depthOfTicket(ticket, 'standard', risk(changed('src/a.ts', many(900), ''))).depth).toBe('standard');
  expect(depthOfTicket(ticket, 'standard', risk(changed('a.png', 'x', undefined))).depth).toBe('standard');
  expect(depthOfTicket(ticket, 'standard', risk(changed('a.png', undefined, 'x'))).depth).toBe('standard');
});

test('BEYOND-06 a ticket of high risk is looked at deeply, whatever else is said; else the configuration decides', () => {
  const high = { risk: 'high' } as const;
  const because = ['the ticket is of high risk'];
  expect(depthOfTicket(high, 'standard', word)).toEqual({ depth: 'thorough', because });
  expect(depthOfTicket(high, 'quick', word)).toEqual({ depth: 'thorough', because });
  expect(depthOfTicket(high, 'exhaustive', word)).toEqual({ depth: 'exhaustive', because });
  const said = (depth: string) => [`the settings ask for depth ${depth}, whatever the size of the change`];
  expect(depthOfTicket(ticket, 'quick', login)).toEqual({ depth: 'quick', because: said('quick') });
  expect(depthOfTicket(ticket, 'thorough', word)).toEqual({ depth: 'thorough', because: said('thorough') });
  expect(depthOfTicket({ ...ticket, depth: 'thorough' }, 'quick', word).depth).toBe('thorough');
  expect(depthOfTicket({ ...ticket, depth: 'quick' }, 'standard', login).depth).toBe('quick');
});
