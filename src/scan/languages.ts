/** Languages by the end of a file's name. What is not here is said to be unknown, not guessed. */
const byEnding: Readonly<Record<string, string>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'jsx',
  vue: 'vue',
  svelte: 'svelte',
  py: 'python',
  cs: 'csharp',
  java: 'java',
  go: 'go',
  css: 'css',
  scss: 'scss',
  less: 'less',
  html: 'html',
  htm: 'html',
  ejs: 'template',
  hbs: 'template',
  pug: 'template',
  cshtml: 'template',
  razor: 'template',
  env: 'dotenv',
  yaml: 'yaml',
  yml: 'yaml',
  json: 'json',
  jsonc: 'json',
  toml: 'toml',
  prisma: 'prisma',
  sql: 'sql',
  md: 'markdown',
  csproj: 'xml',
  xml: 'xml',
  properties: 'properties',
  ini: 'properties',
  cfg: 'properties',
  conf: 'properties',
};

export type Language = string;

/** undefined for a file of a language we do not read. */
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (name === 'dockerfile' || name.startsWith('dockerfile.')) return 'dockerfile';
  if (name === '.env' || name.startsWith('.env.')) return 'dotenv';
  if (name === '.gitignore') return 'gitignore';
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : byEnding[name.slice(dot + 1)];
}

/** Parsed by the TypeScript parser; of Vue and Svelte files the script. */
export function isCode(language: Language | undefined): boolean {
  return language !== undefined && CODE.has(language);
}

const CODE: ReadonlySet<string> = new Set(['typescript', 'tsx', 'javascript', 'jsx', 'vue', 'svelte']);

/** Whether it is a language in which programs are written that rules look at. */
export function isProgram(language: Language | undefined): boolean {
  return isCode(language) || (language !== undefined && PARSED.has(language));
}

const PARSED: ReadonlySet<string> = new Set(['python', 'csharp', 'java', 'go']);

/** Programming languages and the like that we know of by name and do not read. */
const foreign: Readonly<Record<string, string>> = {
  rb: 'Ruby',
  php: 'PHP',
  rs: 'Rust',
  kt: 'Kotlin',
  kts: 'Kotlin',
  swift: 'Swift',
  scala: 'Scala',
  dart: 'Dart',
  ex: 'Elixir',
  exs: 'Elixir',
  erl: 'Erlang',
  clj: 'Clojure',
  fs: 'F#',
  vb: 'Visual Basic',
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  hpp: 'C++',
  m: 'Objective-C',
  lua: 'Lua',
  pl: 'Perl',
  r: 'R',
  jl: 'Julia',
  hs: 'Haskell',
  ml: 'OCaml',
  zig: 'Zig',
  sol: 'Solidity',
  astro: 'Astro',
};

/** The name of a language that is written here but not read. */
export function foreignLanguage(path: string): string | undefined {
  return foreign[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
}
