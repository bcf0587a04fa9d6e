import type { ProjectCheck } from '../../engine/rule.ts';
import { unprovided } from '../../concepts/wiring/unprovided.ts';
import { unregistered } from '../../concepts/wiring/unregistered.ts';

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    for (const { file, line, type } of unprovided(project))
      report.find(file, { line }, `\`${type}\` is injected here, but no module provides it`);
    for (const { file, line, type } of unregistered(project))
      report.find(file, { line }, `\`${type}\` is injected here, but nothing registers it as a service`);
  },
};
