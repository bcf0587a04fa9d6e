import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import { AFTER_EACH, type TestFact } from './typescript.ts';
import { isCode, type Language } from '../../engine/files/languages.ts';
import { isEndToEnd } from './e2e-files.ts';

/** How many functions are followed, one calling the other, before it is left. */
const FARTHEST = 5;

export type Unproven = { readonly path: string; readonly test: TestFact };

/** Tests that assert nothing, nor call anything that does. */
export function testsWithoutAssertion(project: ProjectFacts): readonly Unproven[] {
  const found: Unproven[] = [];
  let helpers: AssertingNames | undefined;
  for (const [path, file] of project.files) {
    // A command of a browser fails by itself where what it looks for is not there.
    if (file.tests.length === 0 || isEndToEnd({ path, isTest: file.isTest, text: project.text(path) ?? '' }))
      continue;
    for (const test of file.tests) {
      if (test.asserts || runsThrough(test.title)) continue;
      helpers ??= new AssertingNames(project);
      if (!helpers.isFor(file, test.calls) && !saysSo(project.text(path) ?? '', test))
        found.push({ path, test });
    }
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

/** What every function of a test or beside one is called by that asserts something, or calls one that does. */
class AssertingNames {
  readonly #of = new Map<string, Set<string>>();

  constructor(project: ProjectFacts) {
    for (let round = 0, grown = true; grown && round < FARTHEST; round += 1) {
      grown = false;
      for (const { helpers, language } of project.files.values())
        for (const { name, asserts, calls } of helpers) {
          const names = this.#in(language);
          if (names.has(name) || name === AFTER_EACH) continue;
          if (!asserts && !this.#has(language, calls)) continue;
          names.add(name);
          grown = true;
        }
    }
  }

  /** Whether a test of a file asserts by what it calls, or by what runs after it. */
  isFor({ language, helpers }: FileFacts, calls: readonly string[]): boolean {
    const after = helpers.filter(({ name }) => name === AFTER_EACH);
    return (
      after.some((each) => each.asserts || this.#has(language, each.calls)) || this.#has(language, calls)
    );
  }

  #has(language: Language, calls: readonly string[]): boolean {
    const names = this.#in(language);
    return calls.some((each) => names.has(each.startsWith('.') ? each.slice(1) : each));
  }

  #in(language: Language): Set<string> {
    const family = isCode(language) ? 'code' : language;
    const names = this.#of.get(family) ?? new Set<string>();
    this.#of.set(family, names);
    return names;
  }
}
