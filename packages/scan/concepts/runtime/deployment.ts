import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import { type ComposeService, composeServices } from './compose.ts';
import { memoPerProject } from '../../engine/incremental/memo.ts';

/** How a project is run together, by its compose files. */
export class Deployment {
  readonly services: readonly ComposeService[];
  readonly #project: ProjectFacts;

  constructor(project: ProjectFacts) {
    this.#project = project;
    this.services = composeServices(project);
  }

  /** The services that are built from what is here, the innermost folders first. */
  get built(): readonly ComposeService[] {
    return this.services
      .filter(({ context }) => context !== undefined)
      .toSorted((a, b) => (b.context?.length ?? 0) - (a.context?.length ?? 0));
  }

  /** The services that a file is built into: those of the innermost folder around it. */
  servicesOf(path: string): readonly ComposeService[] {
    const around = this.built.filter(({ context = '' }) => context === '' || path.startsWith(`${context}/`));
    return around.filter(({ context }) => context === around[0]?.context);
  }

  /** What the files of a service expect. */
  filesOf(service: ComposeService): readonly FileFacts[] {
    return [...this.#project.files.values()].filter(
      ({ path, runtime }) => runtime.length > 0 && this.servicesOf(path).includes(service),
    );
  }

  /** Every name by which one service reaches another, of all files: a part may be started with another's. */
  get names(): ReadonlySet<string> {
    return new Set(this.services.flatMap(({ names }) => names.map((each) => each.toLowerCase())));
  }
}

export const deploymentOf = memoPerProject((project) => new Deployment(project));
