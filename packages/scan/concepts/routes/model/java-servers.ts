import type { ProjectFacts } from '../../../engine/facts.ts';
import type { RouterFact } from '../typescript.ts';
import type { FindName } from '../../modules/find-name.ts';
import { routePaths } from './paths.ts';
import { textsWritten } from './texts.ts';

/** What the libraries of a server answer by themselves: measures, signing in, documentation. */
const OWN = 'actuator management login logout oauth2 saml2 swagger-ui v3/api-docs graphql'.split(' ');

type Prefix = {
  readonly file: string;
  readonly text: string;
  readonly kind: 'setting' | 'code';
  readonly isPart: boolean;
};

/** What servers of Java put before the routes of their controllers, and what they serve besides. */
export class JavaServers {
  readonly #project: ProjectFacts;
  readonly #prefixes: readonly Prefix[];

  constructor(project: ProjectFacts, find: FindName) {
    this.#project = project;
    this.#prefixes = [...project.files].flatMap(([file, { servers, isTest, language }]) =>
      (isTest || !/^(?:java|properties|yaml)$/.test(language) ? [] : servers).flatMap((server) => {
        if (server.kind !== 'prefix') return [];
        const kind = language === 'java' ? ('code' as const) : ('setting' as const);
        const isPart = server.except.length > 0;
        return textsWritten(find, file, server.path).map((text) => ({ file, text, kind, isPart }));
      }),
    );
  }

  /** Addresses that no annotation of the project names; `[]` where they may be any. */
  servedByOthers(): readonly (readonly string[])[] {
    // Controllers of a language that is not read, and repositories that are served as they are.
    const isAnything = [...this.#project.paths].some(
      (path) =>
        /(?:Controller|Resource|Routes?|Router)\.(?:kt|groovy|scala)$/.test(path) ||
        (path.endsWith('pom.xml') && /starter-data-rest\b/.test(this.#project.text(path) ?? '')),
    );
    const before = ['', ...this.#prefixes.map(({ text }) => text)];
    const own = before.flatMap((prefix) => OWN.flatMap((each) => routePaths(`${prefix}/${each}`)));
    return isAnything ? [[]] : own.map(({ segments }) => segments);
  }

  /** It takes its routes over from something that is not here: an interface made from a contract. */
  isOpaque(router: RouterFact, routes: number): boolean {
    if (router.isOpaque === true && routes === 0) return true;
    const foreign = (router.above ?? []).filter((name) =>
      /^\w*(?:Api|API|Resource|Operations|Endpoint)$/.test(name),
    );
    const here = new Set(
      (foreign.length === 0 ? [] : [...this.#project.paths])
        .filter((path) => path.endsWith('.java'))
        .map((path) => path.slice(path.lastIndexOf('/') + 1, -5)),
    );
    return foreign.some((name) => !here.has(name));
  }

  /** What settings and code of the same module put before every address, each way it may be. */
  prefixesFor(file: string): readonly string[] {
    const own = moduleOf(file);
    const here = this.#prefixes.filter((each) => moduleOf(each.file) === own);
    const said = here.length > 0 ? here : this.#prefixes;
    const settings = said.filter(({ kind }) => kind === 'setting').map(({ text }) => text);
    const codes = said
      .filter(({ kind }) => kind === 'code')
      .flatMap(({ text, isPart }) => (isPart ? [text, ''] : [text]));
    const alternatives = new Set(here.length === 0 ? [''] : []);
    for (const before of settings.length === 0 ? [''] : settings)
      for (const after of codes.length === 0 ? [''] : codes)
        alternatives.add(after === '' ? before : `${before}/${after}`);
    return [...alternatives];
  }
}

function moduleOf(file: string): string {
  const at = file.indexOf('src/main/');
  return at < 0 ? '' : file.slice(0, at);
}
