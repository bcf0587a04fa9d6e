import { parse } from 'yaml';

import { isTree, type Tree, treeOf } from '../../syntax/json/read-json.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import { folderOf, joined } from '../../engine/files/paths.ts';
import { readDotenv, readDockerfile } from './given-settings.ts';

/** One service of a compose file, as far as it is written down. */
export type ComposeService = {
  readonly file: string;
  readonly name: string;
  /** The folder it is built from; undefined for an image from elsewhere. */
  readonly context: string | undefined;
  readonly image: string;
  /** undefined for a part that is known at run time only. */
  readonly ports: readonly {
    readonly host?: number;
    readonly container?: number;
    readonly written: string;
  }[];
  /** What it is given: by the compose file, the files that it names, and the Dockerfile. */
  readonly environment: ReadonlyMap<string, string>;
  /** Of these, what the compose file itself says. */
  readonly own: ReadonlyMap<string, string>;
  /** What the files say that it names, by their path. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The port its Dockerfile says it listens on. */
  readonly exposed: number | undefined;
  /** The names by which others reach it. */
  readonly names: readonly string[];
  /** What it runs, where the compose file or the Dockerfile says so. */
  readonly command: string;
  readonly isOnHost: boolean;
};

/** Every service of every compose file of a project. A file that is no YAML has none. */
export function composeServices(project: ProjectFacts): readonly ComposeService[] {
  const services: ComposeService[] = [];
  for (const path of project.paths) {
    if (!/(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$/.test(path)) continue;
    const facts = project.files.get(path);
    if (facts === undefined || facts.isTest || facts.isSide) continue;
    for (const [name, written] of Object.entries(treeOf(treeOf(parsed(project.text(path)))['services'])))
      services.push(serviceOf(project, path, name, treeOf(written)));
  }
  return services;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : parse(text, { merge: true, logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

function serviceOf(project: ProjectFacts, file: string, name: string, written: Tree): ComposeService {
  const folder = folderOf(file);
  const build = written['build'];
  const built = typeof build === 'string' ? build : treeOf(build)['context'];
  const hasBuild = build !== undefined && build !== null;
  const context = hasBuild ? joined(folder, typeof built === 'string' ? built : '.') : undefined;
  const dockerfile = treeOf(build)['dockerfile'];
  const docker =
    context === undefined
      ? undefined
      : readDockerfile(project, joined(context, typeof dockerfile === 'string' ? dockerfile : 'Dockerfile'));
  const own = environmentOf(written['environment']);
  const files = list(written['env_file'])
    .map((each) => (typeof each === 'string' ? each : treeOf(each)['path']))
    .filter((each) => typeof each === 'string')
    .map((each) => joined(folder, each));
  const given = new Map(files.map((each) => [each, readDotenv(project.text(each) ?? '')]));
  const networks = Object.values(treeOf(written['networks'])).flatMap((each) =>
    list(treeOf(each)['aliases']),
  );
  const links = list(written['links']).map((each) => String(each).split(':').at(-1) ?? '');
  return {
    file,
    name,
    context,
    image: typeof written['image'] === 'string' ? written['image'] : '',
    ports: list(written['ports']).map(portOf),
    environment: new Map([
      ...(docker?.environment ?? []),
      ...[...given.values()].flatMap((each) => [...each]),
      ...own,
    ]),
    own,
    files: given,
    exposed: docker?.exposed,
    names: [name, written['container_name'], written['hostname'], ...networks, ...links].filter(
      (each) => typeof each === 'string',
    ),
    command: scripted(
      textOf(written['command'] ?? written['entrypoint']) || (docker?.command ?? ''),
      context,
      project,
    ),
    isOnHost: written['network_mode'] === 'host',
  };
}

/** `npm start` is what the package says it is. */
function scripted(command: string, context: string | undefined, project: ProjectFacts): string {
  const name = /^\s*(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:-\S+\s+)*([\w:.-]+)\s*$/.exec(command)?.[1];
  if (name === undefined || context === undefined) return command;
  const own = project.text(joined(context, 'package.json'));
  const script = treeOf(treeOf(parsed(own))['scripts'])[name];
  return typeof script === 'string' ? script : command;
}

function portOf(written: unknown): ComposeService['ports'][number] {
  if (isTree(written)) {
    const { target, published } = written;
    return {
      ...known('container', target),
      ...known('host', published),
      written: `target: ${String(target)}`,
    };
  }
  const text = String(written);
  const parts = resolved(text)
    .replace(/\/(?:tcp|udp)$/, '')
    .split(':');
  const container = parts.at(-1);
  return {
    ...known('container', container),
    ...known('host', parts.length > 1 ? parts.at(-2) : undefined),
    written: text,
  };
}

function known(name: 'host' | 'container', value: unknown): { host?: number; container?: number } {
  const text = resolved(plain(value));
  return /^\d{2,5}$/.test(text) ? { [name]: Number(text) } : {};
}

/** With what stands when nothing is given: `${PORT:-3000}` is 3000. */
function resolved(value: string): string {
  return value.replaceAll(/\$\{\w+:?-([^}]*)\}/g, '$1');
}

function environmentOf(written: unknown): ReadonlyMap<string, string> {
  if (Array.isArray(written))
    return new Map(
      written.map((each) => {
        const [key = '', ...value] = String(each).split('=');
        return [key.trim(), resolved(value.join('='))] as const;
      }),
    );
  return new Map(Object.entries(treeOf(written)).map(([key, value]) => [key, resolved(plain(value))]));
}

function textOf(command: unknown): string {
  return Array.isArray(command) ? command.join(' ') : typeof command === 'string' ? command : '';
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

/** The line of a service, or of a word in it; the service's own where the word is not found. */
export function lineIn(text: string, service: string, word: string): number {
  const lines = text.split('\n');
  const services = lines.findIndex((line) => /^services\s*:/.test(line));
  const head = new RegExp(`^(\\s+)["']?${service.replaceAll(/[^\w-]/g, '.')}["']?\\s*:`);
  const begin = lines.findIndex((line, index) => index > services && head.test(line));
  if (begin < 0) return 0;
  const depth = /^\s*/.exec(lines[begin] ?? '')?.[0].length ?? 0;
  for (let at = begin + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() !== '' && (/^\s*/.exec(line)?.[0].length ?? 0) <= depth) break;
    if (line.includes(word) && !line.trimStart().startsWith('#')) return at + 1;
  }
  return begin + 1;
}

/** A number or a word as it is written; empty for anything else. */
function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? `${value}`
    : '';
}
