import { parseArgs } from 'node:util';
import { campaign } from './campaign.ts';
import { shrink } from './shrink.ts';
import { story } from './story.ts';

const CHUNK = 5000;
/** What breaks a promise mostly does so soon: the first parts are small. */
const FIRST_CHUNK = 100;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string' },
    first: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(
    'npm run simulate -- [--seeds N] [--from N]   play N scenarios\n' +
      'npm run simulate -- --first   the same, and only name the first broken promise\n' +
      'npm run simulate -- --seed N   replay one',
  );
} else if (values.seed === undefined) {
  process.exitCode = playMany(Number(values.from), Number(values.seeds));
} else {
  process.exitCode = playOne(Number(values.seed));
}

function playOne(seed: number): number {
  const { red } = campaign(seed, 1);
  console.log(story(seed, red.length > 0 ? shrink(seed) : {}));
  return red.length > 0 ? 1 : 0;
}

function playMany(from: number, count: number): number {
  const started = process.cpuUsage();
  const total = { seeds: 0, transitions: 0, assignments: 0, kills: 0, virtualMs: 0 };
  let chunk = FIRST_CHUNK;
  for (let done = 0; done < count; done = total.seeds) {
    const part = campaign(from + done, Math.min(chunk, count - done), values.first ? 1 : undefined);
    chunk = Math.min(CHUNK, chunk * 2);
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += part[key];
    const [first] = part.red;
    if (first !== undefined) {
      for (const { seed, breach } of part.red) console.log(`seed ${seed}: ${breach}`);
      if (!values.first)
        console.log(`\nThe first of them, shrunk:\n${story(first.seed, shrink(first.seed))}`);
      return 1;
    }
    process.stderr.write(`\r${total.seeds} seeds, ${total.transitions} transitions, all promises kept`);
  }
  const cpu = process.cpuUsage(started);
  const seconds = (cpu.user + cpu.system) / 1e6;
  const years = total.virtualMs / 31_557_600_000;
  console.log(
    `\n${total.seeds} seeds, 0 red: ${total.transitions} transitions, ${total.assignments} assignments, ${total.kills} kills, ` +
      `${years.toFixed(1)} virtual years, ${Math.round(total.transitions / seconds)} transitions per CPU second, ${seconds.toFixed(1)} s`,
  );
  return 0;
}
