import { delimiter, isAbsolute } from 'node:path';

/** What a program inherits: enough to find its tools and to speak the user's language, and nothing that opens a door. */
const inherited = /^(?:PATH|HOME|LANG|LANGUAGE|LC_[A-Z]+|TZ|USER|LOGNAME)$/;
/** Where certificates are, for programs that may use the network. */
const certificates =
  /^(?:SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GIT_SSL_CAINFO)$/;
const proxies = /^(?:https?|all|no)_proxy$/i;

export type Inherited = Readonly<Record<string, string | undefined>>;

/** The whole environment of a program: the allowlist, then what it was given. */
export function allowedEnvironment(
  from: Inherited,
  given: Readonly<Record<string, string>>,
  network: boolean,
): Record<string, string> {
  const kept = Object.entries(from).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && mayInherit(entry[0], entry[1], network),
  );
  const path = absoluteOnly(from['PATH'] ?? '');
  return { ...Object.fromEntries(kept), PATH: path, TERM: 'dumb', SHELL: '/bin/sh', ...given };
}

/** A relative folder in PATH would let the tree a program runs in choose what `sh` or `node` is. */
function absoluteOnly(path: string): string {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.length > 0 ? folders.join(delimiter) : '/usr/local/bin:/usr/bin:/bin';
}

function mayInherit(name: string, value: string, network: boolean): boolean {
  if (inherited.test(name)) return true;
  // A proxy's address with a password in it is a secret.
  return network && (certificates.test(name) || (proxies.test(name) && !value.includes('@')));
}
