import type { Tool } from './tool.ts';
import { builds } from './tools/builds.ts';
import { jest } from './tools/jest.ts';
import { python } from './tools/python.ts';
import { scriptTests } from './tools/script-tests.ts';
import { workspaces } from './tools/workspaces.ts';

/** Every tool of the kit. */
export const tools: readonly Tool[] = [jest, scriptTests, python, builds, workspaces].flatMap(
  (some): readonly Tool[] => Object.values(some),
);
