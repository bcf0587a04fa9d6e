import type { Language } from './files/languages.ts';
import type { Suppression } from './findings/suppressions.ts';

/**
 * What a scan remembers of one file for the rules over the whole project, by kind. Plain data: it is cached. Each concept
 * declares its kinds beside its types (`declare module`), so this file knows none of them.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Facts {}

export type FileFacts = Facts & {
  readonly path: string;
  readonly language: Language;
  readonly isTest: boolean;
  readonly isSide: boolean;
  readonly suppressions: readonly Suppression[];
  /** Its first line says what runs it. */
  readonly isScript?: true;
};

/** The project as rules over all of it see it. */
export type ProjectFacts = {
  readonly files: ReadonlyMap<string, FileFacts>;
  /** Every file there is, looked at or not. */
  readonly paths: ReadonlySet<string>;
  /** The file that settings name as the one that declares the design. */
  readonly designFile?: string | undefined;
  /** The text of a file that was looked at; undefined for any other. */
  text(path: string): string | undefined;
};
