// One tool of the runner kit, as data: a small repository and three changes to it.

/** Files by path; null removes one. */
export type Files = Readonly<Record<string, string | null>>;

/** `setup` of gauntlet.yaml. */
export type KitSetup = {
  readonly run?: readonly string[];
  readonly copy?: readonly string[];
  readonly link?: readonly string[];
};

export type Tool = {
  readonly name: string;
  /** The base commit, without its lockfile: the kit makes that when it installs. */
  readonly files: Readonly<Record<string, string>>;
  /** Installs the packages of the manifests among `files`; null where there are none. */
  readonly installer: 'npm' | 'pnpm' | 'npx pnpm' | 'yarn' | null;
  /** Packages of this repository that are put into the checkout. */
  readonly own?: readonly string[];
  readonly setup: KitSetup;
  readonly check: string;
  /** Tests that run at base. The honest change adds one. null: the tool runs no tests, or does not say how many. */
  readonly tests: number | null;
  /** Adds something, with its test where the tool runs tests. */
  readonly honest: Files;
  /** Breaks something that the check covers. */
  readonly broken: Files;
  /** Removes the part of the check that notices `broken`. */
  readonly removed: Files;
  /** Ends the process while its tests run, with exit code 0; missing where the tool runs no tests. */
  readonly early?: Files;
  /** A command that has to succeed on this machine; the kit skips the tool where it fails. */
  readonly needs?: string;
};

/** The id of the only check of every repository of the kit. */
export const CHECK = 'kit-check';

export function manifest(parts: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ name: 'kit', version: '1.0.0', private: true, ...parts }, undefined, 2)}\n`;
}

/** Dependencies that are already installed in the checkout. */
export const linked: KitSetup = { link: ['node_modules'] };
export const copied: KitSetup = { copy: ['node_modules'] };
/** Dependencies that every workspace installs. */
export const npmCi: KitSetup = { run: ['npm ci --prefer-offline --no-audit --no-fund'] };
/** For packages with parts for other machines, which a mirror of the registry may lack: `npm ci` refuses their lockfile. */
export const npmInstall: KitSetup = { run: ['npm install --prefer-offline --no-audit --no-fund'] };

/** Something to test: a function, a call of it and the right result. */
type Subject = {
  readonly name: 'sum' | 'greet' | 'product';
  readonly title: string;
  readonly body: string;
  readonly call: string;
  readonly result: string;
};

export const sum: Subject = {
  name: 'sum',
  title: 'adds',
  body: '(a, b) => a + b',
  call: 'sum(1, 2)',
  result: '3',
};
export const wrongSum: Subject = { ...sum, body: '(a, b) => a - b' };
export const endingSum: Subject = { ...sum, body: '() => process.exit(0)' };
export const greet: Subject = {
  name: 'greet',
  title: 'greets',
  body: '(name) => `hello ${name}`',
  call: "greet('Ada')",
  result: "'hello Ada'",
};
export const product: Subject = {
  name: 'product',
  title: 'multiplies',
  body: '(a, b) => a * b',
  call: 'product(2, 3)',
  result: '6',
};

/** How the sources and tests of a repository are written. */
export type Style = {
  readonly sourceOf: (subject: Subject) => readonly [path: string, text: string];
  readonly testOf: (subject: Subject) => readonly [path: string, text: string];
};

type Tested = Pick<Tool, 'files' | 'honest' | 'broken' | 'removed' | 'tests' | 'early'>;

/** Two functions with a test each; the honest change adds a third, the broken ones break the first. */
export function testedBy({ sourceOf, testOf }: Style): Tested {
  return {
    files: Object.fromEntries([sum, greet].flatMap((subject) => [sourceOf(subject), testOf(subject)])),
    honest: Object.fromEntries([sourceOf(product), testOf(product)]),
    broken: Object.fromEntries([sourceOf(wrongSum)]),
    removed: { [testOf(sum)[0]]: null },
    early: Object.fromEntries([sourceOf(endingSum)]),
    tests: 2,
  };
}

export const commonJs: Style['sourceOf'] = ({ name, body }) => [
  `src/${name}.js`,
  `exports.${name} = ${body};\n`,
];
export const modules: Style['sourceOf'] = ({ name, body }) => [
  `src/${name}.js`,
  `export const ${name} = ${body};\n`,
];

export const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

/** The same repository with a manifest, and `npm test` as its check. */
export function withPackages(
  tested: Tested,
  parts: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, string>> = {},
): Omit<Tool, 'name' | 'setup'> {
  return {
    ...tested,
    files: {
      ...tested.files,
      ...more,
      'package.json': manifest(parts),
      '.gitignore': 'node_modules\n.tap\n',
    },
    installer: 'npm',
    check: 'npm test',
  };
}

/** Tests in the words of Jest, which Vitest has too. */
export const expecting = (opening: readonly string[], path: (name: string) => string): Style['testOf'] => {
  return ({ name, title, call, result }) => [
    path(name),
    lines(
      ...opening.map((line) => line.replaceAll('NAME', name)),
      '',
      `test('${title}', () => {`,
      `  expect(${call}).toBe(${result});`,
      '});',
    ),
  ];
};
