import type { ProjectFacts } from '../../engine/facts.ts';

/** `KEY=value` lines. */
export function readDotenv(text: string): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const line of text.split('\n')) {
    const found = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line);
    if (found !== null) given.set(found[1] ?? '', (found[2] ?? '').replaceAll(/^["']|["']$/g, ''));
  }
  return given;
}

type Docker = {
  readonly environment: ReadonlyMap<string, string>;
  readonly command: string;
  /** The one port it says it listens on; undefined for none or several. */
  readonly exposed: number | undefined;
};

/** What the last stage of a Dockerfile sets and runs; undefined where there is none. */
export function readDockerfile(project: ProjectFacts, path: string): Docker | undefined {
  const text = project.paths.has(path) ? project.text(path) : undefined;
  if (text === undefined) return undefined;
  const environment = new Map<string, string>();
  let command = '';
  const exposed: string[] = [];
  for (const line of text.replaceAll(/\\\r?\n/g, ' ').split('\n')) {
    const found = /^\s*(ENV|ARG|CMD|ENTRYPOINT|EXPOSE)\s+(.*)$/i.exec(line);
    const said = found?.[2] ?? '';
    if (/^EXPOSE$/i.test(found?.[1] ?? '')) exposed.push(...said.trim().split(/\s+/));
    else if (/^(?:CMD|ENTRYPOINT)$/i.test(found?.[1] ?? ''))
      command = `${command} ${said.replaceAll(/[[\]",\s]+/g, ' ')}`;
    else if (found !== null)
      for (const [, key = '', value = ''] of said.matchAll(/([A-Za-z_]\w*)(?:=|\s+)("[^"]*"|\S*)/g))
        environment.set(key, value.replaceAll('"', ''));
  }
  const [port = '', ...more] = exposed;
  const isOne = more.length === 0 && /^\d{2,5}(?:\/tcp)?$/.test(port);
  return { environment, command, exposed: isOne ? Number.parseInt(port, 10) : undefined };
}

/** Files in which a setting that is named is given to whoever runs the product. */
const GIVING =
  /(?:^|\/)(?:\.env[\w.-]*|env[\w.-]*\.(?:example|sample|template)|[\w.-]*env[\w.-]*|(?:docker-)?compose[\w.-]*\.ya?ml|Dockerfile[\w.-]*|app\.json|vercel\.json|netlify\.toml|fly\.toml|render\.ya?ml|Procfile|launchSettings\.json|turbo\.json|serverless\.ya?ml)$|(?:^|\/)(?:k8s|kubernetes|helm|charts?|deploy(?:ment)?s?|infra|\.github\/workflows|docker)\/.*\.(?:ya?ml|json|env|toml|tf)$|(?:^|\/)docs\/.*\.mdx?$/i;

/** Every name that stands in a file that gives settings. */
export function givenNames(project: ProjectFacts): ReadonlySet<string> {
  const names = new Set<string>();
  for (const path of project.paths)
    if (GIVING.test(path) && !/\.(?:[cm]?[jt]sx?|py|cs|java|go|vue)$/.test(path))
      for (const [name] of (project.text(path) ?? '').matchAll(/\b[A-Z][A-Z0-9_]{2,}\b/g)) names.add(name);
  return names;
}
