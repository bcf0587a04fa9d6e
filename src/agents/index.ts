export { openAgents } from './open-agents.ts';
export type { AgentsOptions, OpenedAgents } from './open-agents.ts';
export type { PinnedFile } from './pinned-file.ts';
