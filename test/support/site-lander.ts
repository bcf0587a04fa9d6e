// A lander in memory: every merge fits, every landing lands.
import type { Lander, Merge } from '../../src/ports/git.ts';

export function landerOf(): Lander {
  const merge = async ({ commit }: { commit: string }): Promise<Merge> => ({
    kind: 'merged',
    commit: `merge of ${commit}`,
    tree: `merged tree of ${commit}`,
    overlapping: false,
  });
  return {
    tip: async () => 'base',
    begin: async () => undefined,
    catchUp: async () => undefined,
    merge,
    revert: merge,
    sync: ({ base: commit }) => merge({ commit }),
    rewrite: ({ tip: commit }) => merge({ commit }),
    land: async () => ({ kind: 'landed' }),
    branch: async () => ({ name: 'epic/e1', note: null }),
    freeUndoneRef: async () => 'refs/gauntlet/undone/e1/1',
    dropUnused: async () => undefined,
    putAside: async () => undefined,
  };
}
