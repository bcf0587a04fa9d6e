import { type ComposeService, lineIn } from '../../concepts/runtime/compose.ts';
import { type Deployment, deploymentOf } from '../../concepts/runtime/deployment.ts';
import type { FileFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** A published port behind which nothing listens. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const deployment = deploymentOf(project);
    for (const service of deployment.built) {
      const ports = service.ports.map(({ container }) => container);
      if (ports.length === 0 || service.isOnHost) continue;
      const heard = listening(service, deployment);
      if (heard === undefined || ports.includes(undefined)) {
        report.unresolved('services whose port is not known');
        continue;
      }
      if (ports.includes(heard.port)) continue;
      const text = project.text(service.file) ?? '';
      const file = heard.file ?? service.file;
      const line = heard.line ?? lineIn(text, service.name, service.ports[0]?.written ?? '');
      report.find(
        file,
        { line },
        `${service.name} listens on ${heard.port}, and ${service.file} publishes ${ports.join(', ')}`,
      );
    }
  },
};

type Heard = { readonly port: number; readonly file?: string; readonly line?: number };

/** What is said last counts: the command, then the environment, then the code. undefined where it is not one port. */
function listening(service: ComposeService, deployment: Deployment): Heard | undefined {
  const commanded =
    /(?:--port[= ]|(?:^|\s)-p[= ]|--bind[= ]\S*:|(?:^|\s)-b[= ]\S*:|--server\.port[= ]|runserver\s+\S*?:?)(\d{2,5})\b/.exec(
      service.command,
    )?.[1];
  if (commanded !== undefined) return { port: Number(commanded) };
  const net = /^(?:https?:\/\/[^:]*:)?(\d{2,5})$/.exec(
    service.environment.get('ASPNETCORE_URLS') ?? service.environment.get('ASPNETCORE_HTTP_PORTS') ?? '',
  )?.[1];
  if (net !== undefined) return { port: Number(net) };
  if (/\bnext (?:start|dev)\b/.test(service.command)) return ofNext(service);
  const heard: Heard[] = [];
  for (const file of deployment.filesOf(service))
    for (const fact of file.runtime) {
      if (fact.is !== 'listen') continue;
      const given = fact.variable === null ? undefined : service.environment.get(fact.variable);
      const port = typeof fact.port === 'number' ? fact.port : portNamed(file, fact.port);
      if (given === undefined && port !== undefined) heard.push({ port, file: file.path, line: fact.line });
      else if (given !== undefined && /^\d{2,5}$/.test(given)) heard.push({ port: Number(given) });
      else return undefined;
    }
  // Where nothing in the code says so, the image does.
  if (heard.length === 0 && service.exposed !== undefined) return { port: service.exposed };
  return new Set(heard.map(({ port }) => port)).size === 1 ? heard[0] : undefined;
}

/** Next takes the port from the environment, and 3000 without. */
function ofNext({ environment }: ComposeService): Heard | undefined {
  const given = environment.get('PORT') ?? '3000';
  return /^\d{2,5}$/.test(given) ? { port: Number(given) } : undefined;
}

/** What a name at the top of the file stands for, where that is a number. */
function portNamed({ constants }: FileFacts, name: string): number | undefined {
  const value = constants.find((each) => each.name === name)?.value;
  const [only, ...more] = value !== undefined && 'text' in value ? value.text : [];
  return typeof only === 'string' && more.length === 0 && /^\d{2,5}$/.test(only) ? Number(only) : undefined;
}
