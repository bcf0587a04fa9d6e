import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';
import { isLossName } from '../../concepts/safety/lost-writes.ts';
import type { PromiseFact } from '../../concepts/safety/promises.ts';
import { moduleFinder } from '../../concepts/modules/find-module.ts';

type Async = Extract<PromiseFact, { readonly kind: 'async' }>;
type Dropped = Extract<PromiseFact, { readonly kind: 'dropped' }>;

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const others = { project, isPromised: promisedCalls(project) };
    for (const [path, file] of project.files)
      for (const fact of file.promises) {
        if (fact.kind === 'unwaited')
          report.find(
            path,
            { line: fact.line },
            `${fact.name} does not wait for its async callback: errors are lost, and the code after it runs first`,
          );
        if (fact.kind !== 'dropped' || !isLost(fact, file, others)) continue;
        const called = fact.name.replace(/^this\./, '');
        const message =
          file.language === 'python'
            ? `${called}() is a coroutine that is not awaited: it never runs`
            : `${called}() is not awaited: ${fact.inTry ? 'the catch around it does not see it fail' : 'its errors are lost'}, and the next statement runs before it finishes`;
        report.find(path, { line: fact.line }, message);
      }
  },
};

/** Whether a call gives a promise, and something is lost with it. */
function isLost(
  { name, isQuery }: Dropped,
  file: FileFacts,
  { project, isPromised }: { readonly project: ProjectFacts; readonly isPromised: (name: string) => boolean },
): boolean {
  if (isQuery === true) return true;
  const own = declaredAs(name, file, project);
  const isAwaitedHere = file.promises.some((each) => each.kind === 'awaited' && each.name === name);
  if (file.language === 'python') return own !== undefined || isAwaitedHere;
  if (own !== undefined) return own.writes;
  if (!name.includes('.') || name.startsWith('this.') || !isLossName(name)) return false;
  return isAwaitedHere || isPromised(name);
}

/**
 * Whether a call on something else gives a promise of a write: the same call is awaited elsewhere, or the thing is called as
 * the file that declares the function.
 */
function promisedCalls(project: ProjectFacts): (name: string) => boolean {
  const awaited = new Set<string>();
  const writing = new Set<string>();
  for (const [path, { promises, language }] of project.files) {
    if (language === 'python') continue;
    const file = (/([^/]+?)\.\w+$/.exec(path)?.[1] ?? '').replaceAll(/\W/g, '').toLowerCase();
    for (const fact of promises)
      if (fact.kind === 'awaited') awaited.add(fact.name);
      else if (fact.kind === 'async' && fact.writes)
        writing.add(`${file}.${fact.name.replace(/^this\./, '')}`);
  }
  return (name) => {
    const [on = '', last = ''] = name.split('.');
    // `repository.remove` may be one thing here and another one there, `userRepository.remove` hardly.
    const isTelling = /[a-z][A-Z]/.test(name) && awaited.has(name);
    return isTelling || writing.has(`${on.toLowerCase()}.${last}`);
  };
}

/** The asynchronous function that a name means: of this file, or imported from another one of the project. */
function declaredAs(
  name: string,
  { path, promises, imports }: FileFacts,
  project: ProjectFacts,
): Async | undefined {
  const here = promises.find((each): each is Async => each.kind === 'async' && each.name === name);
  if (here !== undefined || name.includes('.')) return here;
  const { from } = imports.find(({ names }) => names.includes(name)) ?? {};
  const module = from === undefined ? undefined : moduleFinder(project)(path, from);
  const there = module === undefined ? undefined : project.files.get(module)?.promises;
  return there?.find((each): each is Async => each.kind === 'async' && each.name === name);
}
