import type { Mutation } from '../mutation.ts';

const service = 'src/services/plots.ts';
const form = 'src/components/HarvestForm.tsx';

export const mutations: readonly Mutation[] = [
  // BACK
  {
    rule: 'BACK-001',
    what: 'sql.raw with the word in it',
    file: service,
    find: 'sql`select distinct crop from harvests where crop ilike ${`%${word}%`}`',
    put: "sql.raw(`select distinct crop from harvests where crop ilike '%${word}%'`)",
  },
  {
    rule: 'BACK-002',
    what: 'one insert after the other',
    file: service,
    find: `    await tx.insert(harvests).values(all.map((each) => ({ ...each, plotId })));`,
    put: `    for (const each of all) {
      await tx.insert(harvests).values({ ...each, plotId });
    }`,
  },
  {
    rule: 'BACK-016',
    what: 'harvests are replaced without a transaction',
    file: service,
    find: `  await db.transaction(async (tx) => {
    await tx.delete(harvests).where(eq(harvests.plotId, plotId));
    await tx.insert(harvests).values(all.map((each) => ({ ...each, plotId })));
  });`,
    put: `  await db.delete(harvests).where(eq(harvests.plotId, plotId));
  await db.insert(harvests).values(all.map((each) => ({ ...each, plotId })));`,
  },
  // WIRE
  {
    rule: 'WIRE-002',
    what: 'a reminder that is never sent',
    file: 'src/app/api/reminders/route.ts',
    find: `  const { email, plot } = reminder.parse(await request.json());
  await remindOf(email, plot);
  return NextResponse.json({ sent: true });`,
    put: `  return NextResponse.json({ sent: true });`,
    also: ['ORPHAN-001', 'ORPHAN-002'],
  },
  // SDL
  {
    rule: 'SDL-003',
    what: 'no crop, no word',
    file: form,
    find: `    if (!crop) {
      setProblem('Say what you harvested.');
      return;
    }`,
    put: `    if (!crop) return;`,
  },
];
