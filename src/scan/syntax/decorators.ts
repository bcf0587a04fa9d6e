export { decoratorsOf } from '../parse/typescript.ts';
