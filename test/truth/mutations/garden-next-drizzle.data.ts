import type { Mutation } from '../mutation.ts';

const service = 'src/services/plots.ts';
const list = 'src/components/PlotList.tsx';
const schema = 'src/db/schema.ts';

export const mutations: readonly Mutation[] = [
  // ENUM
  {
    rule: 'ENUM-002',
    what: 'the component compares with a state that is none',
    file: list,
    find: `plot.state === 'taken'`,
    put: `plot.state === 'occupied'`,
  },
  // DB
  {
    rule: 'DB-001',
    what: 'a state in capitals in SQL',
    file: service,
    find: `export function cropsLike(word: string) {`,
    put: `export function freePlots() {
  return db.execute(sql\`select id, name from plots where state = 'FREE'\`);
}

export function cropsLike(word: string) {`,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'DB-002',
    what: 'members by one',
    file: service,
    find: `export function cropsLike(word: string) {`,
    put: `export function members() {
  return db.execute(sql\`select id, email from gardeners where is_member = 1\`);
}

export function cropsLike(word: string) {`,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'DB-008',
    what: 'the harvest names its plot by a number only',
    file: schema,
    find: `  plotId: integer('plot_id')
    .notNull()
    .references(() => plots.id),
});

export const gardenerRelations = relations(gardeners, ({ many }) => ({ plots: many(plots) }));

export const plotRelations = relations(plots, ({ one, many }) => ({
  gardener: one(gardeners, { fields: [plots.gardenerId], references: [gardeners.id] }),
  harvests: many(harvests),
}));

export const harvestRelations = relations(harvests, ({ one }) => ({
  plot: one(plots, { fields: [harvests.plotId], references: [plots.id] }),
}));`,
    put: `  plotId: integer('plot_id').notNull(),
});

export const gardenerRelations = relations(gardeners, ({ many }) => ({ plots: many(plots) }));

export const plotRelations = relations(plots, ({ one }) => ({
  gardener: one(gardeners, { fields: [plots.gardenerId], references: [gardeners.id] }),
}));`,
    also: ['DB-006'],
  },
];
