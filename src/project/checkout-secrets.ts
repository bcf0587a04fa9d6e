import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const SECRET =
  /^\.env(?!.*(?:example|sample|template|dist))(?:\..+)?$|^\.(?:npmrc|netrc|pypirc|git-credentials|htpasswd)$|\.(?:pem|key|p12|pfx|jks|keystore)$|^id_(?:rsa|dsa|ecdsa|ed25519)$|^credentials(?:\.json)?$/i;
const PASSED_OVER = new Set(['.git', '.gauntlet', 'node_modules']);
const DEEPEST = 3;
const MOST_FOLDERS = 2000;
const MOST = 100;

/**
 * Files of a checkout that people keep secrets in. Agents and checks work in trees of their own and may see the rest of
 * the machine, so these are hidden from them; what `setup` copies or links is handed over all the same.
 */
export function checkoutSecrets(top: string): readonly string[] {
  const found: string[] = [];
  let folders = [top];
  let looked = 0;
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    const deeper: string[] = [];
    for (const folder of folders) {
      if ((looked += 1) > MOST_FOLDERS || found.length >= MOST) return found;
      for (const entry of entriesOf(folder)) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) deeper.push(path);
        else if (SECRET.test(entry.name) && !entry.isDirectory()) found.push(path);
      }
    }
    folders = deeper;
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
