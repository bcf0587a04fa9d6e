/** Set when the command is built; from the sources nothing is kept, because rules change there all the time. */
declare const BUILT_SCANS: string | undefined;

/** Where looks are kept from scan to scan, and by which rules they were taken. */
export function scanCache(
  env: Readonly<Record<string, string | undefined>>,
): { readonly folder: string; readonly version: string } | undefined {
  const folder = cacheFolder(env);
  if (folder === undefined || typeof BUILT_SCANS === 'undefined') return undefined;
  return { folder, version: BUILT_SCANS };
}

/** Ours in the user's cache; undefined where there is no such place. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const home = env['XDG_CACHE_HOME'] || env['LOCALAPPDATA'] || (env['HOME'] ? `${env['HOME']}/.cache` : '');
  return home === '' ? undefined : `${home}/gauntlet`;
}
