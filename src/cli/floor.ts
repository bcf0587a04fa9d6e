/** The oldest Node the published files run on (package.json says the same in `engines`). */
export const floor = { major: 22, minor: 13 };

/** One sentence when the Node at hand is too old, else undefined. */
export function nodeComplaint(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > floor.major || (major === floor.major && minor >= floor.minor)) return undefined;
  return `gauntlet needs Node ${floor.major}.${floor.minor} or newer, and this is Node ${version}.\n  hint: Install a newer Node (https://nodejs.org), then run the same command again.\n`;
}
