import type { ProjectRule } from '../../rule.ts';
import { unprovided } from '../../wire/unprovided.ts';
import { unregistered } from '../../wire/unregistered.ts';

export const rule: ProjectRule = {
  id: 'WIRE-003',
  family: 'wire',
  kind: 'project',
  severity: 'HIGH',
  confidence: 'high',
  title: 'Something is asked for by injection that nobody provides',
  why: 'The application fails when it starts, or with the first request that needs it.',
  fix: 'Name it among the providers of a module, or register it with the services of the application.',
  check(project, report) {
    for (const { file, line, type } of unprovided(project))
      report.find(file, { line }, `\`${type}\` is asked for here, and no module provides it`);
    for (const { file, line, type } of unregistered(project))
      report.find(file, { line }, `\`${type}\` is asked for here, and nothing registers it as a service`);
  },
};
