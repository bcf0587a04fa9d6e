import { missingAssets } from './assets/missing-assets.ts';
import type { AssetFact } from './assets/facts.ts';
import type { TestFlawFact } from './tests/typescript.ts';
import { orphansOf } from './orphans/orphans.ts';
import type { Orphan } from './orphans/orphan.ts';
import type { FileRule, LibraryRule, ProjectRule, RuleHead } from '../engine/rule.ts';
import { contracts } from './contracts/contracts.ts';

// Rules that are only a head (`rule.json`): what they look for is found once for all rules of their kind.

/** A rule over single files whose finders, one for each language, have done all the looking. */
export function flawRule(head: RuleHead): FileRule {
  return {
    ...head,
    kind: 'file',
    check({ flaws }, report) {
      for (const { rule, line, message } of flaws) if (rule === head.id) report({ line }, message);
    },
  };
}

export function libraryRule(head: RuleHead & Pick<LibraryRule, 'fault'>): LibraryRule {
  return { ...head, kind: 'library' };
}

/** What the rules about end-to-end tests say of the same line; once is enough. */
const TWINS: ReadonlyMap<TestFlawFact['kind'], string> = new Map([
  ['sleep', 'E2E-001'],
  ['empty', 'E2E-004'],
]);

/** A rule about one kind of what is wrong with tests, as their own files show it. */
export function testFlawRule({
  flaw: kind,
  message,
  ...head
}: RuleHead & { readonly flaw: TestFlawFact['kind']; readonly message: string }): FileRule {
  return {
    ...head,
    kind: 'file',
    check({ testFlaws, flaws }, report) {
      for (const flaw of testFlaws) {
        const isSaid = flaws.some(({ rule, line }) => rule === TWINS.get(kind) && line === flaw.line);
        if (flaw.kind === kind && !isSaid)
          report(
            { line: flaw.line },
            message.replace('{what}', () => flaw.what),
          );
      }
    },
  };
}

export function assetRule({ asset, ...head }: RuleHead & { readonly asset: AssetFact['by'] }): ProjectRule {
  return { ...head, kind: 'project', check: (project, report) => missingAssets(project, asset, report) };
}

export function orphanRule({
  orphan,
  message,
  ...head
}: RuleHead & { readonly orphan: Orphan['kind']; readonly message: string }): ProjectRule {
  return {
    ...head,
    kind: 'project',
    check(project, report) {
      for (const { kind, path, line, name, isTested } of orphansOf(project))
        if (kind === orphan)
          report.find(
            path,
            { line },
            message
              .replace('nothing', (none) => (isTested === true ? `${none} but its own test` : none))
              .replace('{name}', () => name),
          );
    },
  };
}

/** A rule about one way in which code breaks a written contract; one of them counts what could not be made out. */
export function contractRule({
  countsUnresolved,
  ...head
}: RuleHead & { readonly countsUnresolved?: boolean }): ProjectRule {
  return {
    ...head,
    kind: 'project',
    check(project, report) {
      const { breaches, unresolved } = contracts(project);
      if (countsUnresolved === true) for (const what of unresolved) report.unresolved(what);
      for (const { rule, file, line, message } of breaches)
        if (rule === head.id) report.find(file, { line }, message);
    },
  };
}
