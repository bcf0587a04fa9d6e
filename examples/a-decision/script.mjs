export const script = [
  // Twice the critic says no; then only a person can say what is wanted. With their words the third attempt is right.
  {
    when: { role: 'developer', ticket: 'GREET-1', attempt: 0 },
    do: [{ write: 'src/greeting.txt', text: 'Good morning!\n' }, { commit: 'Good morning' }],
    pass: { matrix: 'pass', summary: 'it says good morning' },
  },
  {
    when: { role: 'developer', ticket: 'GREET-1', attempt: 1 },
    do: [{ write: 'src/greeting.txt', text: 'Good evening!\n' }, { commit: 'Good evening' }],
    pass: { matrix: 'pass', summary: 'it says good evening' },
  },
  {
    when: { role: 'developer', ticket: 'GREET-1' },
    do: [{ write: 'src/greeting.txt', text: 'Hello!\n' }, { commit: 'Hello' }],
    pass: { matrix: 'pass', summary: 'hello fits every time of day' },
  },

  {
    when: { role: 'critic', ticket: 'GREET-1', attempt: 0 },
    fail: {
      issues: [{ file: 'src/greeting.txt', line: 1, message: 'in the evening nobody says good morning' }],
      fixes: ['greet by the time of day'],
    },
  },
  {
    when: { role: 'critic', ticket: 'GREET-1', attempt: 1 },
    fail: {
      issues: [{ file: 'src/greeting.txt', line: 1, message: 'in the morning nobody says good evening' }],
      fixes: ['greet by the time of day'],
    },
  },
  {
    when: { role: 'critic' },
    pass: { summary: 'hello fits every time of day' },
  },
  {
    when: { role: 'auditor' },
    pass: { summary: 'it fits' },
  },
];
