/**
 * How many honest deliveries the gates refuse: real commits of public repositories, each replayed through `gauntlet run`
 * as the work of a scripted developer.
 *
 *   npm run replay -- --mirrors DIR [--only NAME]... [--half A|B] [--json] [--cache DIR]
 *
 * DIR (or GAUNTLET_MIRRORS) holds git mirrors of the repositories in bench/real-repositories.json, as `owner+name` or
 * `owner/name`. Results are kept by repository, commit and build, so that an interrupted replay goes on where it was.
 * Exits with 1 when more than 2 % of the commits are refused.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { sharedCli } from '../../test/support/shared-cli.ts';
import { root } from '../../test/source.ts';
import { Checkout } from './checkout.ts';
import { replay } from './deliver.ts';
import { mirrorOf, repositoriesOf } from './list.ts';
import { buildOf, openResults } from './results.ts';
import { MOST_REFUSED, refusedShare, type Row, tableText } from './table.ts';

const { values } = parseArgs({
  options: {
    mirrors: { type: 'string', default: process.env['GAUNTLET_MIRRORS'] },
    cache: { type: 'string', default: join(root, 'node_modules/.cache/gauntlet-replay') },
    only: { type: 'string', multiple: true, default: [] },
    half: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const { mirrors, cache } = values;
if (mirrors === undefined) throw new Error('no mirrors: add --mirrors DIR or set GAUNTLET_MIRRORS');

const cli = sharedCli();
const results = openResults(join(cache, 'results'), buildOf(cli));
const rows: Row[] = [];
for (const repository of repositoriesOf({ only: values.only, half: values.half })) {
  const { name, repo } = repository;
  for (const commit of repository.commits) {
    let result = results.get(repo, commit);
    if (result === undefined) {
      const checkout = new Checkout(join(cache, name), mirrorOf(mirrors, repo), cli);
      result = await replay(checkout, repository, commit);
      results.keep(repo, commit, result);
      console.error(`${name} ${commit.slice(0, 10)}: ${result.outcome}, ${result.seconds} s`);
    }
    rows.push({ repository, commit, result });
  }
}

const share = refusedShare(rows);
if (values.json)
  console.log(
    JSON.stringify(rows.map(({ repository: { name, half }, ...rest }) => ({ name, half, ...rest }))),
  );
else {
  console.log(tableText(rows));
  console.log(`${(100 * share).toFixed(1)} % of ${rows.length} commits were refused`);
}
process.exitCode = share > MOST_REFUSED ? 1 : 0;
