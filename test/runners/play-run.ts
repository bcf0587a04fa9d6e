// Plays one tool of the kit in a whole run: three tickets, of which only the honest one may land.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import type { Validation } from '../../src/gates/index.ts';
import { EpicRun, epicId } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';
import { certificates } from './install.ts';
import { baseOf, furnish, type Mode, pathOf, setupOf, testsOf, timeout } from './play.ts';
import { CHECK, type Files, type Tool } from './tool.ts';

const honest = 'HONEST';
const broken = 'BROKEN';
const removed = 'REMOVED';

function deliver(ticket: string, write: Files): Step {
  return { role: 'developer', ticket, write };
}

export class KitRun extends EpicRun {
  #path = '';

  constructor(tool: Tool, mode: Mode) {
    super({
      files: baseOf(tool),
      config: {
        limits: { maxParallel: 2, maxVerify: 1, maxRevisions: 0, agentTimeout: timeout, stall: timeout },
      },
      epic: { ...setupOf(tool), verify: [{ id: CHECK, run: tool.check, timeout }] },
      tickets: [honest, broken, removed].map((id) => ({ id })),
      playbook: [
        deliver(honest, tool.honest),
        deliver(broken, tool.broken),
        deliver(removed, { ...tool.broken, ...tool.removed }),
      ],
    });
    this.#path = pathOf(mode, tool, this.folder);
    furnish(tool, this);
  }

  protected override extraEnvironment(): Readonly<Record<string, string | undefined>> {
    return { ...super.extraEnvironment(), ...certificates(), PATH: this.#path };
  }

  validation(ticket: string): Validation | undefined {
    return this.record(this.runs(ticket, 'validate')[0]?.run ?? -1, 'validation') as Validation | undefined;
  }
}

const isWorker = (): boolean => process.env['GAUNTLET_TEST_POSTGRES'] !== undefined;

/** Base green, the honest ticket lands with its check run, the other two do not. */
export async function expectRightRun(tool: Tool, mode: Mode): Promise<void> {
  const run = new KitRun(tool, mode);
  try {
    const ended = await run.run();
    const told = [ended.stdout, ended.stderr, JSON.stringify(run.events().slice(-20))].join('\n');
    if (isWorker()) expect(readdirSync(join(run.folder, 'worker'))).not.toEqual([]);
    expect(run.of('baseline', 'ticket_escalated'), told).toEqual([]);
    expect(run.landed(), told).toEqual([honest]);
    expect(run.git('rev-parse', `epic/${epicId}`)).not.toBe(run.git('rev-parse', 'main'));
    const [cell] = run.validation(honest)?.cells ?? [];
    expect(cell).toMatchObject({ check: CHECK, status: 'PASS', report: testsOf(tool) });
    for (const ticket of [broken, removed])
      expect(run.validation(ticket), `${ticket}: ${told}`).toMatchObject({ outcome: 'fail' });
  } finally {
    await run.left();
    run.remove();
  }
}
