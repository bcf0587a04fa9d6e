import { lstat, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

const RECORD = /^session-(?!earlier)[\w-]+\.jsonl?$/;

/**
 * Gemini names the record of a conversation by its minute. When it goes on with one within that minute it begins a new
 * record over the old one, and then finds nothing to go on with: the old one gets another name before.
 */
export async function renameRecords(home: string): Promise<void> {
  const own = join(home, '.gemini');
  const projects = join(own, 'tmp');
  if (!(await isFolder(own))) return;
  for (const project of await namesIn(projects)) {
    const chats = join(projects, project, 'chats');
    if (!(await isFolder(join(projects, project)))) continue;
    const names = await namesIn(chats);
    const count = names.length;
    for (const [index, name] of names.filter((each) => RECORD.test(each)).entries()) {
      const other = name.replace('session-', `session-earlier-${count}-${index}-`);
      await rename(join(chats, name), join(chats, other)).catch(() => undefined);
    }
  }
}

/** What is in a folder, never in what a link leads to: an agent has lived here. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return (await isFolder(folder)) ? readdir(folder).catch(() => []) : [];
}

async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
