import type { CreationFact } from '../facts/entities.ts';
import type { ProjectFacts } from '../facts/facts.ts';
import { type Entity, entityModel } from './entity-model.ts';

export type Creation = CreationFact & { readonly path: string };

const known = new WeakMap<ProjectFacts, ReadonlyMap<Entity, readonly Creation[]>>();

/** Where rows of each entity are made, in code that ships. */
export function creationsOf(project: ProjectFacts): ReadonlyMap<Entity, readonly Creation[]> {
  const kept = known.get(project);
  if (kept !== undefined) return kept;
  const model = entityModel(project);
  const found = new Map<Entity, Creation[]>();
  for (const [path, file] of project.files) {
    if (file.isTest || file.isSide) continue;
    for (const creation of file.creations) {
      const { entity: name, orm } = creation;
      const entity = model.entity(name, path) ?? model.entity(capital(name), path);
      if (entity === undefined || (orm === undefined) === (entity.orm === 'prisma')) continue;
      if (orm !== undefined && orm !== entity.orm) continue;
      if (!isOfLanguage(entity.orm, file.language)) continue;
      found.set(entity, [...(found.get(entity) ?? []), { ...creation, path }]);
    }
  }
  known.set(project, found);
  return found;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/s$/, '');
}

function isOfLanguage(orm: Entity['orm'], language: string): boolean {
  if (orm === 'django' || orm === 'sqlalchemy') return language === 'python';
  if (orm === 'efcore') return language === 'csharp';
  if (orm === 'jpa') return language === 'java';
  if (orm === 'gorm') return language === 'go';
  return !/^(?:python|csharp|java|go)$/.test(language);
}
