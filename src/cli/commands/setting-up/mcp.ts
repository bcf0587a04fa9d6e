import { jsonLines, McpServer } from '../../../agents/index.ts';
import { cliCommand } from '../../command.ts';
import { exitCodes } from '../../../model/exit-codes.ts';
import { launcherArguments } from '../../hook/launcher.ts';
import { jsonText } from '../../../project/json-text.ts';
import { askCommand } from '../../../project/ask-command.ts';
import { tools } from '../../mcp/tools.ts';
import { toolVersion } from '../../../project/tool-version.ts';

/** Lets a coding agent ask how things stand and have its change looked at: never decide anything. */
export const mcp = cliCommand({
  name: 'mcp',
  summary: 'serve the Model Context Protocol on stdin and stdout: status, findings, a check of a change',
  options: [['--print', 'print the entry for .mcp.json']],
  note: '\nTools: gauntlet_status, gauntlet_get_findings, gauntlet_get_ticket, gauntlet_review, gauntlet_run_gate.\nNo tool decides, waives, steers or configures anything, and none calls a model.',
  async run({ io, options }) {
    if (options.print === true) {
      const gauntlet = { command: 'sh', args: launcherArguments('mcp') };
      io.stdout.write(jsonText({ mcpServers: { gauntlet } }));
      return exitCodes.passed;
    }
    const about = { name: 'gauntlet', title: 'Gauntlet', version: await toolVersion() };
    const ask = askCommand(io);
    const offered = tools.map((tool) => tool(ask));
    const server = new McpServer(about, offered, (message) =>
      io.stdout.write(`${JSON.stringify(message)}\n`),
    );
    const open = new Set<Promise<void>>();
    const hear = jsonLines((message) => {
      const heard = server.hear(message).finally(() => open.delete(heard));
      open.add(heard);
    });
    for await (const piece of io.stdin().setEncoding('utf8')) hear(String(piece));
    // Whoever asked has gone: nobody waits for what is still running.
    server.close();
    await Promise.all(open);
    return exitCodes.passed;
  },
});
