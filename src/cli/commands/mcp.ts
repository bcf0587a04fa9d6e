import { cliCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { launcherArguments } from '../hook/launcher.ts';
import { jsonText } from '../json-text.ts';
import { askCommand } from '../mcp/ask-command.ts';
import { eachLine } from '../mcp/each-line.ts';
import { McpServer } from '../mcp/server.ts';

/** Lets a coding agent ask how things stand and have its change looked at: never decide anything. */
export const mcp = cliCommand({
  name: 'mcp',
  summary: 'serve the Model Context Protocol on stdin and stdout: status, findings, a look at a change',
  options: [['--print', 'print the entry for .mcp.json']],
  note: '\nTools: gauntlet_status, gauntlet_get_findings, gauntlet_get_ticket, gauntlet_review, gauntlet_run_gate.\nNone of them decides, waives, steers or configures anything, and none asks a model.',
  async run({ io, options }) {
    if (options.print === true) {
      const gauntlet = { command: 'sh', args: launcherArguments('mcp') };
      io.stdout.write(jsonText({ mcpServers: { gauntlet } }));
      return exitCodes.passed;
    }
    const server = new McpServer(askCommand(io), (message) =>
      io.stdout.write(`${JSON.stringify(message)}\n`),
    );
    const open = new Set<Promise<void>>();
    await eachLine(io.stdin(), (message) => {
      const heard = server.hear(message).finally(() => open.delete(heard));
      open.add(heard);
    });
    // Whoever asked has gone: nobody waits for what is still running.
    server.close();
    await Promise.all(open);
    return exitCodes.passed;
  },
});
