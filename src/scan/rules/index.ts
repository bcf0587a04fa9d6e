import type { FactFinder, Rule } from '../rule.ts';
import { moduleFacts } from '../facts/modules.ts';
import { rule as front010 } from './FRONT-010/rule.ts';

/** Every rule, one line each, in the order of the families. */
export const allRules: readonly Rule[] = [front010];

/** Everything that learns facts. */
export const allFinders: readonly FactFinder[] = [moduleFacts];
