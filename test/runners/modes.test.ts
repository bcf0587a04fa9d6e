// The modes of the kit are what their names say: otherwise it would try the same thing three times.
import { expect, test } from 'vitest';

import { doctorIn } from './play.ts';

test('REAL-07 with overlays programs are confined, and dependencies are prepared once', async () => {
  const said = await doctorIn('overlays');
  expect(said).toContain('read-only access for judges: enforced');
  expect(said).toContain('installed once and shared through overlays');
});

test('REAL-07 without overlays programs are confined, and dependencies are installed in each workspace', async () => {
  const said = await doctorIn('no overlays');
  expect(said).toContain('read-only access for judges: enforced');
  expect(said).toContain('(no overlays here)');
});

test('REAL-07 without bubblewrap nothing is confined', async () => {
  const said = await doctorIn('no bubblewrap');
  expect(said).toContain('bubblewrap (bwrap) is not installed');
  expect(said).toContain('(no overlays here)');
});
