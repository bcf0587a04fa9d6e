import { fingerprint } from '../model/fingerprint.ts';
import type { RuleHead } from './rule.ts';
import type { ScanCrash, ScanFinding, ScanResult } from './scan-result.ts';
import { suppressionAt } from './suppressions.ts';

type Found = {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly evidence: string;
  /** The text of the file, for suppressions in it. */
  readonly text: string;
};

/** Collects what rules say, once each, and what they could not do. */
export class Gathered {
  readonly #findings = new Map<string, ScanFinding>();
  readonly #unresolved = new Map<string, number>();
  readonly #crashes: ScanCrash[] = [];
  readonly #alike = new Map<string, number>();

  find(rule: RuleHead, found: Found): void {
    const { file, line, message, evidence, text } = found;
    const place = `${rule.id}\n${file}\n${line}\n${message}`;
    if (this.#findings.has(place)) return;
    const parts = { rule: rule.id, file, snippet: evidence === '' ? message : evidence };
    const first = fingerprint({ ...parts, occurrence: 0 });
    const occurrence = this.#alike.get(first) ?? 0;
    this.#alike.set(first, occurrence + 1);
    this.#findings.set(place, {
      rule: rule.id,
      family: rule.family,
      severity: rule.severity,
      confidence: rule.confidence,
      file,
      line,
      message,
      evidence,
      fix: rule.fix,
      fingerprint: occurrence === 0 ? first : fingerprint({ ...parts, occurrence }),
      suppressed: suppressionAt(text, line, rule.id),
    });
  }

  unresolved(rule: string, what: string): void {
    const key = JSON.stringify([rule, what]);
    this.#unresolved.set(key, (this.#unresolved.get(key) ?? 0) + 1);
  }

  crashed(rule: string, file: string, error: unknown): void {
    const because = error instanceof Error ? error.message : String(error);
    this.#crashes.push({ rule, file, because: because.slice(0, 300) });
  }

  result(): Pick<ScanResult, 'findings' | 'unresolved' | 'crashes'> {
    const unresolved = [...this.#unresolved].map(([key, count]) => {
      const [rule = '', what = ''] = JSON.parse(key) as readonly string[];
      return { rule, what, count };
    });
    return { findings: [...this.#findings.values()], unresolved, crashes: this.#crashes };
  }
}
