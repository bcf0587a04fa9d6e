import type { FileChange } from './change.ts';
import type { Detected } from './finding.ts';

/** Kinds of files that steer people's machines, agents or this gate, whether they exist yet or not. */
const kinds: readonly { readonly what: string; readonly path: RegExp }[] = [
  {
    what: 'the settings of this gate',
    path: /^(?:gauntlet(?:\.local)?\.ya?ml|epics\/.*|\.gauntlet\/.*|agents\.d\/.*)$/i,
  },
  {
    what: 'a CI pipeline',
    path: /^(?:\.github|\.gitlab|\.circleci|\.buildkite|\.woodpecker|\.azure)\/|(?:^|\/)(?:\.gitlab-ci\.ya?ml|\.travis\.yml|azure-pipelines[^/]*\.ya?ml|jenkinsfile[^/]*|bitbucket-pipelines\.yml|\.drone\.ya?ml|\.?appveyor\.ya?ml|cloudbuild\.ya?ml|\.cirrus\.yml|buildspec\.ya?ml)$/i,
  },
  {
    what: 'a hook that runs on other machines',
    path: /(?:^|\/)(?:\.husky|\.githooks|\.git-hooks|githooks)\/|(?:^|\/)(?:\.pre-commit-config\.yaml|\.?lefthook(?:-local)?\.(?:ya?ml|toml|json)|\.overcommit\.yml|\.pnpmfile\.cjs)$/i,
  },
  { what: 'a setting of git', path: /(?:^|\/)\.(?:gitattributes|gitmodules|gitconfig|mailmap|lfsconfig)$/i },
  {
    what: 'instructions for coding agents',
    path: /(?:^|\/)(?:AGENTS(?:\.[^/]+)?\.md|CLAUDE(?:\.[^/]+)?\.md|GEMINI\.md|QWEN\.md|CONVENTIONS\.md|\.cursorrules|\.cursorignore|\.windsurfrules|\.clinerules|\.roorules|\.goosehints|\.aider[^/]*|\.mcp\.json|mcp\.json|opencode\.jsonc?|\.rules|copilot-instructions\.md)$/i,
  },
  {
    what: 'the settings of coding agents',
    path: /(?:^|\/)\.(?:claude|codex|cursor|gemini|qwen|windsurf|clinerules|roo|kiro|opencode|amazonq|aider|continue|goose|agents?|augment|junie|trae)\//i,
  },
  {
    what: 'the settings of an editor or shell, which run programs',
    path: /(?:^|\/)(?:\.vscode|\.idea|\.zed|\.fleet|\.devcontainer)\/|(?:^|\/)(?:\.envrc|\.env(?:\.[^/]+)?|\.bashrc|\.zshrc|\.profile|\.netrc|\.devcontainer\.json|\.exrc|\.nvim\.lua|\.vimrc|[^/]+\.code-workspace|CODEOWNERS)$/i,
  },
];

/** What protected files can be, for whoever must not make new ones. */
export const protectedKinds: readonly string[] = kinds.map(({ what }) => what);

/** Example files for the environment carry no settings. */
const HARMLESS = /(?:^|\/)\.env\.(?:example|sample|template|dist|test\.example)$/i;

export type Protection = {
  /** Globs of the user's own. */
  readonly protect: readonly string[];
  readonly mayChange: (path: string) => boolean;
  readonly matches: (glob: string, path: string) => boolean;
};

/** What a protected path is; undefined for any other. Case does not count. */
export function protectionOf(
  path: string,
  { protect, matches }: Pick<Protection, 'protect' | 'matches'>,
): string | undefined {
  const isOwn = protect.some(
    (glob) => matches(glob, path) || matches(glob.toLowerCase(), path.toLowerCase()),
  );
  if (isOwn) return 'protected by the configuration';
  return kinds.find((each) => each.path.test(path) && !HARMLESS.test(path))?.what;
}

/** Changes of files that only a ticket that names them in `mayChange` may touch. */
export function detectProtected(change: FileChange, protection: Protection): readonly Detected[] {
  const { path } = change;
  const what = protectionOf(path, protection);
  if (what === undefined || protection.mayChange(path)) return [];
  return [
    {
      rule: 'protected-file',
      severity: 'HIGH',
      file: path,
      message: `This file is ${what}. A change here takes effect outside the reviewed code, so only a ticket that names it in \`mayChange\` may make it.`,
      evidence: change.before === null ? 'added' : change.after === null ? 'deleted' : 'changed',
      fix: 'Revert the change. If the ticket needs it, a person has to add the path to its `mayChange`.',
    },
  ];
}
