import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where people keep what opens other doors: hidden also where a folder around it is shown. Seen from the home directory. */
const secretsOfHome = `
  .ssh .gnupg .aws .azure .kube .oci .terraform.d .vault-token .password-store .pki .docker
  .config/gh .config/glab-cli .config/hub .config/gcloud .config/doctl .config/op .config/1Password
  .git-credentials .config/git/credentials .netrc .authinfo .authinfo.gpg .pgpass .my.cnf
  .npmrc .yarnrc .yarnrc.yml .pypirc .pip/pip.conf .config/pip/pip.conf .config/configstore
  .cargo/credentials .cargo/credentials.toml .gem/credentials .bundle/config
  .composer/auth.json .config/composer/auth.json .m2/settings.xml .m2/settings-security.xml
  .gradle/gradle.properties .nuget/NuGet/NuGet.Config .config/containers/auth.json
  .config/rclone .s3cfg .boto .huggingface .cache/huggingface/token
  .config/google-chrome .config/chromium .config/BraveSoftware .config/microsoft-edge .mozilla .thunderbird
  snap/firefox snap/chromium .local/share/keyrings .Xauthority
  .bash_history .zsh_history .zhistory .history .sh_history .python_history .node_repl_history
  .psql_history .mysql_history .sqlite_history .lesshst .viminfo .local/share/fish/fish_history
  .bash_sessions .zsh_sessions
  .claude .claude.json .codex .gemini .config/github-copilot .config/openai .config/anthropic
`
  .trim()
  .split(/\s+/);

/** What only root could read and a program that is root without a single capability still can. */
const secretsOfRoot = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/ssh',
  '/etc/sudoers',
];

/** Folders in which sockets and other people's files live. */
export const socketPlaces = ['/run', '/var/run', '/mnt/wslg'];

export function secretPlaces(home: string): readonly string[] {
  const mine = secretsOfHome.map((name) => join(home, name));
  return process.getuid?.() === 0 ? [...mine, ...secretsOfRoot] : mine;
}

/**
 * Every socket with a path that somebody on this machine has bound: a read-only mount does not keep a program from
 * connecting to one (an agent of ssh or gpg, a database, the docker daemon).
 */
export function boundSockets(table = '/proc/net/unix'): readonly string[] {
  try {
    const paths = readFileSync(table, 'utf8')
      .split('\n')
      .map((line) => line.slice(line.indexOf(' /') + 1))
      .filter((path) => path.startsWith('/') && isSocket(path));
    return [...new Set(paths)];
  } catch {
    return [];
  }
}

function isSocket(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? false;
}
