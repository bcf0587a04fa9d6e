// What every attack on a run needs: developers that do something after they have answered, a place outside of every
// sandbox in which an attack that gets out leaves its name, and the naive way, in which it does get out.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openProcesses } from '../../src/process/index.ts';
import { EpicRun, type Ended, type World } from '../support/epic-run.ts';
import { pathWithout } from '../support/path-without.ts';

/** Scripts by `<ticket>-<attempt>`: what a developer does in its workspace once it has said its answer. */
export type Deeds = Readonly<Record<string, (place: Outside) => string>>;

/** Paths an attacker would like to reach, all outside of what it may write. */
export type Outside = {
  readonly repository: string;
  /** A folder in which anybody who is not confined can leave a file. */
  readonly marks: string;
  /** A file of the user's that must stay as it is. */
  readonly victim: string;
};

const probe = mkdtempSync(join(tmpdir(), 'gauntlet-probe-'));
const { enforcement } = await openProcesses({ stateFolder: probe });
rmSync(probe, { recursive: true, force: true });

/** Without the sandbox of this machine most attacks would succeed: those tests are skipped, and seen to be. */
export const isConfined = enforcement === 'enforced';

export const victimText = 'as it was\n';

export class AttackedRun extends EpicRun {
  readonly outside: Outside;
  #clones = 0;

  constructor(world: World, deeds: Deeds = {}) {
    super({
      ...world,
      config: { agents: { default: { use: 'command', run: ['sh', '.agent/deeds.sh'] } }, ...world.config },
    });
    this.outside = {
      repository: this.repository,
      marks: join(this.folder, 'marks'),
      victim: join(this.folder, 'victim'),
    };
    mkdirSync(this.outside.marks);
    writeFileSync(this.outside.victim, victimText);
    this.write({
      '.agent/deeds.sh': deedsScript,
      ...Object.fromEntries(
        Object.entries(deeds).map(([when, deed]) => [`.agent/after-${when}`, deed(this.outside)]),
      ),
    });
  }

  /** Names that attacks left outside, oldest name first. */
  marks(): readonly string[] {
    return readdirSync(this.outside.marks).toSorted();
  }

  /** Does the same in a plain clone that nobody watches, as a naive coordinator would have made it. */
  naively(script: string): string {
    this.#clones += 1;
    const clone = join(this.folder, `naive-${this.#clones}`);
    this.git('clone', '--quiet', this.repository, clone);
    this.sh(script, clone);
    return clone;
  }

  /** A shell command of somebody who is not confined; what it answers does not matter. */
  sh(script: string, cwd = this.repository, input = ''): string {
    const { stdout } = spawnSync('sh', ['-c', script], { cwd, input, encoding: 'utf8', env: this.#plain() });
    return stdout;
  }

  #plain(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: join(this.folder, 'home'),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Naive',
      GIT_AUTHOR_EMAIL: 'naive@example.invalid',
      GIT_COMMITTER_NAME: 'Naive',
      GIT_COMMITTER_EMAIL: 'naive@example.invalid',
    };
  }

  /** The same run on a machine without bubblewrap. */
  async runUnconfined(...args: readonly string[]): Promise<Ended> {
    const ended = await this.start(['run', 'epic.yaml', '--no-input', ...args], {
      PATH: pathWithout('bwrap', join(this.folder, 'programs')),
    }).ended;
    await this.look();
    return ended;
  }

  /** Everything a gate said about a ticket, as one text. */
  complaints(ticket: string): string {
    return JSON.stringify(this.runs(ticket, 'validate').map(({ run }) => this.record(run, 'validation')));
  }
}

/** The agents' own program, and then the deed. Its answer is given before, so nothing of the deed has to look like one. */
const deedsScript = `here=\${0%/*}
sh "$here/agent.sh" || exit
deed="$here/after-$GAUNTLET_TICKET-$GAUNTLET_ATTEMPT"
if [ "$GAUNTLET_ROLE" = developer ] && [ -e "$deed" ]; then ( . "$deed" ) >&2; fi
exit 0
`;

/** Refs of a repository with what they point at. */
export function refsOf(repository: string): readonly string[] {
  return execFileSync('git', ['for-each-ref', '--format=%(refname)'], { cwd: repository, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}
