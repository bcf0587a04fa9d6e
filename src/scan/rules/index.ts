export { allFinders, allRules, syntaxFinders } from './registry.generated.ts';
