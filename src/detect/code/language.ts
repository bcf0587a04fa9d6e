/** Languages whose comments, strings, tests and functions we can tell apart. */
export const languages = [
  'js',
  'python',
  'go',
  'java',
  'csharp',
  'rust',
  'ruby',
  'php',
  'swift',
  'c',
  'shell',
] as const;

export type Language = (typeof languages)[number];

const endings: Readonly<Record<Language, string>> = {
  js: 'js jsx ts tsx mjs cjs mts cts vue svelte astro',
  python: 'py pyi pyw',
  go: 'go',
  java: 'java kt kts scala groovy',
  csharp: 'cs',
  rust: 'rs',
  ruby: 'rb rake',
  php: 'php',
  swift: 'swift',
  c: 'c h cc cpp cxx hpp hh',
  shell: 'sh bash zsh bats',
};

const byEnding = new Map(
  languages.flatMap((language) => endings[language].split(' ').map((ending) => [ending, language] as const)),
);

/** The language of a file by the end of its name; undefined for one we do not read. */
export function languageOf(path: string): Language | undefined {
  return byEnding.get(/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
}
