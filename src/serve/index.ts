export type {
  DashboardSource,
  EpicSource,
  DashboardAnswer,
  GivenSteering,
  LeftRecords,
  SeenCrew,
} from './dashboard-source.ts';
export type { LastResult, RunLine } from './wire-tables.ts';
export { routes } from './routes.ts';
export { openServer } from './server.ts';
export type { OpenServer } from './server.ts';
export { keptToken } from './token.ts';
