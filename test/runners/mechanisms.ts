import type { Mode } from './play.ts';
import type { Tool } from './tool.ts';
import { jest } from './tools/jest.ts';
import { scriptTests } from './tools/script-tests.ts';
import { workspaces } from './tools/workspaces.ts';

/** One way in which a workspace gets its dependencies, and a tool that shows it. */
export type Mechanism = { readonly name: string; readonly tool: Tool; readonly mode: Mode };

export const mechanisms: readonly Mechanism[] = [
  { name: 'no setup', tool: scriptTests.nodeTest, mode: 'overlays' },
  { name: 'prepared once, shown by overlays', tool: scriptTests.mocha, mode: 'overlays' },
  { name: 'linked, shown by overlays', tool: workspaces.npmLinked, mode: 'overlays' },
  { name: 'copied into the prepared layer', tool: scriptTests.jasmine, mode: 'overlays' },
  { name: 'prepared by pnpm', tool: workspaces.pnpmWorkspaces, mode: 'overlays' },
  { name: 'installed in the workspace, in bubblewrap', tool: scriptTests.mocha, mode: 'no overlays' },
  { name: 'linked, copied in bubblewrap', tool: scriptTests.mochaExpress, mode: 'no overlays' },
  { name: 'installed by pnpm, in bubblewrap', tool: workspaces.pnpmWorkspaces, mode: 'no overlays' },
  { name: 'installed in the workspace', tool: scriptTests.mocha, mode: 'no bubblewrap' },
  { name: 'linked, copied into the workspace', tool: workspaces.npmLinked, mode: 'no bubblewrap' },
  { name: 'jest without bubblewrap', tool: jest.jestProjects, mode: 'no bubblewrap' },
];
