import type { BindingFact, Value } from '../constants/fact.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { FindModule } from './find-module.ts';
import { type Elsewhere, elsewhereFinder } from './names-elsewhere.ts';

/** What a name leads to: something in a file of the project, or something of a package from outside. */
export type Target =
  | { readonly kind: 'here'; readonly file: string; readonly name: string; readonly value: Value | undefined }
  | { readonly kind: 'package'; readonly from: string; readonly name: string };

export type FindName = (file: string, name: string) => Target | undefined;

/** How many names are followed, one after the other. */
const FARTHEST = 20;

type Module = {
  readonly constants: ReadonlyMap<string, Value>;
  readonly bindings: ReadonlyMap<string, BindingFact>;
  readonly handedOn: readonly BindingFact[];
};

/** Follows names through imports, aliases, members and the classes they build on. */
export function nameFinder(project: ProjectFacts, findModule: FindModule): FindName {
  const modules = new Map<string, Module>();
  const moduleAt = (file: string): Module => {
    const known = modules.get(file);
    if (known !== undefined) return known;
    const facts = project.files.get(file);
    const all = facts?.bindings ?? [];
    const made: Module = {
      constants: new Map(facts?.constants.map(({ name, value }) => [name, value])),
      bindings: new Map(all.filter(({ local }) => local !== '*').map((each) => [each.local, each])),
      handedOn: all.filter(({ local }) => local === '*'),
    };
    modules.set(file, made);
    return made;
  };
  const follower = new Follower(moduleAt, findModule, elsewhereFinder(project));
  const found = new Map<string, Map<string, Target | undefined>>();
  return (file, name) => {
    const names = found.get(file) ?? new Map<string, Target | undefined>();
    found.set(file, names);
    if (!names.has(name)) names.set(name, follower.find(file, split(name), 0));
    return names.get(name);
  };
}

/** `require(./x.y).z` is two names, not three. */
function split(name: string): readonly string[] {
  const call = /^require\([^)]*\)/.exec(name)?.[0];
  if (call === undefined) return name.split('.');
  const rest = name.slice(call.length + 1);
  return rest === '' ? [call] : [call, ...rest.split('.')];
}

/** A value, and the names of members still to be followed from it. */
type Below = {
  readonly file: string;
  readonly name: string;
  readonly value: Value | undefined;
  readonly rest: readonly string[];
};

class Follower {
  readonly #moduleAt: (file: string) => Module;
  readonly #findModule: FindModule;

  readonly #elsewhere: (file: string, names: readonly string[]) => Elsewhere | undefined;

  constructor(
    moduleAt: (file: string) => Module,
    findModule: FindModule,
    elsewhere: (file: string, names: readonly string[]) => Elsewhere | undefined,
  ) {
    this.#moduleAt = moduleAt;
    this.#findModule = findModule;
    this.#elsewhere = elsewhere;
  }

  find(file: string, names: readonly string[], steps: number): Target | undefined {
    const [head = '', ...rest] = names;
    if (steps > FARTHEST) return undefined;
    const required = /^require\(([^)]*)\)$/.exec(head)?.[1];
    if (required !== undefined) return this.#imported(file, required, ['default', ...rest], steps);
    const { constants, bindings } = this.#moduleAt(file);
    const binding = bindings.get(head);
    if (binding !== undefined && !binding.from.startsWith('go:')) {
      const names = binding.name === '*' ? rest : [binding.name, ...rest];
      return this.#imported(file, binding.from, names, steps);
    }
    const value = constants.get(head);
    const elsewhere = value === undefined ? this.#elsewhere(file, names) : undefined;
    if (elsewhere !== undefined && elsewhere.file !== file)
      return this.find(elsewhere.file, elsewhere.names, steps + 1);
    if (value === undefined && rest.length === 0) return { kind: 'here', file, name: head, value };
    return this.#member({ file, name: head, value, rest }, steps);
  }

  #imported(file: string, from: string, names: readonly string[], steps: number): Target | undefined {
    // What Python imports from a package may be a module of it.
    const [head = '', ...rest] = names[0] === 'default' && from.startsWith('py:') ? names.slice(1) : names;
    const inner = from.startsWith('py:')
      ? this.#findModule(file, `${from}${from.endsWith('.') ? '' : '.'}${head}`)
      : undefined;
    if (inner !== undefined && head !== '') return this.#exported(inner, rest, steps + 1);
    const path = this.#findModule(file, from);
    if (path === undefined) return { kind: 'package', from, name: names.join('.') };
    return this.#exported(path, names, steps + 1);
  }

  #exported(file: string, names: readonly string[], steps: number): Target | undefined {
    const [head = 'default', ...rest] = names;
    const { constants, bindings, handedOn } = this.#moduleAt(file);
    if (constants.has(head) || bindings.has(head)) return this.find(file, [head, ...rest], steps);
    for (const { from } of steps > FARTHEST ? [] : handedOn) {
      const path = this.#findModule(file, from);
      const found = path === undefined ? undefined : this.#exported(path, names, steps + 1);
      if (found?.kind === 'here' && found.value !== undefined) return found;
    }
    // `require('./x').y` where `x` sets `exports.y`.
    const [next] = rest;
    if (head === 'default' && next !== undefined && (constants.has(next) || bindings.has(next)))
      return this.find(file, rest, steps);
    return { kind: 'here', file, name: names.join('.'), value: undefined };
  }

  #member(at: Below, steps: number): Target | undefined {
    const { file, name, value, rest } = at;
    if (value !== undefined && 'text' in value && steps < FARTHEST) {
      const [only, ...others] = value.text;
      if (typeof only === 'object' && 'name' in only && others.length === 0 && only.called === undefined)
        return this.find(file, [...split(only.name), ...rest], steps + 1);
    }
    const [next, ...more] = rest;
    if (next === undefined) return { kind: 'here', file, name, value };
    const members = value !== undefined && 'members' in value ? value : undefined;
    const below = `${name}.${next}`;
    if (members !== undefined && Object.hasOwn(members.members, next))
      return this.#member({ file, name: below, value: members.members[next], rest: more }, steps + 1);
    const inherited = members?.extends;
    if (inherited !== undefined && steps < FARTHEST) {
      const found = this.find(file, [...split(inherited), ...rest], steps + 1);
      if (found?.kind === 'here' && found.value !== undefined) return found;
    }
    return { kind: 'here', file, name: [below, ...more].join('.'), value: undefined };
  }
}
