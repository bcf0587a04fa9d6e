import { isAbsolute } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import { absolutePath, execute } from './git.ts';

export type Author = { readonly name: string; readonly email: string };

/** Who the user is to git, read once at the start from the user's own configuration (ENV-02). */
export type Identity = Author & {
  readonly signs: boolean;
  /** `user.signingkey`, `gpg.format` and the programs that sign, as the user set them. */
  readonly signing: ReadonlyMap<string, string>;
  /** Where workspaces are to be (`gauntlet.workspaces`); null for the usual place. */
  readonly workspaces: string | null;
  /** What of the user's settings does not apply, in sentences for the report. */
  readonly notes: readonly string[];
};

const SIGNING = ['user.signingkey', 'gpg.format', 'gpg.program', 'gpg.openpgp.program', 'gpg.ssh.program'];
const OWN_ENVIRONMENT =
  /^(HOME|XDG_CONFIG_HOME|GIT_CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+|PARAMETERS))$/;

/** `author`: in whose name, where that is not whoever this machine knows. */
export async function readIdentity(cwd: string, author?: Author): Promise<Identity> {
  const { out } = await execute(['config', '--list', '-z', '--includes'], userEnvironment(), { cwd });
  const set = new Map(
    out
      .toString('utf8')
      .split('\0')
      .filter((entry) => entry !== '')
      .map((entry) => keyAndValue(entry)),
  );
  const name = clean(author?.name ?? process.env['GIT_AUTHOR_NAME'] ?? set.get('user.name') ?? '');
  const email = clean(author?.email ?? process.env['GIT_AUTHOR_EMAIL'] ?? set.get('user.email') ?? '');
  const signs = /^(true|yes|on|1)?$/i.test(set.get('commit.gpgsign') ?? 'no');
  return {
    name: name || 'Gauntlet',
    email: email || 'gauntlet@localhost',
    signs,
    workspaces: workspacesIn(process.env['GAUNTLET_WORKSPACES'] ?? set.get('gauntlet.workspaces')),
    signing: new Map(SIGNING.flatMap((key) => (set.has(key) ? [[key, set.get(key) ?? '']] : []))),
    notes: [
      ...(name && email
        ? []
        : [
            'git knows no user.name and user.email here: commits are made as "Gauntlet <gauntlet@localhost>"; set both with `git config`',
          ]),
      ...(signs
        ? ['commits made in workspaces are not signed, because agents get no key; landed merges are']
        : []),
    ],
  };
}

/**
 * The environment in which git finds the user's own settings; no GIT_DIR or index of a surrounding git command. History is
 * what was committed: replacements and grafts that somebody put into a clone would say that there is nothing to review.
 */
export function userEnvironment(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => OWN_ENVIRONMENT.test(name));
  return {
    ...Object.fromEntries(own.map(([name, value]) => [name, value ?? ''])),
    PATH: absolutePath(),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
  };
}

/** What git needs to sign as the user: the keys' home, and the agent that holds them. */
export function signingEnvironment(): Record<string, string> {
  const wanted = ['HOME', 'GNUPGHOME', 'GPG_TTY', 'SSH_AUTH_SOCK', 'XDG_RUNTIME_DIR'];
  return Object.fromEntries(wanted.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Author and committer of a commit of ours. */
export function commitEnvironment(identity: Identity, at: number): Record<string, string> {
  const date = `@${Math.floor(at / 1000)} +0000`;
  return {
    GIT_AUTHOR_NAME: identity.name,
    GIT_AUTHOR_EMAIL: identity.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: identity.name,
    GIT_COMMITTER_EMAIL: identity.email,
    GIT_COMMITTER_DATE: date,
  };
}

/** A folder of this machine: never one that a repository could name, so it is no setting of gauntlet.yaml. */
function workspacesIn(wanted: string | undefined): string | null {
  if (wanted === undefined || wanted === '') return null;
  if (isAbsolute(wanted)) return wanted;
  throw new GauntletError(
    'CONFIG_INVALID',
    `the setting gauntlet.workspaces is not an absolute path: ${wanted}`,
    {
      hint: 'Set it with `git config gauntlet.workspaces /an/absolute/folder`.',
    },
  );
}

/** A key without a value (`[commit] gpgsign`) means true. */
function keyAndValue(entry: string): [string, string] {
  const end = entry.indexOf('\n');
  return end === -1 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
}

function clean(text: string): string {
  return text.replaceAll(/[\p{Cc}<>]/gu, ' ').trim();
}
