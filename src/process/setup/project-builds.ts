import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { jsonAs } from '../../schema/json-in.ts';
import { anything, openMapOf, optional, recordOf } from '../../schema/shape.ts';
import { below } from './plain-installs.ts';

/** Files of a workspace by their paths. */
export type Files = ReadonlyMap<string, Buffer>;

/** Whether installing with these programs makes something of the project's own sources; what cannot be read may. */
export function buildsProject(files: Files, programs: ReadonlySet<string>): boolean {
  const isPython = ['uv', 'poetry', 'pipenv'].some((program) => programs.has(program));
  return [...files].some(([path, bytes]) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (name === 'binding.gyp') return true;
    if (name === 'package.json') return runsMore(bytes.toString('utf8'));
    if (name === 'composer.json') return programs.has('composer') && dumpsMore(bytes.toString('utf8'));
    if (!isPython) return false;
    if (name === 'Pipfile') return /\bpath\s*=/.test(bytes.toString('utf8'));
    return name === 'pyproject.toml' && buildsPython(path, files);
  });
}

const WHEN_INSTALLED = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare'];
/** They place hooks of git, which no check sees. */
const HOOKS = /^(?:husky(?: install)?|lefthook install|simple-git-hooks)(?: \|\| true)?$/;
/** Some package managers copy what these name. */
const COPIED = /"file:|"injected"/;

function runsMore(manifest: string): boolean {
  const scripts = scriptsIn(manifest);
  if (scripts === undefined || COPIED.test(manifest)) return true;
  return WHEN_INSTALLED.some((name) => {
    const script = scripts[name] ?? 'husky';
    return typeof script !== 'string' || !HOOKS.test(script);
  });
}

/** Events of composer run what they like, a class map lists the sources, and packages of a path may be copied. */
function dumpsMore(manifest: string): boolean {
  const scripts = scriptsIn(manifest);
  if (scripts === undefined) return true;
  const isEvent = Object.keys(scripts).some((name) => /^(?:(?:pre|post)-|init$|command$)/.test(name));
  return isEvent || /"(?:classmap|optimize-autoloader|classmap-authoritative)"|"path"/.test(manifest);
}

/** The scripts of a manifest; undefined where it cannot be read. */
function scriptsIn(manifest: string): Readonly<Record<string, unknown>> | undefined {
  const read = jsonAs(openMapOf({ scripts: optional(recordOf(anything())) }), manifest);
  return read === undefined ? undefined : (read.scripts ?? {});
}

/** With these alone a project is installed as a pointer to its sources. */
const PURE_BACKEND =
  /^build-backend\s*=\s*["'](?:hatchling\.build|flit_core\.buildapi|poetry\.core\.masonry\.api|setuptools\.build_meta|uv_build)["']/m;
const PURE_REQUIRES =
  /^(?:setuptools|wheel|setuptools[-_]scm|hatchling|flit[-_]core|poetry[-_]core|uv[-_]build)(?![\w-])/;
const OWN_STEPS =
  /\bhooks\b|\bforce-include\b|\bext-modules\b|^\s*\[tool\.poetry\.build\]|^\s*build\s*=|@\s*file:/m;
const BARE_SETUP =
  /^(?:from setuptools import setup|import setuptools)\s+(?:if __name__ == ["']__main__["']:\s+)?(?:setuptools\.)?setup\(\)\s*$/;

function buildsPython(path: string, files: Files): boolean {
  const text = files.get(path)?.toString('utf8') ?? '';
  const beside = (name: string): Buffer | undefined => files.get(below(below(path, '..'), name));
  if (beside('Cargo.toml') !== undefined || beside('hatch.toml') !== undefined) return true;
  if (!BARE_SETUP.test(beside('setup.py')?.toString('utf8') ?? 'import setuptools\nsetup()')) return true;
  if (OWN_STEPS.test(text) || copiesOthers(text)) return true;
  const [, system] = /^\[build-system\]([\s\S]*?)(?=^\[[\w"'[]|(?![\s\S]))/m.exec(text) ?? [];
  if (system === undefined) return /build-system/.test(text);
  const requires = /^requires\s*=\s*\[((?:\s*(?:"[^"]*"|'[^']*'|,))*)\s*\]/m.exec(system)?.[1] ?? '"unknown"';
  const isPure = [...requires.matchAll(/["']([^"']*)["']/g)].every(([, name = '']) =>
    PURE_REQUIRES.test(name),
  );
  return !isPure || !PURE_BACKEND.test(system);
}

/** A dependency that is a folder of the project is copied where it is not said otherwise. */
function copiesOthers(text: string): boolean {
  let section = '';
  return text.split('\n').some((line) => {
    section = /^\s*\[+([^\]]+)\]/.exec(line)?.[1] ?? section;
    return /dependenc|sources/.test(section) && /\bpath\s*=/.test(line);
  });
}

const MOST_BYTES = 1024 * 1024;
const MOST_FILES = 50;
const PACKAGE =
  /^(?:[A-Za-z0-9][\w.-]*\s*(?:\[[\w\s,.-]*\])?\s*(?:$|[=<>!~;(]|@\s*(?:git\+)?https:\/\/)|(?:git\+)?https:\/\/)/;
const SETTING =
  /^(?:-i|--(?:index-url|extra-index-url|no-index|pre|prefer-binary|require-hashes|trusted-host|only-binary|no-binary))(?![\w-])/;
const LOCAL = /file:|\.(?:whl|zip|tar\.gz|tgz)\s*(?:$|[;#])/;

/**
 * Files of requirements with those that they name, and what they say; undefined where one is not there, or installs what
 * lies in the workspace itself.
 */
export function requirementFiles(workspace: string, named: readonly string[]): Files | undefined {
  const found = new Map<string, Buffer>();
  const queue = [...named];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (found.has(path)) continue;
    const bytes = found.size < MOST_FILES ? bytesOf(workspace, path) : undefined;
    const more = bytes === undefined ? undefined : namedIn(bytes.toString('utf8'));
    if (bytes === undefined || more === undefined) return undefined;
    found.set(path, bytes);
    for (const each of more) queue.push(below(below(path, '..'), each));
  }
  return found;
}

function bytesOf(workspace: string, path: string): Buffer | undefined {
  if (path.startsWith('/') || path.startsWith('..')) return undefined;
  try {
    const place = join(workspace, path);
    const found = lstatSync(place);
    return found.isFile() && found.size < MOST_BYTES ? readFileSync(place) : undefined;
  } catch {
    return undefined;
  }
}

/** The files that one names; undefined where a line is more than the name of a package from elsewhere. */
function namedIn(text: string): readonly string[] | undefined {
  const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/);
  const named: string[] = [];
  for (const line of lines.map((each) => each.replace(/(?:^|\s)#.*$/, '').trim())) {
    const file = /^(?:-r|-c|--requirement|--constraint)[\s=]*([\w./-]+)$/.exec(line)?.[1];
    if (file !== undefined) named.push(file);
    else if (line !== '' && !SETTING.test(line) && (!PACKAGE.test(line) || LOCAL.test(line)))
      return undefined;
  }
  return named;
}
