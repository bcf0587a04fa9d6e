// A developer that turns its own clone into a trap for whoever takes the work over. Each attempt is first shown to work
// on somebody naive; in the run the attempt is sent back or harmless, and the honest second one lands.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  AttackedRun,
  isConfined,
  type Deeds,
  type Outside,
  refsOf,
  victimText,
} from '../../attacks/attacked-run.ts';

const trap = ({ marks }: Outside, name: string): string => `sh -c ': >${marks}/${name}; cat 2>/dev/null' --`;

/** Everything git runs for somebody, set in the clone's own configuration; the attributes that call it are committed. */
const boobyTraps = (outside: Outside): string => `
git config core.fsmonitor "${trap(outside, 'fsmonitor')}"
git config core.sshCommand "${trap(outside, 'ssh')}"
git config core.pager "${trap(outside, 'pager')}"
git config core.alternateRefsCommand "${trap(outside, 'alternate-refs')}"
git config filter.x.clean "${trap(outside, 'clean')}"
git config filter.x.smudge "${trap(outside, 'smudge')}"
git config diff.external "${trap(outside, 'external-diff')}"
git config diff.x.textconv "${trap(outside, 'textconv')}"
git config merge.x.driver "${trap(outside, 'merge-driver')}"
git config uploadpack.packObjectsHook "${trap(outside, 'pack-objects')}"
git config gpg.program "${trap(outside, 'gpg')}"
git config commit.gpgSign true
git config alias.read-tree "!${trap(outside, 'alias')}"
git config --unset core.hooksPath
mkdir -p .git/hooks
for hook in pre-commit post-commit post-checkout post-merge reference-transaction post-index-change pre-push; do
  printf '#!/bin/sh\\n: >${outside.marks}/%s\\n' "$hook" >".git/hooks/$hook"; chmod +x ".git/hooks/$hook"
done
echo '* filter=x diff=x merge=x' >.gitattributes
echo changed >>parts/base.txt
`;

/** A file of another repository of the same user, whose id somebody has told the developer. */
const secret = 'tellnobody\n';
const stolen = createHash('sha1').update(`blob ${secret.length}\0${secret}`).digest('hex');

const deeds: Deeds = {
  'TRAP-0': boobyTraps,
  'INDEX-0': ({ victim }) => `rm -f .git/index; ln -s ${victim} .git/index`,
  'REFS-0': ({ repository }) => `rm -rf .git/refs; ln -s ${repository}/.git/refs .git/refs`,
  'LOCKS-0': () => 'mkdir -p .git/index.lock/x .git/MERGE_HEAD/x; rm -f .git/index; mkdir -p .git/index/x',
  'STORE-0': ({ repository }) => `rm -rf .git/objects; ln -s ${repository}/.git/objects .git/objects`,
  'FILE-0': ({ repository }) => `rm -rf .git; echo 'gitdir: ${repository}/.git' >.git`,
  'LINK-0': ({ repository }) => `rm -rf .git; ln -s ${repository}/.git .git`,
  'GONE-0': () => 'rm -rf .git',
  'PIPES-0': () =>
    'rm -f .gitignore .gitattributes; mkfifo .gitignore .gitattributes parts/.gitignore parts/pipe',
  'ENDLESS-0': () => `git commit -qam x --allow-empty; rm -f .git/objects/info/alternates
    mkfifo .git/objects/info/alternates .git/objects/pack/pack-0000000000000000000000000000000000000000.idx`,
  'STOLEN-0': ({
    marks,
  }) => `git add -A; git commit -qm x; echo ${marks}/../private/.git/objects >.git/objects/info/alternates
    tree=$( { git ls-tree HEAD; printf '100644 blob ${stolen}\\tstolen.txt\\n'; } | git mktree --missing)
    git update-ref HEAD "$(git commit-tree -p HEAD -m stolen "$tree")"`,
  'PUSH-0': ({ repository }) => `git add -A; git commit -qm mine; git remote -v
    for where in ${repository} ${repository}/.git file://${repository} ${repository}/.git/gauntlet/hub.git origin; do
      git push "$where" HEAD:refs/heads/pushed HEAD:refs/heads/main HEAD:refs/heads/epic/e1 -f
    done`,
  'MOVED-0': ({ repository }) => `cd ..; mv "$OLDPWD" moved; ln -sT ${repository} "$OLDPWD"`,
  'ZERO-0': () => 'git commit -qm x --allow-empty; ln -sf /dev/zero .git/objects/info/alternates',
};

let epic: AttackedRun;
let ended: Awaited<ReturnType<AttackedRun['run']>>;
beforeAll(async () => {
  epic = new AttackedRun(
    {
      files: { '.gitattributes': '*.bin binary\n', '.gitignore': 'ignored\n' },
      config: { limits: { maxParallel: 4, maxVerify: 2, agentTimeout: '1m', stall: '1m' } },
      tickets: Object.keys(deeds).map((name) => {
        const id = name.replace('-0', '');
        return { id, ...(id === 'TRAP' ? { mayChange: ['.gitattributes'] } : {}) };
      }),
    },
    deeds,
  );
  epic.sh(
    'git init -q private && cd private && cat >secret.txt && git add -A && git commit -qm secret',
    epic.folder,
    secret,
  );
  ended = await epic.run();
}, 300_000);
afterAll(() => epic.remove());

const deed = (ticket: string): string => deeds[`${ticket}-0`]?.(epic.outside) ?? 'false';

