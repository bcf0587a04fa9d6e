import { type ComposeService, lineIn } from '../../concepts/runtime/compose.ts';
import { type Deployment, deploymentOf } from '../../concepts/runtime/deployment.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { ProjectReport, ProjectCheck } from '../../engine/rule.ts';

const STORES = /postgres|mysql|mariadb|mongo|redis|valkey|rabbitmq|mssql|memcached/i;
const URL =
  /^(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|jdbc:\w+)(?:\+\w+)?:\/\/(?:[^@/\s]*@)?([a-zA-Z][\w.-]*)(?::\d+)?(?:[/?]|$)/;
const CONNECTION = /(?:^|;)\s*(?:Host|Server|Data Source)\s*=\s*([a-zA-Z][\w.-]*)(?:,\d+)?\s*(?:;|$)/i;
const HOST_KEY =
  /(?:DB|DATABASE|POSTGRES|PG|MYSQL|MARIADB|MONGO(?:DB)?|REDIS|RABBITMQ|CACHE|AMQP|SQL)_?(?:SERVER_?)?HOST(?:NAME)?$/i;

/** A database, queue or cache under a name that no service has. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const deployment = deploymentOf(project);
    if (deployment.built.length === 0) return;
    for (const service of deployment.services) {
      // What a store is told of itself is no way to it.
      if (STORES.test(service.image)) continue;
      for (const [key, value] of service.own) {
        const host = hostIn(key, value);
        if (host === undefined || isReachable(host, service, deployment)) continue;
        const line = lineIn(project.text(service.file) ?? '', service.name, key);
        report.find(service.file, { line }, `${key}: ${said(host)}`);
      }
      inFiles(service, deployment, project, report);
    }
    for (const [path, { runtime }] of project.files)
      for (const fact of runtime) {
        if (fact.is !== 'host' || isLocal(fact.host) || deployment.servicesOf(path).length === 0) continue;
        if (
          !deployment.names.has(fact.host.toLowerCase()) &&
          !/^(?:host|hostname|server|user|example|your\w*|my\w*|x+)$/i.test(fact.host)
        )
          report.find(path, { line: fact.line }, said(fact.host));
      }
  },
};

/** What the files say that a service is given: those for all machines may well speak of this one. */
function inFiles(
  service: ComposeService,
  deployment: Deployment,
  project: ProjectFacts,
  report: ProjectReport,
): void {
  for (const [file, given] of service.files)
    for (const [key, value] of given) {
      const host = service.own.has(key) ? undefined : hostIn(key, value);
      if (host === undefined || isLocal(host) || isReachable(host, service, deployment)) continue;
      const lines = (project.text(file) ?? '').split('\n');
      const at = lines.findIndex((line) => line.replace(/^\s*(?:export\s+)?/, '').startsWith(key));
      report.find(file, { line: at + 1 }, `${key}: ${said(host)}`);
    }
}

function said(host: string): string {
  return isLocal(host)
    ? `in a container ${host} is the container itself, but the database, queue or cache runs in another one`
    : `${host} is not a service in any compose file`;
}

function hostIn(key: string, value: string): string | undefined {
  const host = URL.exec(value)?.[1] ?? CONNECTION.exec(value)?.[1];
  if (host !== undefined) return host;
  return HOST_KEY.test(key) && /^[a-zA-Z][\w.-]*$/.test(value) ? value : undefined;
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1';
}

/** Names with dots are found elsewhere; this machine is right where no service is the store. */
function isReachable(host: string, service: ComposeService, { services, names }: Deployment): boolean {
  if (isLocal(host))
    return (
      service.isOnHost ||
      service.context === undefined ||
      !services.some(
        (each) =>
          each.file === service.file &&
          each.name !== service.name &&
          STORES.test(`${each.image} ${each.name}`),
      )
    );
  return host.includes('.') || names.has(host.toLowerCase());
}
