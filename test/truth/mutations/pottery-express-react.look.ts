import type { Mutation } from '../mutation.ts';

const workshopPage = 'web/src/pages/WorkshopPage.tsx';
const bookingsPage = 'web/src/pages/BookingsPage.tsx';

export const mutations: readonly Mutation[] = [
  // UI, SLOP
  {
    rule: 'UI-001',
    what: 'a colour in a style attribute',
    file: workshopPage,
    find: `<h1 className="font-display text-2xl">{workshop.title}</h1>`,
    put: `<h1 className="font-display text-2xl" style={{ color: '#1f2937' }}>{workshop.title}</h1>`,
  },
  {
    rule: 'UI-001',
    what: 'an arbitrary colour class',
    file: 'web/src/components/Header.tsx',
    find: 'flex items-center gap-4 bg-clay p-4 text-slip',
    put: 'flex items-center gap-4 bg-[#3b82f6] p-4 text-slip',
  },
  {
    rule: 'UI-001',
    what: 'a colour in a rule of the style sheet',
    file: 'web/src/index.css',
    find: 'border: 1px solid var(--clay);',
    put: 'border: 1px solid #d1d5db;',
  },
  {
    rule: 'UI-002',
    what: 'an indigo button',
    file: 'web/src/pages/LoginPage.tsx',
    find: '<button className="bg-clay px-4 py-2 text-slip">',
    put: '<button className="bg-indigo-600 px-4 py-2 text-white">',
    also: ['SLOP-001', 'UI-001'],
  },
  {
    rule: 'UI-002',
    what: 'a purple gradient on the header',
    file: 'web/src/components/Header.tsx',
    find: 'flex items-center gap-4 bg-clay p-4 text-slip',
    put: 'flex items-center gap-4 bg-gradient-to-r from-purple-500 to-indigo-600 p-4 text-white',
    also: ['SLOP-001', 'UI-001'],
  },
  {
    rule: 'UI-003',
    what: 'the theme falls back to Inter',
    file: 'web/tailwind.config.ts',
    find: `sans: ['Karla', 'sans-serif']`,
    put: `sans: ['Inter', 'sans-serif']`,
  },
  {
    rule: 'UI-003',
    what: 'the body is set in Arial',
    file: 'web/src/index.css',
    find: 'font-family: Karla, sans-serif;',
    put: 'font-family: Arial, Helvetica, sans-serif;',
  },
  {
    rule: 'UI-004',
    what: 'odd padding of a card',
    file: 'web/src/index.css',
    find: '  padding: 16px;',
    put: '  padding: 13px 18px;',
  },
  {
    rule: 'UI-004',
    what: 'an arbitrary gap',
    file: bookingsPage,
    find: 'className="card flex gap-4"',
    put: 'className="card flex gap-[7px]"',
  },
];
