import fc from 'fast-check';
import { expect, test } from 'vitest';

import { memoryTree } from '../../../../test/support/memory-tree.ts';
import { allFinders, allRules } from '../../registry.generated.ts';
import { scanTree } from '../../engine/scan-tree.ts';
import { colourOf } from './colours.ts';
import { readDesign } from './declared-design.ts';

const hex = fc
  .array(fc.constantFrom(...Array.from({ length: 16 }, (_, index) => index.toString(16))), {
    minLength: 6,
    maxLength: 6,
  })
  .map((letters) => `#${letters.join('')}`);
const font = fc.constantFrom('Space Grotesk', 'Lora', 'Source Sans 3', 'IBM Plex Sans', 'Inter');
const px = fc.integer({ min: 1, max: 24 }).map((steps) => steps * 4);
const design = fc.record({
  colours: fc.uniqueArray(hex, { minLength: 1, maxLength: 4 }),
  fonts: fc.uniqueArray(font, { minLength: 1, maxLength: 2 }),
  distances: fc.uniqueArray(px, { minLength: 3, maxLength: 6 }),
});

type Design = { readonly colours: string[]; readonly fonts: string[]; readonly distances: number[] };

const forms: Readonly<Record<string, (of: Design) => string>> = {
  list: ({ colours, fonts, distances }) =>
    `# Look\n## Color System\n${colours.map((each, index) => `- Colour ${index}: ${each.toUpperCase()}`).join('\n')}
## Typography\n${fonts.map((each) => `- Heading font: **${each}** (700)`).join('\n')}
## Spacing\nScale: ${distances.join(', ')}\n`,
  table: ({ colours, fonts, distances }) =>
    `## Colours\n| Role | Value |\n|---|---|\n${colours.map((each) => `| Primary | \`${each}\` |`).join('\n')}
## Fonts\n| Role | Family |\n|---|---|\n${fonts.map((each) => `| Body | "${each}" |`).join('\n')}
## Spacing\n| Name | Size |\n|---|---|\n${distances.map((each) => `| md | ${each}px |`).join('\n')}\n`,
  yaml: ({ colours, fonts, distances }) =>
    `colors:\n${colours.map((each, index) => `  c${index}: '${each}'`).join('\n')}
fonts:\n${fonts.map((each) => `  body: ${each}`).join('\n')}
spacing:\n${distances.map((each) => `  - ${each}`).join('\n')}\n`,
};

test.each(Object.entries(forms))(
  'TEAM-29 a design written as %s is read back, and nothing else',
  (_, write) => {
    fc.assert(
      fc.property(design, (of) => {
        const read = readDesign(write(of));
        expect([...read.colours].toSorted()).toEqual(of.colours.toSorted());
        expect([...read.fonts].toSorted()).toEqual(of.fonts.map((each) => each.toLowerCase()).toSorted());
        expect(read.distances).toEqual(new Set(of.distances));
      }),
    );
  },
);

test('TEAM-29 what a design forbids is not declared', () => {
  fc.assert(
    fc.property(hex, font, (colour, family) => {
      const read = readDesign(
        `## Typography\n- Never use ${family}\n## Anti-patterns\n- purple gradients (${colour})\n- Font: ${family}\n`,
      );
      expect([read.colours.size, read.fonts.size, read.hues.size]).toEqual([0, 0, 0]);
    }),
  );
});

test('TEAM-29 any text is read without failing', () => {
  const unit = fc.constantFrom(
    '#',
    'a',
    ':',
    '|',
    '-',
    '\n',
    '4',
    'px',
    ' ',
    '"',
    'Font: ',
    '## Spacing',
    '{',
    'base',
  );
  fc.assert(fc.property(fc.string({ unit, maxLength: 80 }), (text) => readDesign(text).colours.size >= 0));
});

test('TEAM-29 a grid is declared by its step', () => {
  for (const said of ['8px grid', 'Base unit: 8px', 'multiples of 8', '8-point grid, base 8px'])
    expect(readDesign(`## Spacing\n${said}\n`).step).toBe(8);
});

test('TEAM-03 one colour has one form, however it is written', () => {
  fc.assert(
    fc.property(hex, (colour) => {
      const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
      expect(colourOf(`rgb(${r}, ${g}, ${b})`)).toBe(colour);
      expect(colourOf(`rgb(${r} ${g} ${b} / 100%)`)).toBe(colour);
      expect(colourOf(`${colour.toUpperCase()}FF`)).toBe(colour);
    }),
  );
  expect(colourOf('hsl(120, 100%, 25%)')).toBe('#008000');
});

const UI = allRules.filter(({ family }) => family === 'ui');

function found(files: Readonly<Record<string, string>>, designFile?: string): readonly string[] {
  const tree = memoryTree(new Map(Object.entries(files)));
  const { findings, crashes } = scanTree(tree, { rules: UI, finders: allFinders, designFile });
  expect(crashes).toEqual([]);
  return findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`).toSorted();
}

const declared = `# Interface
## Colors
- Primary: #0E7C66
- Accent: rose-500
## Typography
- Headings: Lora
## Spacing
Base unit: 8px
`;

const page = {
  'src/a.css': `.a { color: #0e7c66; padding: 16px; font-family: Lora, serif; }
.b { color: #123456; padding: 12px; font-family: Inter, sans-serif; }
`,
  'src/theme.css': ':root { --brand: #654321; }\n',
  'src/B.tsx': `export const B = () => <b className="bg-rose-500 text-white p-2">x</b>;
export const C = () => <b className="bg-indigo-600 text-white p-3">x</b>;
`,
};

const judged = [
  'UI-001 src/a.css:2',
  'UI-001 src/theme.css:1',
  'UI-002 src/B.tsx:2',
  'UI-003 src/a.css:2',
  'UI-004 src/B.tsx:2',
  'UI-004 src/a.css:2',
];

test('TEAM-29 colours, fonts and distances are held against UI_REQUIREMENTS.md instead of the fixed lists', () => {
  expect(found({ ...page, 'UI_REQUIREMENTS.md': declared })).toEqual(judged);
});

test('TEAM-29 the file that settings name is the one that counts', () => {
  const other = { 'docs/look.md': declared, 'UI_REQUIREMENTS.md': '## Colors\n- Primary: #123456\n' };
  expect(found({ ...page, ...other }, 'docs/look.md')).toEqual(judged);
});

test('TEAM-29 a named file that is not there or declares nothing is said, and the fixed lists hold', () => {
  for (const files of [page, { ...page, 'look.md': '# To be written\n' }]) {
    const tree = memoryTree(new Map(Object.entries(files)));
    const { unresolved, findings } = scanTree(tree, {
      rules: UI,
      finders: allFinders,
      designFile: 'look.md',
    });
    expect(unresolved.map(({ what }) => what)).toEqual([
      'look.md' in files
        ? 'design files without colours, fonts or spacing (look.md)'
        : 'unreadable design files (look.md)',
    ]);
    expect(findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`)).toContain('UI-001 src/a.css:1');
  }
});
