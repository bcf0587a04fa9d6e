import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { basename, join } from 'node:path';

export type LeftOut = { readonly path: string; readonly why: string };
export type Sorted = { readonly taken: readonly string[]; readonly leftOut: readonly LeftOut[] };

const LARGE = 1024 * 1024;
const BUILD_FOLDERS =
  /^(node_modules|bower_components|dist|build|out|target|coverage|\.nyc_output|\.next|\.nuxt|\.turbo|\.cache|\.parcel-cache|__pycache__|\.pytest_cache|\.mypy_cache|\.tox|\.venv|venv|\.gradle|\.gauntlet)$/;
const BUILD_FILES = /\.(pyc|pyo|class|o|obj|tsbuildinfo|swp|swo)$|^\.DS_Store$|^Thumbs\.db$|~$/i;
const LOG = /\.log(\.\d+)?$|^(npm|yarn|pnpm)-debug\.log/i;
const SECRET =
  /^\.env(?!.*(example|sample|template|dist))(\..*)?$|\.(pem|key|p12|pfx|jks|keystore|ppk)$|^id_(rsa|dsa|ecdsa|ed25519)$|^\.(npmrc|pypirc|netrc|git-credentials|htpasswd)$|^credentials(\.json)?$/i;
const SECRET_TEXT =
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b/;

/** Which untracked files become part of a ticket's commit, and which are left where they are (design §4.13). */
export async function sortUntracked(top: string, paths: readonly string[]): Promise<Sorted> {
  const taken: string[] = [];
  const leftOut = new Map<string, string>();
  for (const path of paths) {
    const reason = byName(path) ?? (await byContent(top, path));
    if (reason === undefined) taken.push(path);
    else leftOut.set(reason.path, reason.why);
  }
  return { taken, leftOut: [...leftOut].map(([path, why]) => ({ path, why })) };
}

/** A folder of build products is named once, not file by file. */
function byName(path: string): LeftOut | undefined {
  const parts = path.split('/');
  const folder = parts.slice(0, -1).findIndex((part) => BUILD_FOLDERS.test(part));
  if (folder !== -1) return { path: `${parts.slice(0, folder + 1).join('/')}/`, why: 'build product' };
  const name = basename(path);
  if (SECRET.test(name)) return { path, why: 'looks like a secret' };
  if (LOG.test(name)) return { path, why: 'log' };
  if (BUILD_FILES.test(name)) return { path, why: 'build product' };
  return undefined;
}

async function byContent(top: string, path: string): Promise<LeftOut | undefined> {
  // A link is taken as a link: what it points at is not part of the change, and may never end.
  const file = join(top, path);
  if ((await lstat(file).catch(() => undefined))?.isFile() !== true) return undefined;
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(Math.min(size, LARGE)),
      0,
      Math.min(size, LARGE),
      0,
    );
    const start = buffer.subarray(0, bytesRead);
    if (size > LARGE && start.includes(0)) return { path, why: 'large binary' };
    if (SECRET_TEXT.test(start.toString('latin1'))) return { path, why: 'looks like a secret' };
    return undefined;
  } finally {
    await handle.close();
  }
}
