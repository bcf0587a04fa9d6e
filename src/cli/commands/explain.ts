import { GauntletError } from '../../model/error.ts';
import { cliCommand } from '../command.ts';
import { readCatalogue } from '../explain/catalogue.ts';
import { explainText, rulesText, suppressing } from '../explain/explain-text.ts';
import { nearest } from '../../schema/nearest.ts';
import { reply } from '../reply.ts';

/** What a rule of the scans is about, for whoever has to deal with a finding of it. */
export const explain = cliCommand({
  name: 'explain',
  summary: 'explain a rule of the scans: what it finds, why, how to fix it; without a rule, list all',
  operands: [['[rule]', 'the id of a rule, such as MOCK-001']],
  async run(call) {
    const catalogue = readCatalogue();
    const [name] = call.operands;
    if (name === undefined) return reply(call, catalogue, rulesText(catalogue));
    const entry = catalogue.find(({ id }) => id === name.toUpperCase());
    if (entry === undefined)
      throw unknownRule(
        name,
        catalogue.map(({ id }) => id),
      );
    return reply(call, { ...entry, suppress: suppressing(entry) }, explainText(entry, call.paint));
  },
});

function unknownRule(name: string, ids: readonly string[]): GauntletError {
  const meant = nearest(name.toUpperCase(), ids);
  return new GauntletError('USAGE_INVALID', `there is no rule "${name}"`, {
    hint: meant === undefined ? 'gauntlet explain lists all of them.' : `Did you mean "${meant}"?`,
  });
}
