/**
 * An agent that asks a queue on loopback: it posts its prompt and prints the answer. Models that answer work outside of the
 * sandbox, so it also says where the folder of the work is there: inside, every run sees the same path.
 *
 *   node queue-agent.mjs [--port 9123]
 */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { parseArgs } from 'node:util';

const {
  GAUNTLET_AUDITOR: auditor,
  GAUNTLET_ROLE: role = 'reviewer',
  GAUNTLET_TICKET: ticket,
  GAUNTLET_ATTEMPT: attempt,
  GAUNTLET_ROUND: round,
} = process.env;
const { port } = parseArgs({ options: { port: { type: 'string', default: '9123' } } }).values;

/** The folder behind the nearest mount; the same path where nothing is mounted. */
function pathOutside(folder) {
  const lines = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  // Overlays name their folders by paths that begin at `work`, where the work folder of the repository is mounted.
  const workFolder = lines.find(([, , , , place = '']) => place.endsWith('/work'))?.[3];
  const absolute = (upper) => upper.replace(/^work(?=\/)/, workFolder ?? 'work');
  const mounts = lines
    .map((line) => {
      const [, , , source = '', place = '/'] = line;
      // An overlay begins at its own root; what the agent writes is in its upper folder.
      const [, upper] = /(?:^|,)upperdir=([^,]+)/.exec(line.at(-1) ?? '') ?? [];
      return { source: upper === undefined ? source : absolute(upper), place };
    })
    .filter(({ place }) => place !== '/' && (folder === place || folder.startsWith(`${place}/`)))
    .toSorted((a, b) => b.place.length - a.place.length);
  const [nearest] = mounts;
  return nearest === undefined ? folder : nearest.source + folder.slice(nearest.place.length);
}

const question = {
  prompt: readFileSync(0, 'utf8'),
  role: auditor === undefined || auditor === '' ? role : 'auditor',
  auditor: auditor === '' ? undefined : auditor,
  ticket,
  attempt,
  round,
  cwd: pathOutside(process.cwd()),
};
// Silence would look like an agent that hangs.
const alive = setInterval(() => process.stderr.write('.'), 20_000);
const asked = request({ host: '127.0.0.1', port, method: 'POST' }, (response) => {
  let answer = '';
  response.on('data', (part) => (answer += part));
  response.on('end', () => {
    clearInterval(alive);
    process.stdout.write(answer);
  });
});
asked.on('error', (error) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
asked.end(JSON.stringify(question));