describe.skipIf(!isConfined)('what a developer does to its clone', () => {
  test('T14 the whole epic lands, and nothing of the repository was changed beside its epic branch', () => {
    expect({ code: ended.code, stderr: ended.code === 0 ? '' : ended.stderr }).toEqual({
      code: 0,
      stderr: '',
    });
    expect([...epic.landed()].toSorted()).toEqual(
      Object.keys(deeds)
        .map((name) => name.replace('-0', ''))
        .toSorted(),
    );
    expect(refsOf(epic.repository)).toEqual(['refs/heads/epic/e1', 'refs/heads/main']);
    expect(epic.git('status', '--porcelain')).toBe('');
    expect(epic.git('fsck', '--strict', '--connectivity-only')).not.toMatch(/error|missing|broken/);
  });

  test('T14 DISPATCH-05 filters, hooks, monitors and drivers of a clone run for naive git, and for nobody in the run', () => {
    expect(epic.marks()).toEqual([]);
    const clone = epic.naively(deed('TRAP'));
    epic.sh('git status; git diff; git add -A; git commit -qm naive; git checkout -q -b other', clone);
    expect(epic.marks()).toEqual(
      expect.arrayContaining(['clean', 'external-diff', 'fsmonitor', 'pre-commit', 'reference-transaction']),
    );
  });

  test('T7 a link at .git/index overwrites what it leads to for a naive copy, and nothing here', () => {
    expect(readFileSync(epic.outside.victim, 'utf8')).toBe(victimText);
    const clone = epic.naively(deed('INDEX'));
    epic.sh('cp check.sh .git/index', clone);
    expect(readFileSync(epic.outside.victim, 'utf8')).not.toBe(victimText);
    writeFileSync(epic.outside.victim, victimText);
  });

  test('T7 a link at .git/refs takes a branch of a naive git into the repository of the user, and none here', () => {
    expect(refsOf(epic.repository)).not.toContain('refs/heads/ticket/REFS');
    const clone = epic.naively(deed('REFS'));
    epic.sh('git update-ref refs/heads/ticket/NAIVE HEAD', clone);
    expect(refsOf(epic.repository)).toContain('refs/heads/ticket/NAIVE');
    epic.git('update-ref', '-d', 'refs/heads/ticket/NAIVE');
  });

  test.each([
    ['STORE', /gone or was replaced/],
    ['FILE', /gone or was replaced/],
    ['LINK', /gone or was replaced/],
    ['GONE', /gone or was replaced/],
  ])(
    'DISPATCH-05 T7 %s: a .git that is not its own is used by a naive git, and sent back here',
    (ticket, said) => {
      const clone = epic.naively(deed(ticket));
      const common = epic.sh('cd "$(git rev-parse --git-common-dir)" && pwd -P; cd objects && pwd -P', clone);
      expect(ticket === 'GONE' || common.includes(epic.repository)).toBe(true);
      expect(epic.of(ticket, 'validation_failed').length).toBe(1);
      expect(epic.complaints(ticket)).toMatch(said);
    },
  );

  test('T13 pipes where git reads its own files hold a naive git for ever, and are gone here', () => {
    const clone = epic.naively(deed('PIPES'));
    expect(epic.sh('timeout 2 git status; echo $?', clone).trim()).toBe('124');
    expect(epic.complaints('PIPES')).toMatch(/\.gitignore.*neither a file nor a link/);
  });

  test.each([
    ['ENDLESS', /not a plain file/],
    ['ZERO', /not a plain file/],
  ])('T13 %s: an object store that never ends holds a naive git, and is not opened here', (ticket, said) => {
    const clone = epic.naively(deed(ticket));
    // A store that is read until the memory is full is ended by its limit, one that waits by its time.
    expect(epic.sh('ulimit -v 400000; timeout 3 git log -1 >/dev/null 2>&1; echo $?', clone).trim()).not.toBe(
      '0',
    );
    expect(epic.complaints(ticket)).toMatch(said);
  });

  test('T1 T14 objects of another repository get into a naive fetch by alternates, and not into the hub', () => {
    const clone = epic.naively(deed('STOLEN'));
    expect(epic.sh('git show HEAD:stolen.txt', clone)).toBe(secret);
    expect(epic.complaints('STOLEN')).toMatch(/redirected/);
    expect(epic.sh(`git cat-file -e ${stolen} 2>/dev/null && echo there`)).toBe('');
    expect(
      epic.sh(`git --git-dir=.git/gauntlet/hub.git cat-file -e ${stolen} 2>/dev/null && echo there`),
    ).toBe('');
  });

  test('DISPATCH-10 EPIC-12 a push to the repository of the user works from a plain clone, and from no workspace', () => {
    expect(refsOf(epic.repository)).not.toContain('refs/heads/pushed');
    const [{ run } = { run: -1 }] = epic.runs('PUSH', 'develop');
    const said = readFileSync(join(epic.state, 'runs', String(run), 'stderr'), 'utf8');
    expect(said.match(/fatal:|error:/g)?.length).toBeGreaterThanOrEqual(5);
    epic.naively('git commit -q --allow-empty -m mine; git push -q origin HEAD:refs/heads/pushed');
    expect(refsOf(epic.repository)).toContain('refs/heads/pushed');
    epic.git('update-ref', '-d', 'refs/heads/pushed');
  });

  test('T7 EPIC-12 a work tree is swapped for a link to the checkout in a plain folder, and stays what it is here', () => {
    const clone = epic.naively(deed('MOVED'));
    expect(realpathSync(clone)).toBe(realpathSync(epic.repository));
    expect(epic.story('MOVED')).not.toContain('validation_failed');
    expect(epic.git('show', 'epic/e1:parts/MOVED.txt')).toBe('MOVED, attempt 0');
  });

  test('T13 folders where git has lock files do not end the run', () => {
    expect(epic.of('LOCKS', 'task_complete').length).toBe(1);
    expect(
      readdirSync(join(epic.folder, 'ws'), { recursive: true }).some((name) =>
        /tickets.LOCKS$/.test(String(name)),
      ),
    ).toBe(false);
  });
});
