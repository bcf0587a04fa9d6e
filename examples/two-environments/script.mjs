import { text } from './agent.mjs';

export const script = [
  // The first attempt asks for the day where the machine stands. It is green in London; nobody has to have an opinion to
  // see that it is red in Tokyo, so it goes back before a critic is asked.
  {
    when: { role: 'developer', ticket: 'HOURS-1', attempt: 0 },
    do: [
      {
        replace: 'src/hours.js',
        from: '  return hour >= 9',
        to: '  return moment.getDay() !== 0 && hour >= 9',
      },
      {
        write: 'test/sunday.test.js',
        text: text`
          import assert from 'node:assert/strict';
          import { test } from 'node:test';

          import { isOpen } from '../src/hours.js';

          test('closed on Sundays, open on Saturdays until the evening', () => {
            assert.equal(isOpen(new Date('2026-01-18T12:00:00Z')), false);
            assert.equal(isOpen(new Date('2026-01-17T17:00:00Z')), true);
          });
          `,
      },
      {
        commit: 'Closed on Sundays',
      },
    ],
    pass: { matrix: 'pass', summary: 'closed on Sundays' },
  },

  {
    when: { role: 'developer', ticket: 'HOURS-1' },
    do: [
      { replace: 'src/hours.js', from: 'getDay', to: 'getUTCDay' },
      {
        commit: 'The day in London',
      },
    ],
    pass: { matrix: 'pass', summary: 'the day is that of the shop' },
  },

  {
    when: { role: 'critic' },
    pass: { summary: 'the day and the hour are of the same place now' },
  },
  {
    when: { role: 'auditor' },
    pass: { summary: 'the criterion has a test' },
  },
];
