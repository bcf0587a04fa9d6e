/** The pages there are, the letter after `g` that leads to each, and what it is called. */
export const places = [
  { path: '/', key: 'b', name: 'Board' },
  { path: '/graph', key: 'g', name: 'Graph' },
  { path: '/decisions', key: 'd', name: 'Decisions' },
  { path: '/audit', key: 'a', name: 'Audit' },
  { path: '/cost', key: 'c', name: 'Cost' },
  { path: '/gates', key: 't', name: 'Gates' },
  { path: '/results', key: 'r', name: 'Results' },
  { path: '/workers', key: 'w', name: 'Workers' },
  { path: '/history', key: 'h', name: 'History' },
] as const;
