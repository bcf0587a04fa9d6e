import type { Mutation } from '../mutation.ts';

const vehiclesHtml = 'apps/web/src/app/vehicles/vehicles.component.html';
const vehiclesScss = 'apps/web/src/app/vehicles/vehicles.component.scss';
const tripsHtml = 'apps/web/src/app/trips/trips.component.html';
const styles = 'apps/web/src/styles.scss';

export const mutations: readonly Mutation[] = [
  // UI, SLOP
  {
    rule: 'UI-001',
    what: 'a hex border in a component style',
    file: vehiclesScss,
    find: 'border-left: 4px solid var(--brand);',
    put: 'border-left: 4px solid #2563eb;',
  },
  {
    rule: 'UI-001',
    what: 'a style attribute in a template',
    file: vehiclesHtml,
    find: '<em>in the workshop</em>',
    put: '<em style="color: #dc2626">in the workshop</em>',
  },
  {
    rule: 'UI-001',
    what: 'rgb in a component style',
    file: vehiclesScss,
    find: '  display: flex;',
    put: '  display: flex;\n  background: rgb(240, 240, 240);',
  },
  {
    rule: 'UI-002',
    what: 'the brand becomes indigo',
    file: styles,
    find: '$brand: #0b6e4f;',
    put: '$brand: #6366f1;',
    also: ['SLOP-001'],
  },
  {
    rule: 'UI-002',
    what: 'the brand variable is violet',
    file: styles,
    find: '  --brand: #{$brand};',
    put: '  --brand: #8b5cf6;',
    also: ['SLOP-001'],
  },
  {
    rule: 'UI-003',
    what: 'the font becomes Roboto',
    file: styles,
    find: `--font: 'Archivo', sans-serif;`,
    put: `--font: 'Roboto', sans-serif;`,
  },
  {
    rule: 'UI-003',
    what: 'the body has the font of the system',
    file: styles,
    find: `font-family: var(--font);`,
    put: `font-family: system-ui, -apple-system, 'Segoe UI', sans-serif;`,
  },
  { rule: 'UI-004', what: 'a gap of 7', file: vehiclesScss, find: 'gap: 8px;', put: 'gap: 7px;' },
  {
    rule: 'UI-004',
    what: 'a margin of 15 in a style attribute',
    file: tripsHtml,
    find: '<p role="alert">',
    put: '<p role="alert" style="margin-top: 15px">',
  },
];
