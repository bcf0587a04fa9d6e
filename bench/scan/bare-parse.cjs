// What everything is compared with: each file read and parsed once by TypeScript, and nothing else.
const { readFileSync } = require('node:fs');
const ts = require('typescript-api');

const files = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const file of files) ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
