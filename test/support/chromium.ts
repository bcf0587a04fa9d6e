// The system's Chromium, for tests that look at pages: nothing is downloaded but by the system's own package tool.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { type Browser, chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A machine without it is no reason to pass: it is installed where we may, and said to be missing where we may not. */
export async function openChromium(): Promise<Browser> {
  const executablePath = found() ?? installed();
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] });
}

function found(): string | undefined {
  return [process.env['CHROMIUM'] ?? '', ...places].find((place) => place !== '' && existsSync(place));
}

function installed(): string {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const install = ['install', '--yes', '--no-install-recommends', 'chromium'];
    try {
      execFileSync('apt-get', install, { stdio: 'ignore' });
    } catch {
      execFileSync('apt-get', ['update'], { stdio: 'ignore' });
      execFileSync('apt-get', install, { stdio: 'ignore' });
    }
  }
  const place = found();
  if (place !== undefined) return place;
  throw new Error('these tests need Chromium: install it, or name it in CHROMIUM');
}
