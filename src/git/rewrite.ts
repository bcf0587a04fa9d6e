import { oneLine } from '../model/landing-message.ts';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Lander, Merge } from '../ports/git.ts';
import { candidate } from './candidate.ts';
import type { Context } from './context.ts';
import { safeObject } from './context.ts';
import { randomName } from './files.ts';
import { quarantined } from './quarantine.ts';

type Rewritten = Parameters<Lander['rewrite']>[0];

/** The tip with other words in one file that it has, and nothing else changed (TEAM-26). */
export async function rewriteOf(context: Context, epic: string, change: Rewritten): Promise<Merge> {
  await context.ready();
  const { tip, path, bytes, title, run, at } = change;
  const mode = await modeOf(context, tip, path);
  if (mode === undefined) return { kind: 'conflict', files: [path] };
  const index = join(context.layout.temporary, `${randomName()}.index`);
  return await quarantined(context, async (quarantine) => {
    const place = { ...quarantine.place, index };
    try {
      const written = await context.git(['hash-object', '-w', '--stdin'], place, { input: bytes });
      const blob = safeObject(written.out.toString('utf8').trim());
      await context.git(['read-tree', safeObject(tip)], place);
      await context.git(['update-index', '-z', '--index-info'], place, {
        input: `${mode} ${blob}\t${path}\0`,
      });
      const tree = safeObject((await context.git(['write-tree'], place)).out.toString('utf8').trim());
      const message = `${oneLine(title)}\n\nRequirements: ${oneLine(path)}\nRun: ${run}\n`;
      const wanted = { name: `ticks/${epic}`, parents: [tip], message, at, overlapping: false };
      return await candidate(
        context,
        quarantine,
        { tree, conflicts: [], conflictsBySide: [], stages: [] },
        wanted,
      );
    } finally {
      rmSync(index, { force: true });
    }
  });
}

/** Of a plain file; a link, a folder or nothing cannot be written. */
async function modeOf(context: Context, tip: string, path: string): Promise<string | undefined> {
  const args = ['ls-tree', '-z', '--full-tree', safeObject(tip), '--', `:(literal)${path}`];
  const { out } = await context.git(args, context.hub);
  return /^(100(?:644|755)) blob /.exec(out.toString('utf8'))?.[1];
}
