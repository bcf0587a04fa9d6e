import type { Rule } from '../rule.ts';
import { rule as test001 } from './TEST-001/rule.ts';
import { rule as test002 } from './TEST-002/rule.ts';
import { rule as test003 } from './TEST-003/rule.ts';
import { rule as test004 } from './TEST-004/rule.ts';
import { rule as test005 } from './TEST-005/rule.ts';
import { rule as test006 } from './TEST-006/rule.ts';

/** Whether tests prove anything. */
export const testRules: readonly Rule[] = [test001, test002, test003, test004, test005, test006];
