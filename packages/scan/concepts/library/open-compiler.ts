import ts from 'typescript-api';

import type { Installed } from './installed.ts';

/** Where the declarations of the language stand, in a world in which nothing else can. */
const STANDARD = '/.standard';

/** The compiler's own view of some files of a project and of all they import. */
export function openService(
  installed: Installed,
  roots: readonly string[],
  options: ts.CompilerOptions,
  folder: string,
): ts.LanguageService {
  const read = (path: string): string | undefined =>
    path.startsWith(`${STANDARD}/`)
      ? installed.standard(path.slice(STANDARD.length + 1))
      : installed.read(path);
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...roots],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (each) => `${STANDARD}/${ts.getDefaultLibFileName(each)}`,
    useCaseSensitiveFileNames: () => true,
    fileExists: (path) =>
      path.startsWith(`${STANDARD}/`) ? read(path) !== undefined : installed.isFile(path),
    readFile: read,
    directoryExists: (path) => path === STANDARD || installed.isFolder(path),
    getDirectories: (path) => [...installed.foldersIn(path)],
    realpath: (path) => (path.startsWith(STANDARD) ? path : installed.real(path)),
  };
  return ts.createLanguageService(host);
}
