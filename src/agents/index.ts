export { openAgents } from './open-agents.ts';
export type { AgentsOptions, OpenedAgents } from './open-agents.ts';
export type { PinnedFile } from './pinned-file.ts';
export { readCast } from './agent-files.ts';
export type { CastOptions, CastRead, PartName, PartPlayer } from './agent-files.ts';
export { absentAgents, probeAgents } from './probe-agents.ts';
export type { InstalledAgent } from './probe-agents.ts';
export { notLocal, reachOf } from './reach.ts';
export type { Reach } from './reach.ts';
