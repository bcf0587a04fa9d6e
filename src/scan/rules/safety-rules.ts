import type { Rule } from '../rule.ts';
import { rule as safe001 } from './SAFE-001/rule.ts';
import { rule as safe002 } from './SAFE-002/rule.ts';
import { rule as safe003 } from './SAFE-003/rule.ts';
import { rule as safe004 } from './SAFE-004/rule.ts';
import { rule as safe005 } from './SAFE-005/rule.ts';

/** What lets strangers in or loses what was to be kept. */
export const safetyRules: readonly Rule[] = [safe001, safe002, safe003, safe004, safe005];
