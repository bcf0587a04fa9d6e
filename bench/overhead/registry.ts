import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';

const PACKAGES = 110;
const FILES_EACH = 100;

/** Files of dependencies that an installed project has. */
export const FILES = PACKAGES * (FILES_EACH + 1);

export type Used = { readonly wallMs: number; readonly cpuMs: number };

/** One check command that ran, with the time at which it ended. */
export type CheckUsed = Used & { readonly endedAt: number };

/** A package registry on loopback, and a port at which check commands report their own use. */
export type Registry = {
  readonly address: string;
  readonly reportPort: number;
  /** `packages` of a lockfile that needs all of its packages. */
  readonly locked: Readonly<Record<string, unknown>>;
  /** Returns the reports since the last call. */
  takeReports(): readonly CheckUsed[];
  close(): void;
};

/** Serves generated packages: the bench downloads nothing. */
export async function openRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  const packages = Array.from({ length: PACKAGES }, (_, nth) => pack(folder, `bench-dep-${nth}`));
  let address = '';
  const http = createHttpServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    if (path.endsWith('.tgz')) return void response.end(readFileSync(join(folder, path.slice(1))));
    const found = packages.find(({ name }) => `/${name}` === path);
    if (found === undefined) return void response.writeHead(404).end('{}');
    const { name, integrity } = found;
    const dist = { tarball: `${address}/${name}.tgz`, integrity };
    const versions = { '1.0.0': { name, version: '1.0.0', dist } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions }));
  });
  let reports: CheckUsed[] = [];
  const listener = createServer((socket) => {
    let text = '';
    socket.on('data', (piece: Buffer) => (text += piece.toString()));
    socket.on('end', () => reports.push(JSON.parse(text) as CheckUsed));
  });
  address = `http://127.0.0.1:${await listening(http)}`;
  const reportPort = await listening(listener);
  const locked = packages.map(({ name, integrity }) => [
    `node_modules/${name}`,
    { version: '1.0.0', resolved: `${address}/${name}.tgz`, integrity },
  ]);
  return {
    address,
    reportPort,
    locked: Object.fromEntries(locked),
    takeReports() {
      const all = reports;
      reports = [];
      return all;
    },
    close() {
      http.close();
      listener.close();
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function pack(folder: string, name: string): { readonly name: string; readonly integrity: string } {
  const made = join(folder, name, 'package');
  mkdirSync(join(made, 'lib'), { recursive: true });
  writeFileSync(join(made, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'lib/0.js' }));
  for (let nth = 0; nth < FILES_EACH; nth += 1)
    writeFileSync(
      join(made, 'lib', `${nth}.js`),
      `module.exports = ${nth};\n${'// dependency\n'.repeat(150)}`,
    );
  const file = join(folder, `${name}.tgz`);
  execFileSync('tar', ['-czf', file, '-C', join(folder, name), 'package']);
  rmSync(join(folder, name), { recursive: true });
  return { name, integrity: `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}` };
}
