import { join } from 'node:path';

/**
 * Where package managers keep what they download: the home directory is read-only to them. Only stores that check what
 * they read against the lockfile are shared between workspaces; with the others one branch could feed the next.
 */
export function packageCaches(shared: string, own: string): Readonly<Record<string, string>> {
  return {
    npm_config_cache: join(shared, 'npm'),
    npm_config_store_dir: join(shared, 'pnpm'),
    YARN_CACHE_FOLDER: join(own, 'yarn'),
    YARN_GLOBAL_FOLDER: join(own, 'yarn-global'),
    COREPACK_HOME: join(own, 'corepack'),
    BUN_INSTALL_CACHE_DIR: join(own, 'bun'),
    DENO_DIR: join(own, 'deno'),
    PIP_CACHE_DIR: join(own, 'pip'),
    UV_CACHE_DIR: join(own, 'uv'),
    POETRY_CACHE_DIR: join(own, 'poetry'),
    CARGO_HOME: join(own, 'cargo'),
    GOMODCACHE: join(own, 'go-modules'),
    GRADLE_USER_HOME: join(own, 'gradle'),
    COMPOSER_CACHE_DIR: join(own, 'composer'),
    BUNDLE_USER_HOME: join(own, 'bundle'),
    XDG_CACHE_HOME: join(own, 'xdg'),
  };
}
