// Codex itself, against a scripted model on loopback.
import { codex } from './codex-agent.ts';
import { itWorksForReal } from './kit.ts';

await itWorksForReal(codex);
