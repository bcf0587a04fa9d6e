import { byWord, wordSet } from '../words.ts';

/** Languages by the end of a file's name. What is not here is said to be unknown, not guessed. */
const byEnding = byWord({
  typescript: 'ts mts cts',
  tsx: 'tsx',
  javascript: 'js mjs cjs',
  jsx: 'jsx',
  vue: 'vue',
  svelte: 'svelte',
  python: 'py',
  csharp: 'cs',
  java: 'java',
  go: 'go',
  css: 'css',
  scss: 'scss',
  less: 'less',
  html: 'html htm',
  template: 'ejs hbs pug cshtml razor',
  dotenv: 'env',
  yaml: 'yaml yml',
  json: 'json jsonc',
  toml: 'toml',
  prisma: 'prisma',
  sql: 'sql',
  markdown: 'md',
  xml: 'csproj xml',
  properties: 'properties ini cfg conf',
});

export type Language = string;

/** undefined for a file of a language we do not read. */
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (name === 'dockerfile' || name.startsWith('dockerfile.')) return 'dockerfile';
  if (name === '.env' || name.startsWith('.env.')) return 'dotenv';
  if (name === '.gitignore') return 'gitignore';
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : byEnding.get(name.slice(dot + 1));
}

/** Parsed by the TypeScript parser; of Vue and Svelte files the script. */
export function isCode(language: Language | undefined): boolean {
  return language !== undefined && CODE.has(language);
}

const CODE = wordSet('typescript tsx javascript jsx vue svelte');

/** Whether it is a language in which programs are written that rules look at. */
export function isProgram(language: Language | undefined): boolean {
  return isCode(language) || (language !== undefined && PARSED.has(language));
}

const PARSED = wordSet('python csharp java go');

/** Programming languages and the like that we know of by name and do not read. */
const foreign = byWord({
  Ruby: 'rb',
  PHP: 'php',
  Rust: 'rs',
  Kotlin: 'kt kts',
  Swift: 'swift',
  Scala: 'scala',
  Dart: 'dart',
  Elixir: 'ex exs',
  Erlang: 'erl',
  Clojure: 'clj',
  'F#': 'fs',
  'Visual Basic': 'vb',
  C: 'c h',
  'C++': 'cc cpp hpp',
  'Objective-C': 'm',
  Lua: 'lua',
  Perl: 'pl',
  R: 'r',
  Julia: 'jl',
  Haskell: 'hs',
  OCaml: 'ml',
  Zig: 'zig',
  Solidity: 'sol',
  Astro: 'astro',
});

/** The name of a language that is written here but not read. */
export function foreignLanguage(path: string): string | undefined {
  return foreign.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}
