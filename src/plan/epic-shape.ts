import { risks } from '../model/epic.ts';
import * as part from './shape-parts.ts';
import { described, either, type Infer, listOf, mapOf, optional, text, whole } from './shape.ts';

export type WrittenEpic = Infer<ReturnType<typeof build>>;
export type WrittenTicket = WrittenEpic['tickets'][number];

let built: ReturnType<typeof build> | undefined;

/** What may stand in an epic file. Strict: a misspelt key is an error, not a silent default. */
export function epicShape(): ReturnType<typeof build> {
  built ??= build();
  return built;
}

function build() {
  return described(
    mapOf({
      $schema: optional(described(text(), 'For editors.')),
      version: part.version(),
      epic: part.words('Id of the epic; its branch is epic/<id>.'),
      title: optional(part.words('One line.')),
      description: optional(described(text(), 'What the epic is about.')),
      original: optional(part.words('Path of the request or PRD it was made from.')),
      base: optional(part.words('The branch it starts from (main).')),
      depth: optional(part.depth('How thorough judging is; overrides gauntlet.yaml.')),
      limits: optional(part.limits('Bounds; override those of gauntlet.yaml one by one.')),
      setup: optional(part.setup('Readies every workspace, before any agent or check.')),
      environments: optional(part.environments('Where checks run; one called local when left out.')),
      verify: optional(part.verify('Commands that prove the work.')),
      coordination: optional(coordination()),
      reading: optional(part.reading('Files for developers and critics of every ticket.')),
      standards: optional(part.standards('Rules for every ticket: paths or text.')),
      dimensions: optional(part.dimensions('Review dimensions on top of the six.')),
      milestones: optional(described(listOf(milestone()), 'Groups of tickets that are audited together.')),
      phases: optional(phases()),
      allowOverlap: optional(part.flag('Develop tickets with overlapping touches at the same time (false).')),
      tickets: described(listOf(ticket(), { least: 1, most: 20_000 }), 'The work, in file order.'),
    }),
    'An epic: tickets, their dependencies and acceptance criteria.',
  );
}

/** The keys of a ticket are optional here because a Markdown file may give them; the rules ask for what is missing. */
export function ticket() {
  return mapOf({
    id: optional(part.words('Id; its branch is ticket/<id>.')),
    title: optional(part.words('One line.')),
    description: optional(described(text(), 'What is to be done.')),
    file: optional(part.words('A Markdown file with front matter and an acceptance list.')),
    type: optional(part.words('Kind of ticket, for review.criticsBy.')),
    priority: optional(
      described(
        either([whole(-1_000, 1_000), part.choice(['high', 'normal', 'low'], 'A word.')]),
        'More is sooner: high 100, normal 0, low -100, or a number.',
      ),
    ),
    risk: optional(part.choice(risks, 'How much harm a mistake can do (normal).')),
    milestone: optional(part.words('Id of its milestone.')),
    needs: optional(part.list('Ids of tickets that must have landed first.')),
    touches: optional(part.list('Globs of what it may change.')),
    mayChange: optional(part.list('Globs of check-defining files it may change.')),
    review: optional(part.flag('false skips critic and audit (true).')),
    depth: optional(part.depth('Overrides the depth of the epic.')),
    critical: optional(part.flag('The epic fails when this ticket fails (false).')),
    reading: optional(part.reading('Files for this ticket.')),
    standards: optional(part.standards('Rules for this ticket: paths or text.')),
    requirements: optional(part.list('Ids of items of the milestone requirements.')),
    acceptance: optional(described(listOf(criterion()), 'What must be true at the end.')),
  });
}

function criterion() {
  const explicit = mapOf({
    id: optional(part.words('AC1, AC2, … when left out.')),
    text: part.words('What must be true.'),
    verify: optional(part.command('Proves it.')),
  });
  return either([part.words('What must be true.'), explicit]);
}

function milestone() {
  return mapOf({
    id: part.words('Id.'),
    title: optional(part.words('One line.')),
    requirements: optional(part.words('Path of its REQUIREMENTS.md.')),
    after: optional(part.list('Milestones whose audits must have ended well first.')),
  });
}

function coordination() {
  const path = () => part.words('A path or glob in the repository.');
  const functions = mapOf({
    name: part.words('Its name.'),
    file: path(),
    arity: optional(part.count('Number of parameters.', 0, 100)),
    intent: optional(described(text(), 'What it is for.')),
  });
  const interfaces = mapOf({
    name: part.words('Its name.'),
    file: path(),
    signature: optional(described(text(), 'The exported signature.')),
  });
  return described(
    mapOf({
      functions: optional(described(listOf(functions), 'Functions several tickets rely on.')),
      directories: optional(
        described(
          listOf(mapOf({ path: path(), purpose: optional(described(text(), 'What belongs there.')) })),
          'What goes where.',
        ),
      ),
      prohibited: optional(
        described(
          listOf(mapOf({ path: path(), reason: optional(described(text(), 'Why.')) })),
          'What nobody may change.',
        ),
      ),
      interfaces: optional(described(listOf(interfaces), 'Exported signatures that must hold.')),
      architecture: optional(part.list('Decisions to keep to.')),
      performance: optional(part.list('What must stay fast.')),
      security: optional(part.list('What must stay safe.')),
      patterns: optional(part.list('How similar things are done here.')),
    }),
    'What all tickets have to agree on.',
  );
}

function phases() {
  const phase = (about: string) =>
    optional(
      described(
        mapOf({
          start: part.command('Starts the application.'),
          ready: optional(part.words('A URL or command that answers once it is up.')),
          run: part.command('Runs the tests.'),
          stop: optional(part.command('Stops the application.')),
          timeout: optional(part.duration('For the whole phase (15m).')),
        }),
        about,
      ),
    );
  return described(
    mapOf({ e2e: phase('End-to-end tests.'), browser: phase('Browser tests.') }),
    'Tests against a started application, after the audit.',
  );
}
