import type { Rule } from '../rule.ts';
import { rule as mock001 } from './MOCK-001/rule.ts';
import { rule as mock002 } from './MOCK-002/rule.ts';
import { rule as mock003 } from './MOCK-003/rule.ts';
import { rule as mock004 } from './MOCK-004/rule.ts';
import { rule as mock005 } from './MOCK-005/rule.ts';
import { rule as mock006 } from './MOCK-006/rule.ts';
import { rule as mock007 } from './MOCK-007/rule.ts';
import { rule as mock008 } from './MOCK-008/rule.ts';

/** Made-up data. */
export const mockRules: readonly Rule[] = [
  mock001,
  mock002,
  mock003,
  mock004,
  mock005,
  mock006,
  mock007,
  mock008,
];
