import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import { AFTER_EACH, type HelperFact, type TestFact } from './typescript.ts';
import { isCode } from '../../engine/files/languages.ts';
import { moduleFinder } from '../modules/find-module.ts';

/** How many functions are followed, one calling the other, before it is left. */
const FARTHEST = 5;

export type Unproven = { readonly path: string; readonly test: TestFact };

/** Tests that assert nothing, nor call anything that does. */
export function testsWithoutAssertion(project: ProjectFacts): readonly Unproven[] {
  const found: Unproven[] = [];
  let helpers: Helpers | undefined;
  for (const [path, file] of project.files)
    for (const test of file.tests) {
      if (test.asserts || runsThrough(test.title)) continue;
      helpers ??= new Helpers(project);
      if (!helpers.assertFor(file, test.calls) && !saysSo(project.text(path) ?? '', test))
        found.push({ path, test });
    }
  return found;
}

/** A title that says nothing goes wrong: running to the end is what is checked. */
function runsThrough(title: string): boolean {
  return (
    /\b(?:without|no|not|never|n't|doesnt|wont)\b.*\b(?:crash|throw|error|fail|explod|warn|exception|break|blow|hang|leak|panic|reject)/i.test(
      title,
    ) ||
    /n't (?:crash|throw|error|fail|break|reject)|no[-_]?op\b|\bsmoke\b|\bidempotent\b|\bsafe to\b|\bresolves$|\bcompiles?\b|\btypes?\b|crash-free/i.test(
      title,
    )
  );
}

/** A remark in the test that says the same. */
function saysSo(text: string, { line, lastLine }: TestFact): boolean {
  const body = text
    .split('\n')
    .slice(line - 1, lastLine)
    .join('\n');
  return /(?:\/\/|#|"""|\*)[^\n]*(?:without (?:error|rais|exception|crash|throw)|(?:not|n't|never|no) (?:raise|crash|throw|fail|error|exception|panic)|nothing happen)/i.test(
    body,
  );
}

/** The functions of test files, by where they are and by name. */
class Helpers {
  readonly #project: ProjectFacts;
  readonly #findModule: ReturnType<typeof moduleFinder>;
  readonly #named = new Map<string, Map<string, HelperFact>>();
  /** Names of functions that assert, by language, wherever they are. */
  readonly #anywhere = new Map<string, Set<string>>();
  readonly #known = new Map<string, boolean>();
  readonly #near = new Map<string, readonly string[]>();

  constructor(project: ProjectFacts) {
    this.#project = project;
    this.#findModule = moduleFinder(project);
    for (const [path, { helpers }] of project.files) {
      if (helpers.length === 0) continue;
      const named = new Map<string, HelperFact>();
      for (const each of helpers) {
        const before = named.get(each.name);
        if (before === undefined || !before.asserts) named.set(each.name, each);
      }
      this.#named.set(path, named);
    }
    this.#spread();
  }

  /** Python and C# find their helpers by name: inheritance and star imports are everywhere. */
  #spread(): void {
    for (let round = 0, grown = true; grown && round < FARTHEST; round += 1) {
      grown = false;
      for (const { helpers, language, path } of this.#project.files.values()) {
        const key = isCode(language)
          ? /(?:^|\/)(?:cypress|support)\//.test(path)
            ? 'commands'
            : undefined
          : language;
        if (key === undefined) continue;
        const names = this.#anywhere.get(key) ?? new Set<string>();
        this.#anywhere.set(key, names);
        for (const { name, asserts, calls } of helpers) {
          if (names.has(name)) continue;
          if (!asserts && !calls.some((each) => names.has(plain(each)))) continue;
          names.add(name);
          grown = true;
        }
      }
    }
  }

  assertFor({ path, language }: FileFacts, calls: readonly string[]): boolean {
    const anywhere = this.#anywhere.get(isCode(language) ? 'commands' : language);
    if (this.#named.get(path)?.has(AFTER_EACH) === true && this.#asserts(path, AFTER_EACH, 0)) return true;
    if (calls.some((each) => anywhere?.has(plain(each)))) return true;
    return isCode(language) && calls.some((each) => this.#asserts(path, each, 0));
  }

  #asserts(path: string, name: string, steps: number): boolean {
    const key = `${path}\n${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (steps > FARTHEST) return false;
    this.#known.set(key, false);
    const answer = this.#look(path, name, steps);
    this.#known.set(key, answer);
    return answer;
  }

  #look(path: string, name: string, steps: number): boolean {
    const own = this.#named.get(path)?.get(plain(name));
    if (own !== undefined)
      return own.asserts || own.calls.some((each) => each !== name && this.#asserts(path, each, steps + 1));
    if (!name.startsWith('.')) {
      const file = this.#project.files.get(path);
      const binding = file?.bindings.find(({ local }) => local === name);
      if (binding === undefined) return this.#handedOn(path, name, steps);
      const found = this.#findModule(path, binding.from);
      return (
        found !== undefined && this.#asserts(found, binding.name === '*' ? name : binding.name, steps + 1)
      );
    }
    // A member of something: whatever of that name the files at hand have.
    return this.#nearby(path).some(
      (each) => this.#named.get(each)?.has(plain(name)) === true && this.#asserts(each, name, steps + 1),
    );
  }

  /** `export * from './x'`, on the way to where it is. */
  #handedOn(path: string, name: string, steps: number): boolean {
    const file = this.#project.files.get(path);
    return (
      file?.bindings.some(({ local, from }) => {
        const found = local === '*' ? this.#findModule(path, from) : undefined;
        return found !== undefined && this.#asserts(found, name, steps + 1);
      }) ?? false
    );
  }

  /** The files with helpers that a file imports, and those that they import. */
  #nearby(path: string): readonly string[] {
    const known = this.#near.get(path);
    if (known !== undefined) return known;
    const found = new Set<string>();
    let edge = [path];
    for (let hop = 0; hop < 3; hop += 1) {
      const next: string[] = [];
      for (const at of edge)
        for (const { from } of this.#project.files.get(at)?.imports ?? []) {
          const to = this.#findModule(at, from);
          if (to === undefined || found.has(to) || to === path || !this.#named.has(to)) continue;
          found.add(to);
          next.push(to);
        }
      edge = next;
    }
    const all = [...found];
    this.#near.set(path, all);
    return all;
  }
}

function plain(name: string): string {
  return name.startsWith('.') ? name.slice(1) : name;
}
