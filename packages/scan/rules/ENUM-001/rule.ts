import { addTo } from '../../engine/add-to.ts';
import { type ClosedSet, closedSets } from '../../concepts/values/closed-sets.ts';
import type { DomainValueFact } from '../../concepts/values/domain-values.ts';
import { wordsOf } from '../../concepts/values/domain-words.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

type Use = DomainValueFact & { readonly file: string };

/** The states of a thing written out as texts all over a project, and declared nowhere. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const declared = closedSets(project).filter(({ kind }) => kind !== 'table');
    for (const [owner, uses] of byOwner(project)) {
      const set = uses.filter(({ how }) => how === 'set');
      // What is set here is ours; what is only compared may be somebody else's, and declared there.
      const values = new Set(set.map(({ value }) => value));
      const compared = uses.filter(({ how, value }) => how === 'compared' && values.has(value));
      const files = new Set([...set, ...compared].map(({ file }) => file));
      const [first] = set;
      if (first === undefined || values.size < 2 || compared.length === 0 || files.size < 2) continue;
      if (declared.some((each) => declares(each, values))) continue;
      const shown = [...values].slice(0, 6).map((value) => `'${value}'`);
      report.find(
        first.file,
        { line: first.line },
        `${shown.join(', ')} of ${owner} are used in ${files.size} files, but nothing declares the allowed values`,
      );
    }
  },
};

/** Any two of the values in one place are a declaration of them. */
function declares({ values }: ClosedSet, used: ReadonlySet<string>): boolean {
  const known = values.filter((value) => used.has(value)).length;
  return known >= Math.min(2, used.size) || (values.length === 1 && known === 1);
}

/** Words for anything at all: of `item.status` nobody knows what it is the status of. */
const ANYTHING =
  /^(?:item|row|data|body|value|result|response|res|req|request|query|entry|obj|object|record|params|args|state|props|prev|next|old|current|this|self|it|x|s|e|r|error|err|event|window|navigator|config|options|payload|element|node|model|instance)$/;

/** Uses of a status by what it is the status of. */
function byOwner(project: ProjectFacts): ReadonlyMap<string, readonly Use[]> {
  const found = new Map<string, Use[]>();
  for (const [file, { domainValues, isTest, isSide }] of project.files) {
    if (isTest || isSide) continue;
    for (const use of domainValues) {
      if (use.ofEnum !== undefined || !/^status$/i.test(use.field)) continue;
      const owner = ownerOf(use);
      if (owner === undefined) continue;
      addTo(found, `${owner}.status`, { ...use, file });
    }
  }
  return found;
}

/** `order` for `order.status`, `this.order.status`, `prisma.order.update`, `orderRepository.save`, `Order.create`. */
function ownerOf({ of, inCall }: DomainValueFact): string | undefined {
  const names = of.split('.');
  // What is given to any other function may be an answer, an option, an event.
  if (inCall === true && (names.length < 2 || !STORED.test(names.at(-1) ?? ''))) return undefined;
  const name = inCall === true ? names.at(-2) : names.at(-1);
  const words = wordsOf(name ?? '').filter((word) => !HOLDER.test(word));
  const last = words.at(-1);
  return last === undefined || last.length < 3 || ANYTHING.test(last) ? undefined : last;
}

const STORED = /^(?:create|update|insert|save|upsert|build|findOneAndUpdate|findByIdAndUpdate)(?:One|Many)?$/;
const HOLDER = /^(?:repository|repo|model|service|api|store|client|new|updated|existing|selected|saved|db)$/;
