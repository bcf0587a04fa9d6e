/** What one run of a check looked at below its workspace. Paths are relative to the workspace; the root is ''. */
export type ObservedInputs = {
  /** Files it read or started. */
  readonly read: readonly string[];
  /** Files and folders whose existence it asked for, without reading them. */
  readonly seen: readonly string[];
  /** Names it looked for in vain. */
  readonly missing: readonly string[];
  /** Folders it listed. */
  readonly listed: readonly string[];
  /** Modules it loaded from elsewhere by listing folders (Python): a file of that name in a listed folder comes before them. */
  readonly modules: readonly string[];
  /** Files it wrote or moved into their place, and read afterwards; missing in those of older versions. */
  readonly remade?: readonly string[];
};
