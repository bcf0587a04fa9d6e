// npm runs this after `npm install` and `npm ci` here, and after it cloned a git address that somebody installs. It is
// called `prepublish` because npm warns everybody who installs a package that has a `prepare`.
// `dist` is not committed, so that clone needs a build. Plain JavaScript: it may start on any Node.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// Without the development dependencies there is nothing to build with, and `npm install --omit=dev` still succeeds.
const canBuild = ['src/cli/stub.ts', 'node_modules/rolldown', 'node_modules/.bin/node'].every((path) =>
  existsSync(path),
);
if (canBuild && !existsSync('dist/gauntlet.cjs'))
  execFileSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
