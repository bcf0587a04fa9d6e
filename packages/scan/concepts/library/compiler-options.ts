import ts from 'typescript-api';

import type { Installed } from './installed.ts';

/** How a part of the project is compiled. */
export type Settings = {
  readonly options: ts.CompilerOptions;
  /** The project says how it is checked; without that much that is fine would look wrong. */
  readonly isOwn: boolean;
};

/** Used where nothing is said: what bundlers and runtimes of today take. */
const usual: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  esModuleInterop: true,
  strict: false,
};

/** Whatever a project says, nothing is written, and no more is read than must be. */
const always: ts.CompilerOptions = {
  noEmit: true,
  composite: false,
  incremental: false,
  declaration: false,
  skipLibCheck: true,
  allowJs: true,
  maxNodeModuleJsDepth: 0,
  plugins: [],
};

const NEAREST = ['tsconfig.json', 'jsconfig.json'];

/** The file that says how the files of a folder are compiled. */
export function configOf(installed: Installed, folder: string): string | undefined {
  for (let at = folder === '/' ? '' : folder; ; at = at.slice(0, at.lastIndexOf('/'))) {
    for (const name of NEAREST) if (installed.isFile(`${at}/${name}`)) return `${at}/${name}`;
    if (at === '') return undefined;
  }
}

export function settingsOf(installed: Installed, config: string | undefined): Settings {
  const read = config === undefined ? undefined : readConfig(installed, config);
  if (read === undefined) return { options: { ...usual, ...always, checkJs: true }, isOwn: false };
  const { options, isSolution } = read;
  const own = options;
  return {
    options: { ...(isSolution ? usual : {}), ...own, ...always, checkJs: own.checkJs ?? true },
    isOwn: !config?.endsWith('jsconfig.json') && !isSolution,
  };
}

type Read = { readonly options: ts.CompilerOptions; readonly isSolution: boolean };

function readConfig(installed: Installed, path: string, steps = 0): Read | undefined {
  const text = installed.read(path);
  if (text === undefined) return undefined;
  const { config } = ts.parseConfigFileTextToJson(path, text) as { readonly config?: Config };
  if (config === undefined) return undefined;
  const folder = path.slice(0, path.lastIndexOf('/')) || '/';
  // A file that only names others: the one for what is shipped says how it is compiled.
  const isSolution = config.files?.length === 0 && config.references !== undefined;
  const inner = isSolution && steps < 3 ? shipped(config.references ?? [], folder, installed) : undefined;
  const followed = inner === undefined ? undefined : readConfig(installed, inner, steps + 1);
  if (followed !== undefined) return followed;
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: true,
    fileExists: (each) => installed.isFile(each),
    readFile: (each) => installed.read(each),
    readDirectory: () => [],
  };
  const { options } = ts.parseJsonConfigFileContent(config, host, folder, undefined, path);
  return { options, isSolution };
}

type Config = {
  readonly files?: readonly string[];
  readonly references?: readonly { readonly path?: string }[];
};

function shipped(
  references: NonNullable<Config['references']>,
  folder: string,
  installed: Installed,
): string | undefined {
  const root = folder === '/' ? '' : folder;
  const paths = references
    .map(({ path }) => path)
    .filter((path) => typeof path === 'string')
    .map((path) => `${root}/${path.replace(/^\.\//, '')}`)
    .map((path) => (path.endsWith('.json') ? path : `${path}/tsconfig.json`))
    .filter((path) => installed.isFile(path));
  return paths.find((path) => /\bapp\b/.test(path)) ?? paths[0];
}
