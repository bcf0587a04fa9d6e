// Jest: plain, with TypeScript, and with projects.
import {
  commonJs,
  copied,
  expecting,
  linked,
  manifest,
  npmInstall,
  testedBy,
  type Tool,
  withPackages,
} from '../tool.ts';

const jestPlain: Tool = {
  ...withPackages(
    testedBy({
      sourceOf: commonJs,
      testOf: expecting(["const { NAME } = require('../src/NAME.js');"], (name) => `test/${name}.test.js`),
    }),
    { scripts: { test: 'jest' }, devDependencies: { jest: '30.5.2' } },
  ),
  name: 'jest',
  setup: npmInstall,
};

const jestTypeScript: Tool = {
  ...withPackages(
    testedBy({
      sourceOf: ({ name, body }) => [
        `src/${name}.ts`,
        `export const ${name} = ${body.replace('(a, b)', '(a: number, b: number)').replace('(name)', '(name: string)')};\n`,
      ],
      testOf: expecting(["import { NAME } from '../src/NAME';"], (name) => `test/${name}.test.ts`),
    }),
    {
      scripts: { test: 'jest' },
      jest: { preset: 'ts-jest' },
      devDependencies: { jest: '30.5.2', 'ts-jest': '29.4.15', '@types/jest': '30.0.0', typescript: '5.9.3' },
    },
    { 'tsconfig.json': `${JSON.stringify({ compilerOptions: { strict: true, types: ['jest'] } })}\n` },
  ),
  name: 'jest with TypeScript',
  setup: linked,
};

const project = (name: string): Readonly<Record<string, string>> => ({
  [`packages/${name}/package.json`]: manifest({ name: `@kit/${name}`, jest: { displayName: name } }),
});
const inPackage = (name: string): string => (name === 'greet' ? 'words' : 'maths');

const jestProjects: Tool = {
  ...withPackages(
    testedBy({
      sourceOf: ({ name, body }) => [
        `packages/${inPackage(name)}/${name}.js`,
        `exports.${name} = ${body};\n`,
      ],
      testOf: expecting(
        ["const { NAME } = require('./NAME.js');"],
        (name) => `packages/${inPackage(name)}/${name}.test.js`,
      ),
    }),
    {
      scripts: { test: 'jest' },
      jest: { projects: ['<rootDir>/packages/*'] },
      devDependencies: { jest: '30.5.2' },
    },
    { ...project('maths'), ...project('words') },
  ),
  name: 'jest with projects',
  setup: copied,
};

export const jest = { jestPlain, jestTypeScript, jestProjects } as const;
