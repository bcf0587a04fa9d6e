import { type ComposeService, lineIn } from '../../concepts/runtime/compose.ts';
import { type Deployment, deploymentOf } from '../../concepts/runtime/deployment.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** A server that lets in only pages that are not deployed. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const deployment = deploymentOf(project);
    const message = (origins: readonly string[], ports: readonly number[]): string =>
      `CORS allows only ${origins.join(', ')}, but pages are published on port${ports.length === 1 ? '' : 's'} ${ports.join(', ')}`;
    for (const [path, { runtime }] of project.files)
      for (const fact of runtime) {
        const [service] = fact.is === 'origins' ? deployment.servicesOf(path) : [];
        if (fact.is !== 'origins' || service === undefined) continue;
        const ports = pagePorts(service, deployment);
        if (areAllElsewhere(fact.origins, ports))
          report.find(path, { line: fact.line }, message(fact.origins, ports));
      }
    for (const service of deployment.services)
      for (const [key, value] of service.own) {
        if (!/CORS|ALLOWED_ORIGIN/i.test(key)) continue;
        const origins = value.split(/[\s,;"'[\]]+/).filter((each) => /^https?:\/\//.test(each));
        const ports = pagePorts(service, deployment);
        const line = lineIn(project.text(service.file) ?? '', service.name, key);
        if (origins.length > 0 && areAllElsewhere(origins, ports))
          report.find(service.file, { line }, message(origins, ports));
      }
  },
};

/** The ports at which other services that are built here are published beside this one, in the same file. */
function pagePorts(service: ComposeService, { built }: Deployment): readonly number[] {
  const beside = built.filter(({ file, name }) => file === service.file && name !== service.name);
  const ports = beside.flatMap((each) => each.ports.map(({ host }) => host));
  return ports.includes(undefined) ? [] : ports.filter((port) => port !== undefined);
}

/** Only addresses of this machine can be held against ports; others may be served by something in front. */
function areAllElsewhere(origins: readonly string[], ports: readonly number[]): boolean {
  if (ports.length === 0) return false;
  return origins.every((origin) => {
    const found = /^(https?):\/\/(?:localhost|127\.0\.0\.1)(?::(\d+))?\/?$/.exec(origin);
    const port = Number(found?.[2] ?? (found?.[1] === 'https' ? 443 : 80));
    return found !== null && !ports.includes(port);
  });
}
