// Makes an empty database on a server for tests and prints its URL.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const server = process.argv[2] ?? '';
const name = `test_${randomBytes(8).toString('hex')}`;
const client = new Client({ connectionString: server });
await client.connect();
await client.query(`CREATE DATABASE ${name}`);
await client.end();
process.stdout.write(server.replace(/@([^/]*)\/\w+/, `@$1/${name}`));
