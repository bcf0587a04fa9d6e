import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folders of the home directory that programs see. Everything else there is hidden (EVID-06); `home` in the configuration
 * names what a project or an agent needs beside them. Only setup may write to toolchains.
 */
const toolchains = namesIn(`
  .nvm .fnm .volta .asdf .n .nodenv .pyenv .rbenv .rvm .sdkman .jenv .jdks .rustup .goenv .gvm .dotnet .ghcup .opam
  .juliaup .linuxbrew .nix-profile flutter miniconda3 anaconda3 miniforge3 mambaforge .npm-global
  .local/bin .local/lib .local/pipx .local/share/mise .local/share/fnm .local/share/uv .local/share/pipx
  .local/share/virtualenvs .local/share/gem
  .cache/ms-playwright .cache/puppeteer .cache/Cypress .cache/selenium .cache/electron .cache/node-gyp
`);

/** Packages that were downloaded, which tools lock and add to while they run. */
const stores = namesIn(`
  .npm .yarn .bun .deno .cargo go .m2 .gradle .ivy2 .sbt .nuget .cabal .stack .mix .hex .pub-cache .gem .bundle .conda
  .local/share/pnpm .cache/pre-commit .cache/node .cache/pip .cache/pypoetry .cache/uv .cache/deno .cache/yarn
  .cache/go-build .cache/golangci-lint
`);

function namesIn(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Who the user is to git, which suites that commit something need. */
const gitSettings = ['.gitconfig', '.config/git/config'];
const CREDENTIAL = /extraheader|insteadof|helper|token|password|:\/\/[^\s/]*@/i;

export type HomePlaces = {
  readonly toolchains: readonly string[];
  readonly stores: readonly string[];
  readonly files: readonly string[];
};

/** What of the home directory every program sees, by relative paths. */
export function homePlaces(home: string): HomePlaces {
  const isFolder = (path: string): boolean =>
    statSync(join(home, path), { throwIfNoEntry: false })?.isDirectory() === true;
  return {
    toolchains: toolchains.filter(isFolder),
    stores: stores.filter(isFolder),
    files: gitSettings.filter((path) => isPlain(join(home, path))),
  };
}

function isPlain(file: string): boolean {
  try {
    return !CREDENTIAL.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}
