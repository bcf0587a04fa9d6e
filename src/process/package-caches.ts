import { join } from 'node:path';

/** Stores that check what they read against the lockfile: shared between workspaces, no branch can feed another. */
export function sharedCaches(shared: string): Readonly<Record<string, string>> {
  const store = join(shared, 'pnpm');
  // pnpm reads the second name since version 11, and the first one before.
  return {
    npm_config_cache: join(shared, 'npm'),
    npm_config_store_dir: store,
    pnpm_config_store_dir: store,
  };
}

/**
 * Where package managers keep what they download when the home directory is read-only to them. Only shared stores are
 * used by more than one workspace.
 */
export function packageCaches(shared: string, own: string): Readonly<Record<string, string>> {
  return {
    ...sharedCaches(shared),
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
