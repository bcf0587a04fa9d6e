import { z } from 'zod';
import { risks } from '../model/epic.ts';
import * as part from './shape-parts.ts';

export type WrittenEpic = z.infer<ReturnType<typeof build>>;
export type WrittenTicket = WrittenEpic['tickets'][number];

let built: ReturnType<typeof build> | undefined;

/** What may stand in an epic file. Strict: a misspelt key is an error, not a silent default. */
export function epicShape(): ReturnType<typeof build> {
  built ??= build();
  return built;
}

function build() {
  return z
    .strictObject({
      $schema: z.string().describe('For editors.').optional(),
      version: part.version(),
      epic: part.words('Id of the epic; its branch is epic/<id>.'),
      title: part.words('One line.').optional(),
      description: z.string().describe('What the epic is about.').optional(),
      original: part.words('Path of the request or PRD it was made from.').optional(),
      base: part.words('The branch it starts from (main).').optional(),
      depth: part.depth('How thorough judging is; overrides gauntlet.yaml.').optional(),
      limits: part.limits('Bounds; override those of gauntlet.yaml one by one.').optional(),
      setup: part.setup('Readies every workspace, before any agent or check.').optional(),
      environments: part.environments('Where checks run; one called local when left out.').optional(),
      verify: part.verify('Commands that prove the work.').optional(),
      coordination: coordination().optional(),
      reading: part.reading('Files for developers and critics of every ticket.').optional(),
      standards: part.standards('Rules for every ticket: paths or text.').optional(),
      dimensions: part.dimensions('Review dimensions on top of the six.').optional(),
      milestones: z.array(milestone()).describe('Groups of tickets that are audited together.').optional(),
      phases: phases().optional(),
      allowOverlap: part
        .flag('Develop tickets with overlapping touches at the same time (false).')
        .optional(),
      tickets: z.array(ticket()).min(1).max(20_000).describe('The work, in file order.'),
    })
    .describe('An epic: tickets, their dependencies and acceptance criteria.');
}

/** The keys of a ticket are optional here because a Markdown file may give them; the rules ask for what is missing. */
export function ticket() {
  return z.strictObject({
    id: part.words('Id; its branch is ticket/<id>.').optional(),
    title: part.words('One line.').optional(),
    description: z.string().describe('What is to be done.').optional(),
    file: part.words('A Markdown file with front matter and an acceptance list.').optional(),
    type: part.words('Kind of ticket, for review.criticsBy.').optional(),
    priority: z
      .union([z.int().min(-1_000).max(1_000), part.choice(['high', 'normal', 'low'], 'A word.')])
      .describe('More is sooner: high 100, normal 0, low -100, or a number.')
      .optional(),
    risk: part.choice(risks, 'How much harm a mistake can do (normal).').optional(),
    milestone: part.words('Id of its milestone.').optional(),
    needs: part.list('Ids of tickets that must have landed first.').optional(),
    touches: part.list('Globs of what it may change.').optional(),
    mayChange: part.list('Globs of check-defining files it may change.').optional(),
    review: part.flag('false skips critic and audit (true).').optional(),
    depth: part.depth('Overrides the depth of the epic.').optional(),
    critical: part.flag('The epic fails when this ticket fails (false).').optional(),
    reading: part.reading('Files for this ticket.').optional(),
    standards: part.standards('Rules for this ticket: paths or text.').optional(),
    requirements: part.list('Ids of items of the milestone requirements.').optional(),
    acceptance: z.array(criterion()).describe('What must be true at the end.').optional(),
  });
}

function criterion() {
  const explicit = z.strictObject({
    id: part.words('AC1, AC2, … when left out.').optional(),
    text: part.words('What must be true.'),
    verify: part.command('Proves it.').optional(),
  });
  return z.union([part.words('What must be true.'), explicit]);
}

function milestone() {
  return z.strictObject({
    id: part.words('Id.'),
    title: part.words('One line.').optional(),
    requirements: part.words('Path of its REQUIREMENTS.md.').optional(),
    after: part.list('Milestones whose audits must have ended well first.').optional(),
  });
}

function coordination() {
  const path = () => part.words('A path or glob in the repository.');
  const functions = z.strictObject({
    name: part.words('Its name.'),
    file: path(),
    arity: part.count('Number of parameters.', 0, 100).optional(),
    intent: z.string().describe('What it is for.').optional(),
  });
  const interfaces = z.strictObject({
    name: part.words('Its name.'),
    file: path(),
    signature: z.string().describe('The exported signature.').optional(),
  });
  return z
    .strictObject({
      functions: z.array(functions).describe('Functions several tickets rely on.').optional(),
      directories: z
        .array(
          z.strictObject({ path: path(), purpose: z.string().describe('What belongs there.').optional() }),
        )
        .describe('What goes where.')
        .optional(),
      prohibited: z
        .array(z.strictObject({ path: path(), reason: z.string().describe('Why.').optional() }))
        .describe('What nobody may change.')
        .optional(),
      interfaces: z.array(interfaces).describe('Exported signatures that must hold.').optional(),
      architecture: part.list('Decisions to keep to.').optional(),
      performance: part.list('What must stay fast.').optional(),
      security: part.list('What must stay safe.').optional(),
      patterns: part.list('How similar things are done here.').optional(),
    })
    .describe('What all tickets have to agree on.');
}

function phases() {
  const phase = (about: string) =>
    z
      .strictObject({
        start: part.command('Starts the application.'),
        ready: part.words('A URL or command that answers once it is up.').optional(),
        run: part.command('Runs the tests.'),
        stop: part.command('Stops the application.').optional(),
        timeout: part.duration('For the whole phase (15m).').optional(),
      })
      .describe(about)
      .optional();
  return z
    .strictObject({ e2e: phase('End-to-end tests.'), browser: phase('Browser tests.') })
    .describe('Tests against a started application, after the audit.');
}
