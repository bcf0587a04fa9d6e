import { capital } from '../../values/domain-words.ts';
import { addTo } from '../../../engine/add-to.ts';
import type { CreationFact } from '../fact.ts';
import { type Entity, entityModel } from './entity-model.ts';
import { memoPerProject } from '../../../engine/incremental/memo.ts';

export type Creation = CreationFact & { readonly path: string };

/** Where rows of each entity are made, in code that ships. */
export const creationsOf = memoPerProject((project): ReadonlyMap<Entity, readonly Creation[]> => {
  const model = entityModel(project);
  const found = new Map<Entity, Creation[]>();
  for (const [path, file] of project.files) {
    if (file.isTest || file.isSide) continue;
    for (const creation of file.creations) {
      const { entity: name, orm } = creation;
      const entity = model.entity(name, path) ?? model.entity(capital(name).replace(/(?<=.)s$/, ''), path);
      if (entity === undefined) continue;
      // Rows of Prisma and Drizzle are told by how they are made, those of all others are not.
      const isToldSo = entity.orm === 'prisma' || entity.orm === 'drizzle';
      if (orm === undefined ? isToldSo : orm !== entity.orm) continue;
      if (!isOfLanguage(entity.orm, file.language)) continue;
      addTo(found, entity, { ...creation, path });
    }
  }
  return found;
});

function isOfLanguage(orm: Entity['orm'], language: string): boolean {
  if (orm === 'django' || orm === 'sqlalchemy') return language === 'python';
  if (orm === 'efcore') return language === 'csharp';
  if (orm === 'jpa') return language === 'java';
  if (orm === 'gorm') return language === 'go';
  return !/^(?:python|csharp|java|go)$/.test(language);
}
