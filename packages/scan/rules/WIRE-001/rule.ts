import type { ProjectCheck } from '../../engine/rule.ts';
import { unmounted } from '../../concepts/wiring/unmounted.ts';

const SAID = {
  router: 'has routes, but nothing mounts it',
  controller: 'is a controller that no module registers',
  module: 'is a module with controllers that no other module imports',
  endpoints: 'maps routes, but nothing calls it',
  controllers: 'is called, but nothing maps the controllers (MapControllers)',
  view: 'is a view that no URL leads to',
  addresses: 'is a list of URLs that no other list includes',
};

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const { found, unclear } = unmounted(project);
    for (const { file, line, name, kind } of found) report.find(file, { line }, `\`${name}\` ${SAID[kind]}`);
    for (let count = 0; count < unclear; count += 1)
      report.unresolved('uses of a router or controller that could not be traced');
  },
};
