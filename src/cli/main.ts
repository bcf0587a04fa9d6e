// The entry for development: the same words as the published stub, straight from the sources.
import { helpTexts } from './build-command.ts';
import { commandGroups, commands, unnamed } from './commands/index.ts';
import { exitCodes } from '../model/exit-codes.ts';
import { nodeComplaint } from './floor.ts';
import { processIo } from './io.ts';
import { runCommand } from './run-command.ts';
import { startOf } from './start.ts';
import { toolVersion } from '../project/tool-version.ts';
import { endAsBug } from './uncaught.ts';
import { silenceSqliteWarning } from './warnings.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  const io = processIo();
  const complaint = nodeComplaint(process.versions.node);
  if (complaint !== undefined) {
    io.stderr.write(complaint);
    return exitCodes.environment;
  }
  const start = startOf(argv, { version: await toolVersion(), help: helpTexts(commandGroups) });
  switch (start.kind) {
    case 'print':
      io.stdout.write(start.text);
      return exitCodes.passed;
    case 'refuse':
      if (start.json !== undefined) io.stdout.write(start.json);
      io.stderr.write(start.text);
      return exitCodes.usage;
    case 'run': {
      silenceSqliteWarning(process);
      endAsBug(process);
      const command = [...commands, ...unnamed].find((each) => each.name === start.command);
      return command === undefined ? exitCodes.bug : runCommand(command, start.args, io);
    }
  }
}
