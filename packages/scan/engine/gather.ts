import { fingerprint } from './findings/fingerprint.ts';
import type { RequestCounts } from './findings/coverage.ts';
import { crashOf, type FileScan, type FileFinding } from './file-scan.ts';
import type { RuleResult } from './incremental/cached-results.ts';
import type { RuleHead } from './rule.ts';
import type { ScanCrash, ScanFinding, ScanResult } from './findings/scan-result.ts';

/** Collects what rules say, once each, and what they could not do. */
export class Gathered {
  readonly #heads: ReadonlyMap<string, RuleHead>;
  readonly #findings = new Map<string, ScanFinding>();
  readonly #unresolved = new Map<string, ScanResult['unresolved'][number]>();
  readonly #crashes: ScanCrash[] = [];
  requests: RequestCounts | undefined;
  readonly #alike = new Map<string, number>();

  constructor(rules: readonly RuleHead[]) {
    this.#heads = new Map(rules.map((rule) => [rule.id, rule]));
  }

  /** Everything one file said. */
  add(file: string, { findings, crashes }: FileScan): void {
    for (const finding of findings) this.find(file, finding);
    this.#crashes.push(...crashes);
  }

  find(file: string, found: FileFinding): void {
    const { line, message, evidence, suppressed, proven } = found;
    const rule = this.#heads.get(found.rule);
    const place = `${found.rule}\n${file}\n${line}\n${message}`;
    if (rule === undefined || this.#findings.has(place)) return;
    const parts = { rule: rule.id, file, snippet: evidence === '' ? message : evidence };
    const first = fingerprint({ ...parts, occurrence: 0 });
    const occurrence = this.#alike.get(first) ?? 0;
    this.#alike.set(first, occurrence + 1);
    this.#findings.set(place, {
      rule: rule.id,
      family: rule.family,
      severity: proven === true ? (rule.harm ?? rule.severity) : rule.severity,
      confidence: rule.confidence,
      file,
      line,
      message,
      evidence,
      fix: rule.fix,
      fingerprint: occurrence === 0 ? first : fingerprint({ ...parts, occurrence }),
      suppressed,
      ...(proven === true ? { proven } : {}),
    });
  }

  /** Everything a rule over the whole project said, now or in an earlier scan. */
  repeat(rule: string, { found, unresolved, requests }: RuleResult): void {
    this.requests ??= requests;
    for (const [file, finding] of found) this.find(file, finding);
    for (const [what, count] of unresolved) this.unresolved(rule, what, count);
  }

  unresolved(rule: string, what: string, count = 1): void {
    const key = JSON.stringify([rule, what]);
    const before = this.#unresolved.get(key)?.count ?? 0;
    this.#unresolved.set(key, { rule, what, count: before + count });
  }

  crashed(rule: string, file: string, error: unknown): void {
    this.#crashes.push(crashOf(rule, file, error));
  }

  result(): Pick<ScanResult, 'findings' | 'unresolved' | 'crashes'> {
    const unresolved = [...this.#unresolved.values()];
    return { findings: [...this.#findings.values()], unresolved, crashes: this.#crashes };
  }
}
