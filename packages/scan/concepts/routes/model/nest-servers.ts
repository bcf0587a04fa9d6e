import type { ProjectFacts } from '../../../engine/facts.ts';
import type { ServerFact } from '../typescript.ts';
import { nearestTo } from '../../entities/model/nearest.ts';
import { packageOf } from '../../modules/find-module.ts';
import type { FindName } from '../../modules/find-name.ts';
import { textsWritten } from './texts.ts';

type Placed = { readonly path: string; readonly fact: ServerFact };

/** What servers of NestJS put before the routes of their controllers. */
export class NestServers {
  readonly #project: ProjectFacts;
  readonly #find: FindName;
  readonly #servers: readonly Placed[];

  constructor(project: ProjectFacts, find: FindName) {
    this.#project = project;
    this.#find = find;
    this.#servers = [...project.files]
      .filter(([path, { isTest }]) => !isTest && !/\.(?:java|properties|ya?ml)$/.test(path))
      .flatMap(([path, { servers }]) => servers.map((fact) => ({ path, fact })));
  }

  /** The prefix and the versions, by the server that shares most of its folders with a file. */
  prefixesOf(file: string, own: readonly string[]): readonly string[] {
    const servers = this.#serversOf(file);
    const said = (kind: ServerFact['kind']): Placed | undefined =>
      nearestTo(
        file,
        servers.filter(({ fact }) => fact.kind === kind),
      );
    const prefix = said('prefix');
    const versions = said('versions')?.fact;
    const before =
      prefix?.fact.kind === 'prefix' ? textsWritten(this.#find, prefix.path, prefix.fact.path) : [''];
    const open = prefix?.fact.kind === 'prefix' && prefix.fact.except.length > 0 ? [...before, ''] : before;
    if (versions?.kind !== 'versions') return open;
    const named = own.length > 0 ? own : versions.standard;
    if (named.length === 0) return open;
    return open.flatMap((text) =>
      named.map((version) => (version === '' ? text : `${text}/${versions.prefix}${version}`)),
    );
  }

  /** Those of the own package, where it has a server; else all: a library may be served by any. */
  #serversOf(file: string): readonly Placed[] {
    const own = packageOf(file, this.#project);
    const here = this.#servers.filter(({ path }) => packageOf(path, this.#project) === own);
    return here.length > 0 ? here : this.#servers;
  }
}
