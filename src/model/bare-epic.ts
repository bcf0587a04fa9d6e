import type { Epic } from './epic.ts';

/** An epic of which nothing is said: what a review outside of any epic is judged by. */
export function bareEpic(id: string, base: string): Epic {
  return {
    version: 1,
    id,
    title: id,
    description: '',
    original: null,
    base,
    depth: null,
    limits: {},
    setup: null,
    environments: [],
    verify: [],
    coordination: {
      functions: [],
      directories: [],
      prohibited: [],
      interfaces: [],
      architecture: [],
      performance: [],
      security: [],
      patterns: [],
    },
    reading: { must: [], reference: [] },
    standards: [],
    dimensions: [],
    milestones: [],
    phases: { e2e: null, browser: null },
    allowOverlap: true,
    tickets: [],
  };
}
