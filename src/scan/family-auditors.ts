import type { Auditor } from '../model/team.ts';
import type { Family } from './rule.ts';

/** Whose part of the audit a family's findings belong to. */
export const familyAuditors: Readonly<Record<Family, Auditor>> = {
  mock: 'technical',
  ui: 'technical',
  front: 'technical',
  back: 'technical',
  slop: 'technical',
  deploy: 'technical',
  asset: 'technical',
  database: 'technical',
  secret: 'technical',
  safety: 'technical',
  duplication: 'technical',
  api: 'interface',
  xref: 'interface',
  sdl: 'interface',
  enum: 'interface',
  wire: 'interface',
  orphan: 'interface',
  test: 'test',
  seed: 'test',
  e2e: 'test',
  library: 'library',
};
