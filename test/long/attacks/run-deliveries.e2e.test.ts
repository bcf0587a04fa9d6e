// What a developer delivers under names and links that break a checkout, an export or a reader: each is that ticket's own
// failure with its cause, the epic goes on, and nobody is sent to repair anything.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { patience } from '../../support/epic-run.ts';
import { AttackedRun, type Deeds } from '../../attacks/attacked-run.ts';

/** Puts one entry beside those of the branch without asking git or a file system whether it may be there. */
const plumbed = (entry: string): string => `
git add -A; git commit -qm part; blob=$(echo x | git hash-object -w --stdin)
${entry}
git update-ref HEAD "$(git commit-tree -p HEAD -m odd "$({ git ls-tree HEAD; echo "$line"; } | git mktree)")"; git reset -q`;

const deeds: Deeds = {
  'LONG-0': () => plumbed(`line=$(printf '100644 blob %s\\t%s' $blob "$(printf 'n%.0s' $(seq 300))")`),
  'FAR-0': () =>
    plumbed(`tree=$(printf '100644 blob %s\\tfile\\n' $blob | git mktree); name=$(printf 'd%.0s' $(seq 200)); n=0
while [ $n -lt 27 ]; do tree=$(printf '040000 tree %s\\t%s\\n' $tree $name | git mktree); n=$((n + 1)); done
line=$(git ls-tree $tree)`),
  'OUT-0': () => 'ln -s ../../../etc/passwd parts/passwd',
  'GONE-0': () => 'ln -s nowhere.txt parts/gone.txt',
  'LOOP-0': () => 'ln -s round.txt parts/loop.txt; ln -s loop.txt parts/round.txt',
  'BEHIND-0': () => 'ln -s there parts/here; ln -s .. parts/there; ln -s here/../../outside parts/behind',
  'INSIDE-0': () =>
    'mkdir -p parts/d; ln -s ../base.txt parts/d/base.txt; ln -s d parts/folder; ln -s folder/base.txt parts/chain.txt',
};
const hostile = Object.keys(deeds).map((name) => name.replace('-0', ''));
const ids = [...hostile, 'OTHER'];

let epic: AttackedRun;
let ended: Awaited<ReturnType<AttackedRun['run']>>;
beforeAll(async () => {
  epic = new AttackedRun(
    {
      files: { 'parts/base.txt': 'base\n' },
      config: { limits: { maxParallel: 2, maxVerify: 2, maxRevisions: 1 } },
      tickets: ids.map((id) => ({ id })),
    },
    deeds,
  );
  ended = await epic.run();
}, patience);
afterAll(() => epic.remove());

const complaints = (ticket: string): string =>
  JSON.stringify(epic.runs(ticket, 'validate').map(({ run }) => epic.record(run, 'validation')));

test.each([
  ['LONG', /n{100}.*cannot be checked out: a name can be at most 255 bytes/],
  ['FAR', /d{100}.*cannot be checked out: a name can be at most 255 bytes long, and a whole path 3500/],
  ['OUT', /parts\/passwd.*leads out of the repository, to .*etc\/passwd/],
  ['GONE', /parts\/gone\.txt.*to .*nowhere\.txt.*, which is not in the repository/],
  ['LOOP', /parts\/loop\.txt.*leads back to itself/],
  ['BEHIND', /parts\/behind.*leads out of the repository/],
])(
  'EVID-08 the delivery of %s is refused with its cause, and nothing of it is computed elsewhere',
  (id, why) => {
    expect(epic.of(id, 'validation_failed')).toHaveLength(1);
    expect(complaints(id)).toMatch(why);
    expect(epic.of(id, 'validation_broken')).toEqual([]);
  },
);

test('EVID-08 links that end in the repository land as they are, also by way of another link', () => {
  expect(epic.of('INSIDE', 'validation_failed'), complaints('INSIDE')).toEqual([]);
  expect(epic.git('ls-tree', '-r', 'epic/e1', 'parts').match(/^120000/gm)).toHaveLength(3);
});

test('EVID-08 the other tickets land, the epic ends, and nobody repairs a base that is not broken', () => {
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  expect([...epic.landed()].toSorted()).toEqual(ids.toSorted());
  expect(epic.events().filter(({ type }) => type === 'remediation_opened')).toEqual([]);
});
