import type * as ts from '../syntax/typescript/view.ts';

import type { RequestCounts } from './findings/coverage.ts';
import type { Severity } from './findings/severity.ts';
import type { SyntaxNode } from '../syntax/tree-sitter/syntax-node.ts';
import type { Family } from './families.ts';
import type { SecretDetection } from './secret-detection.ts';
import type { Language } from './files/languages.ts';
import type { CodeFile, ScannedFile } from './files/scanned-file.ts';
import type { Facts, FileFacts, ProjectFacts } from './facts.ts';
import type { MeasuredPrecision } from './findings/measured-precision.ts';

/** What is known of every rule without running it: the `rule.json` of its folder. */
export type RuleHead = {
  readonly id: string;
  readonly family: Family;
  /** What a finding deserves when it is right; `earnedSeverity` says what the rule may give. */
  readonly severity: Severity;
  /** One line: what it finds. */
  readonly title: string;
  /** Why that harms. */
  readonly why: string;
  /** What to do about it. */
  readonly fix: string;
  /** How sure a finding is, from what reading samples on real repositories showed. */
  readonly confidence: 'high' | 'medium';
  /** How often readers found it useful; none where it found nothing in the repositories they read. */
  readonly measured?: MeasuredPrecision;
  /** What makes a finding of it certain (`proven`); missing: nothing does. */
  readonly proves?: string;
  /** The severity of a proven finding, where `severity` is what the rule has earned. */
  readonly harm?: Severity;
};

/** A place in the file at hand. `proven`: the finding cannot be wrong, so that it has the severity of its harm and is no hint. */
export type FindingPlace = { readonly line: number; readonly evidence?: string; readonly proven?: true };

/** Called with what is wrong; the file, rule and severity are known. */
export type Report = (place: FindingPlace, message: string) => void;

/** Looks at text, where no parse is needed: styles, configuration, templates. */
export type TextCheck = {
  readonly kind: 'text';
  readonly applies: (file: ScannedFile) => boolean;
  readonly check: (file: ScannedFile, report: Report, secrets: SecretDetection | undefined) => void;
};

/** What a visitor sees of the file it walks through. */
export type Walk = {
  readonly file: CodeFile;
  /** The nodes around the one at hand, outermost first. */
  readonly ancestors: readonly ts.Node[];
  report(node: ts.Node, message: string): void;
  /** The 1-based line a node begins on. */
  line(node: ts.Node): number;
};

export type Visit = (node: ts.Node, walk: Walk) => void;

/** Looks at TypeScript and JavaScript, node by node, in the one walk all such rules share. */
export type CodeCheck = {
  readonly kind: 'code';
  readonly applies: (file: ScannedFile) => boolean;
  readonly visit: ReadonlyMap<ts.SyntaxKind, Visit>;
};

/** What a rule over the whole project could not make out, by kind: counted in the report, never a finding. */
export type ProjectReport = {
  find(path: string, place: FindingPlace, message: string): void;
  unresolved(what: string): void;
  /** Says how many requests the rule saw. */
  saw(requests: RequestCounts): void;
};

/** Looks at what was learned of one file, in whatever language it is written. */
export type FileCheck = {
  readonly kind: 'file';
  readonly check: (file: FileFacts, report: Report) => void;
};

/** Looks at what was learned of all files together. */
export type ProjectCheck = {
  readonly kind: 'project';
  readonly check: (project: ProjectFacts, report: ProjectReport) => void;
};

/** How code and the declarations of a library may disagree. */
export type LibraryFault = 'deprecated' | 'missing' | 'signature';

/** Looks at uses of libraries, by the declarations that are installed; one check of all of them serves these rules. */
export type LibraryRule = RuleHead & { readonly kind: 'library'; readonly fault: LibraryFault };

/** What a rule does: the `rule.ts` of its folder. */
export type RuleCheck = TextCheck | CodeCheck | FileCheck | ProjectCheck;
export type TextRule = RuleHead & TextCheck;
export type CodeRule = RuleHead & CodeCheck;
export type FileRule = RuleHead & FileCheck;
export type ProjectRule = RuleHead & ProjectCheck;
export type Rule = TextRule | CodeRule | FileRule | ProjectRule | LibraryRule;

/** Learns facts of one kind from the nodes of a file, in the same walk. */
export type FactFinder = {
  readonly applies: (file: ScannedFile) => boolean;
  readonly visit: ReadonlyMap<ts.SyntaxKind, (node: ts.Node, walk: FactWalk) => void>;
};

/** Learns facts from the text of a file, where no syntax tree is needed: styles, templates. */
export type TextFinder = {
  readonly applies: (file: ScannedFile) => boolean;
  readonly find: (file: ScannedFile, facts: Facts) => void;
};

/** Learns facts from the syntax tree of a language that is not parsed as TypeScript. */
export type SyntaxFinder = {
  readonly language: Language;
  readonly applies: (file: ScannedFile) => boolean;
  readonly find: (root: SyntaxNode, facts: Facts, file: ScannedFile) => void;
};

export type FactWalk = Pick<Walk, 'file' | 'ancestors' | 'line'> & {
  readonly facts: Facts;
  /** Notes what is wrong with a node for the rule that speaks of it. */
  flaw(rule: string, node: ts.Node, message: string): void;
};

/** Whether a file can be judged by it without the rest of the project. */
export function isNear(rule: Rule): boolean {
  return rule.kind !== 'project' && rule.kind !== 'library';
}
