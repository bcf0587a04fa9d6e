import type { FileFacts } from './facts.ts';
import type { FindingPlace, Report } from './rule.ts';
import type { ScanCrash, ScanFinding } from './findings/scan-result.ts';
import { lineText, type ScannedFile } from './files/scanned-file.ts';
import { suppressionAt } from './findings/suppressions.ts';

/** A finding before all files are put together. */
export type FileFinding = Pick<ScanFinding, 'rule' | 'line' | 'message' | 'evidence' | 'suppressed'> &
  Pick<FindingPlace, 'proven'>;

/** The result of scanning one file by itself. Plain data that goes through JSON unchanged: it is cached between scans. */
export type FileScan = {
  /** Why it was not scanned; null when it was. */
  readonly left: string | null;
  readonly findings: readonly FileFinding[];
  readonly crashes: readonly ScanCrash[];
  /** How many tests it has; facts keep only those that may check nothing. */
  readonly tests: number;
  readonly facts: FileFacts | null;
};

/** Where facts and findings of a file go. */
export type Learning = { readonly facts: FileFacts; readonly notes: FileNotes };

/** Collects what rules say of one file, and which of them failed. */
export class FileNotes {
  readonly #file: ScannedFile;
  readonly findings: FileFinding[] = [];
  readonly crashes: ScanCrash[] = [];

  constructor(file: ScannedFile) {
    this.#file = file;
  }

  find(rule: string, place: Pick<FileFinding, 'line' | 'evidence' | 'proven'>, message: string): void {
    const suppressed = suppressionAt(this.#file.text, place.line, rule);
    this.findings.push({ rule, ...place, message, suppressed });
  }

  /** Lets a rule report on the file; one that fails is noted, and the others go on. */
  judge(rule: string, check: (report: Report) => void): void {
    try {
      check(({ evidence, ...place }, message) =>
        this.find(rule, { ...place, evidence: evidence ?? lineText(this.#file.text, place.line) }, message),
      );
    } catch (error) {
      this.crashed(rule, error);
    }
  }

  crashed(rule: string, error: unknown): void {
    this.crashes.push(crashOf(rule, this.#file.path, error));
  }
}

export function crashOf(rule: string, file: string, error: unknown): ScanCrash {
  const because = error instanceof Error ? error.message : String(error);
  return { rule, file, because: because.slice(0, 300) };
}
