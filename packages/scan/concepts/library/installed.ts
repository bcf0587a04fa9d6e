/**
 * What a project has installed: the declarations of its libraries, of the language, and the files they are read with.
 * Paths are absolute and POSIX, but of a world in which the repository is the root: nothing outside of it is there.
 */
export type Installed = {
  /** The folder that is looked at: `/`, or `/apps/web` of a larger repository. */
  readonly folder: string;
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  /** The names of the folders in a folder. */
  foldersIn(path: string): readonly string[];
  /** The names of the files in a folder. */
  filesIn(path: string): readonly string[];
  /** Folders with Python packages, under names of ours: `/site-packages`. A virtual environment in the repository goes first. */
  python(): readonly string[];
  /** The text of a file; undefined where there is none that can be read. */
  read(path: string): string | undefined;
  /** The path without links; the path itself where a link leads out. */
  real(path: string): string;
  /** The declarations that come with the language, by the name of their file: `lib.es2023.d.ts`. */
  standard(name: string): string | undefined;
};
