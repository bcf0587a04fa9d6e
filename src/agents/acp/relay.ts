// Started by an agent, in its sandbox, as the MCP server of its session: hands every byte to the coordinator and back.
// It knows nothing and decides nothing: what runs beside it could read or replace it, and would gain nothing by that.
import { connect } from 'node:net';

const socket = connect({ host: '127.0.0.1', port: Number(process.argv[2]) });
socket.on('error', () => process.exit(1));
socket.on('close', () => process.exit(0));
process.stdin.on('error', () => process.exit(1));
process.stdout.on('error', () => process.exit(1));
process.stdin.pipe(socket);
socket.pipe(process.stdout);
