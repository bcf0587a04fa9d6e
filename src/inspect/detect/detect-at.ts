import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { blobsAt, placeOf, readGit, records } from '../../git/index.ts';
import { detect, type DetectedProject } from './init-detect.ts';
import { VENVS } from './init-toolchains.ts';
import type { RepositoryPlace } from '../../project/state-folder.ts';

const MOST_BYTES = 1024 * 1024;

/**
 * What the files of a commit show about a project. What is checked out, perhaps another branch, has no say; only an
 * environment of Python, which no commit has, is taken from there.
 */
export function detectAt(place: RepositoryPlace, commit: string): DetectedProject {
  const there = placeOf(place.top);
  const listing = readGit(there, [
    'ls-tree',
    '-z',
    '--name-only',
    '--full-tree',
    commit,
    '.',
    'tests/',
    'test/',
  ]);
  const paths = records(listing.out).filter((path) => !path.includes('\n'));
  const texts = blobsAt(
    there,
    paths.map((path) => `${commit}:${path}`),
    MOST_BYTES,
  );
  const folder = fs.mkdtempSync(join(tmpdir(), 'gauntlet-detect-'));
  try {
    for (const path of paths.filter((each) => texts.has(`${commit}:${each}`))) {
      fs.mkdirSync(join(folder, dirname(path)), { recursive: true });
      fs.writeFileSync(join(folder, path), texts.get(`${commit}:${path}`) ?? '');
    }
    for (const venv of VENVS.filter((name) => fs.existsSync(join(place.top, name, 'pyvenv.cfg'))))
      fs.symlinkSync(join(place.top, venv), join(folder, basename(venv)));
    return detect({ ...place, top: folder });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
