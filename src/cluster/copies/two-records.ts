import type { Records } from '../../ports/records.ts';

/** Records that every machine reads, with a copy in files for whoever looks at the run here. */
export function recordsWithCopy(shared: Records, copy: Records): Records {
  return {
    folder: (run) => copy.folder(run),
    async put(run, name, value) {
      await shared.put(run, name, value);
      await copy.put(run, name, value);
    },
    get: (run, name) => shared.get(run, name),
    async finish(run, result) {
      await shared.finish(run, result);
      await copy.finish(run, result);
    },
    // What a coordinator does itself (merging, landing) is done in its own repository: another machine's does not count here.
    finished: (run) => copy.finished(run),
    async keep(value) {
      await copy.keep(value);
      return shared.keep(value);
    },
    // What a person brings in (another text for a ticket) is kept by whoever asks for it, on this machine.
    kept: (hash) => shared.kept(hash).catch(() => copy.kept(hash)),
  };
}
