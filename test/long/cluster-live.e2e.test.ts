import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';

import { clusterPlace } from '../support/cluster-place.ts';
import { ClusterRun } from '../support/cluster-run.ts';
import { patience } from '../support/epic-run.ts';

const place = clusterPlace();
const KEY = 'sesame-open-7f3a-and-more';
let run: ClusterRun | undefined;
let client: Client | undefined;

afterEach(async () => {
  await client?.end();
  run?.remove();
});

/** Prints half of its key, waits, prints the rest. */
const talkative = `echo 'first words'
printf '%s' "$(printf '%s' "$MY_API_KEY" | cut -c1-12)"
printf 'held half\\n' >"$here/told"
read -r go <"$here/gate-half"
printf '%s\\n' "$(printf '%s' "$MY_API_KEY" | cut -c13-)"
echo 'last words'
printf 'held all\\n' >"$here/told"
read -r go <"$here/gate-all"
mkdir -p parts; echo a >parts/A.txt`;

/** All that ever was in a table, also what was taken out of it. */
async function remembering(url: string): Promise<Client> {
  const connected = new Client({ connectionString: url });
  await connected.connect();
  await connected.query(`
    CREATE TABLE public.seen (bytes bytea);
    CREATE FUNCTION public.see() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO public.seen VALUES (NEW.bytes); RETURN NEW; END $$;
    CREATE TRIGGER seen BEFORE INSERT OR UPDATE ON gauntlet.live FOR EACH ROW EXECUTE FUNCTION public.see();
    CREATE TRIGGER seen BEFORE INSERT OR UPDATE ON gauntlet.output FOR EACH ROW EXECUTE FUNCTION public.see();`);
  return connected;
}

async function seenBy(connected: Client): Promise<string> {
  const { rows } = await connected.query<{ bytes: Buffer }>('SELECT bytes FROM public.seen');
  return rows.map(({ bytes }) => bytes.toString()).join('');
}

test(
  'BEYOND-08 BEYOND-09 what an agent says on a worker is followed while it works, and its key never reaches the database',
  { timeout: patience },
  async () => {
    const cluster = new ClusterRun(
      {
        config: {
          agents: { default: { use: 'command', run: ['sh', '.agent/agent.sh'], env: ['MY_API_KEY'] } },
        },
        tickets: [{ id: 'A' }],
        playbook: [
          { role: 'developer', ticket: 'A', shell: talkative },
          { role: 'fixer', ticket: 'nobody', hold: 'half' },
          { role: 'fixer', ticket: 'nobody', attempt: 1, hold: 'all' },
        ],
      },
      await place().server.database(),
    );
    run = cluster;
    await cluster.workerWith({ MY_API_KEY: KEY });
    client = await remembering(cluster.url);
    const { ended } = cluster.coordinate();
    await cluster.until('held half');
    const following = cluster.start(['logs', 'A', '--stage', 'develop', '--follow']);
    let said = '';
    following.child.stdout?.on('data', (text: string) => (said += text));
    await expect.poll(() => said, { timeout: 30_000 }).toContain('first words');
    expect(said).not.toContain(KEY.slice(0, 12));
    cluster.letGo('half');
    await cluster.until('held all');
    // The agent is held: what is seen of it is seen while it works.
    await expect.poll(() => said, { timeout: 30_000 }).toContain('[MY_API_KEY]\nlast words');
    expect((await cluster.ask('logs', 'A')).stdout).toContain('running');
    cluster.letGo('all');
    const { code, stderr } = await ended;
    expect(code, stderr).toBe(0);
    await following.ended;
    const everything = await seenBy(client);
    expect(everything).toContain('first words');
    expect(everything).not.toContain(KEY.slice(0, 12));
    expect(everything).not.toContain(KEY.slice(12));
    // At the end it is what was kept, once.
    await cluster.look();
    const [developed] = cluster.runs('A', 'develop');
    const kept = readFileSync(join(cluster.state, 'runs', String(developed?.run), 'stdout'), 'utf8');
    expect(kept.match(/first words/g)).toHaveLength(1);
    const { rowCount } = await client.query('SELECT 1 FROM gauntlet.live');
    expect(rowCount).toBe(0);
  },
);
