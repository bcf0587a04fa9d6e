import * as ts from '../syntax/typescript/view.ts';

import type { FileFacts } from './facts.ts';
import { addFlaw } from './flaws.ts';
import type { FileNotes, Learning } from './file-scan.ts';
import { parseCode, walk } from '../syntax/typescript/parse-code.ts';
import type { CodeRule, FactFinder, FactWalk, Rule, Walk } from './rule.ts';
import { type CodeFile, lineAt, lineText, type ScannedFile } from './files/scanned-file.ts';

/**
 * Lets all rules and fact finders look at a file's syntax tree in one walk. It is made once for all files: what is
 * prepared here for every visitor would otherwise be prepared again for every file.
 */
export class CodeWalker {
  readonly #seats: readonly Seat[];
  readonly #ancestors: ts.Node[] = [];
  readonly #asked: Asked[][] = [];

  constructor(rules: readonly Rule[], finders: readonly FactFinder[]) {
    const codes = rules.filter((rule): rule is CodeRule => rule.kind === 'code');
    this.#seats = [
      ...codes.map((rule) => new Seat(rule.id, rule, this.#ancestors)),
      ...finders.map((finder) => new Seat('facts', finder, this.#ancestors)),
    ];
  }

  /** Parses the file if anybody wants it parsed. */
  walk(file: ScannedFile, { facts, notes }: Learning): void {
    try {
      const interested = this.#seats.filter((seat) => seat.wants(file));
      if (interested.length === 0) return;
      this.#ancestors.length = 0;
      const asked = this.#asked;
      asked.forEach((list) => (list.length = 0));
      const code = parseCode(file);
      for (const seat of interested) {
        seat.sit({ file: code, facts, notes });
        for (const each of seat.visits) (asked[each.kind] ??= []).push(each);
      }
      walk(code.source, this.#ancestors, (node) => {
        const list = asked[node.kind];
        if (list === undefined) return;
        for (let at = 0; at < list.length; at += 1) {
          const each = list[at];
          each?.seat.show(each.visit, node);
        }
      });
    } catch (error) {
      notes.crashed('parse', error);
    }
  }
}

type Sitting = { readonly file: CodeFile; readonly facts: FileFacts; readonly notes: FileNotes };

type Visiting = (node: ts.Node, walk: Walk & FactWalk) => void;

type Asked = { readonly kind: ts.SyntaxKind; readonly seat: Seat; readonly visit: Visiting };

/** The place of one rule or finder in the walk. One that fails is not asked again about this file; the others go on. */
class Seat {
  readonly visits: readonly Asked[];
  readonly #id: string;
  readonly #of: CodeRule | FactFinder;
  readonly #ancestors: readonly ts.Node[];
  #walk: (Walk & FactWalk) | undefined;
  #notes: FileNotes | undefined;

  constructor(id: string, of: CodeRule | FactFinder, ancestors: readonly ts.Node[]) {
    this.#id = id;
    this.#of = of;
    this.#ancestors = ancestors;
    this.visits = [...of.visit].map(([kind, visit]) => ({ kind, seat: this, visit }));
  }

  wants(file: ScannedFile): boolean {
    return this.#of.applies(file);
  }

  sit({ file, facts, notes }: Sitting): void {
    const report = (node: ts.Node, message: string): void => {
      const line = lineAt(file.text, node.getStart(file.source));
      notes.find(this.#id, { line, evidence: lineText(file.text, line) }, message);
    };
    const line = (node: ts.Node): number => ts.lineOf(node, file.source);
    const flaw = (rule: string, node: ts.Node, message: string): void =>
      addFlaw(facts, rule, line(node), message);
    this.#walk = { file, facts, ancestors: this.#ancestors, report, line, flaw };
    this.#notes = notes;
  }

  show(visit: Visiting, node: ts.Node): void {
    if (this.#walk === undefined) return;
    try {
      visit(node, this.#walk);
    } catch (error) {
      this.#walk = undefined;
      this.#notes?.crashed(this.#id, error);
    }
  }
}
