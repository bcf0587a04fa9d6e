// State that outlives a branch: what the setup or a check of one ticket writes must not be there for another one. Each place
// is first shown to be found by whoever comes next where nobody throws anything away.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { AttackedRun, isConfined } from '../../attacks/attacked-run.ts';

/** Places as a shell says them, seen from the top of a checkout. */
const places: Readonly<Record<string, string>> = {
  'a cache of packages': '${npm_config_cache:-$HOME/.npm}/mark',
  'the settings of a package manager': '$HOME/.npmrc',
  'the settings of a tool': '$HOME/.config/tool/mark',
  'a cache of tools in the home directory': '$HOME/.cache/tool/mark',
  'a cache of tools beside the dependencies': 'node_modules/.cache/mark',
  'a dependency': 'node_modules/deep/mark.js',
  'a file that git ignores': 'made/mark',
  'a temporary file': '${TMPDIR:-/tmp}/mark',
  'a file beside the checkout': '../mark',
};
const all = Object.values(places);

const plant = `for place in ${all.map((place) => `"${place}"`).join(' ')}; do
  mkdir -p "\${place%/*}" && echo fund=false >>"$place" || echo "not written: $place"
done 2>&1
exit 0
`;
const look = `${all.map((place) => `if [ -e "${place}" ]; then echo 'found ${place}'; fi`).join('\n')}\n`;

/** Two levels deeper than packages are looked for, so that no key of a setup knows its manifest. */
const deep = 'packages/a/b/deep';
const manifest = { name: 'shop', version: '1.0.0', private: true, workspaces: [deep] };
const lock = (note: string): string =>
  `${JSON.stringify({
    name: 'shop',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    note,
    packages: {
      '': { name: 'shop', version: '1.0.0', workspaces: [deep], hasInstallScript: true },
      'node_modules/deep': { resolved: deep, link: true },
      [deep]: { name: 'deep', version: '1.0.0', hasInstallScript: true },
    },
  })}\n`;
const inner = (scripts: Readonly<Record<string, string>>): string =>
  JSON.stringify({ name: 'deep', version: '1.0.0', scripts });

/** Wrong work, whose setup and whose code leave something in every place. */
const hostile = `printf '%s' '${lock('new')}' >package-lock.json
  printf '%s' '${inner({ postinstall: 'cd ../../../.. && sh ./plant.sh' })}' >${deep}/package.json
  printf '%s' '${plant.replaceAll("'", `'\\''`)}' >plant.sh
  printf '%s\\n' "require('child_process').execSync('sh ./plant.sh');" 'exports.add = (a, b) => a - b;' >add.js
  git add -A; git commit -qm W`;
/** Right work, which needs the same dependencies. */
const honest = `printf '%s' '${lock('new')}' >package-lock.json; echo x >parts/R.txt; git add -A; git commit -qm R`;

let epic: AttackedRun;
/** What the next one sees where nobody throws anything away. */
let naive: string;
beforeAll(async () => {
  epic = new AttackedRun(
    {
      config: { limits: { maxParallel: 1, maxVerify: 1, maxRevisions: 0, agentTimeout: '2m', stall: '2m' } },
      files: {
        '.gitignore': 'node_modules\nmade\n',
        'package.json': JSON.stringify(manifest),
        'package-lock.json': lock('old'),
        [`${deep}/package.json`]: inner({}),
        'add.js': 'exports.add = (a, b) => a + b;\n',
        'check.js': "require('./add.js').add(1, 2) === 3 || process.exit(1);\n",
        'look.sh': look,
      },
      epic: {
        setup: { run: ['npm ci --no-audit --no-fund'], timeout: '2m' },
        verify: [
          { id: 'adds', run: 'node check.js', timeout: '1m' },
          {
            id: 'looks',
            run: 'test -d node_modules && sh look.sh && test -z "$(sh look.sh)"',
            timeout: '1m',
          },
        ],
      },
      tickets: ['W', 'R'].map((id) => ({ id, mayChange: ['package-lock.json', 'packages/**', 'plant.sh'] })),
      playbook: ['W', 'R'].map((ticket) => ({ role: 'developer' as const, ticket, shell: 'true' })),
    },
    { 'W-0': () => hostile, 'R-0': () => honest },
  );
  await epic.run();
  const clone = epic.naively(`HOME=$PWD.home; ${hostile}; npm ci --no-audit --no-fund; node check.js`);
  naive = epic.sh(`HOME=$PWD.home; ${look}`, clone);
}, 300_000);
afterAll(() => epic.remove());

/** What the check that looks around has printed for a ticket. */
function seenBy(ticket: string): string {
  const [run] = epic.runs(ticket, 'validate');
  const { cells } = epic.record(run?.run ?? 0, 'validation') as {
    cells: readonly { check: string; log: string }[];
  };
  return cells.flatMap(({ check, log }) => (check === 'looks' ? [log] : [])).join('\n');
}

describe.skipIf(!isConfined)('the next ticket', () => {
  test.each(Object.entries(places))(
    'EVID-04 finds %s where nobody throws it away, and not here',
    (_, place) => {
      expect(naive).toContain(`found ${place}`);
      expect(epic.of('W', 'validation_failed').length).toBe(1);
      expect(seenBy('R')).not.toContain(`found ${place}`);
    },
  );

  test('EVID-04 lands right work that needs what a refused ticket has set up', () => {
    expect({ landed: epic.landed(), said: epic.complaints('R').match(/found [^\\"]+/g) }).toEqual({
      landed: ['R'],
      said: null,
    });
  });

  test('EVID-04 the user finds nothing in the home directory', () => {
    expect(() => readFileSync(join(epic.folder, 'home', '.npmrc'))).toThrow('ENOENT');
  });
});
