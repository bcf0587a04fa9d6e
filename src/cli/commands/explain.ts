import { GauntletError } from '../../model/error.ts';
import { cliCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readCatalogue } from '../explain/catalogue.ts';
import { explainText, rulesText, suppressing } from '../explain/explain-text.ts';
import { jsonText } from '../json-text.ts';
import { nearest } from '../../schema/nearest.ts';

/** What a rule of the scans is about, for whoever has to deal with a finding of it. */
export const explain = cliCommand({
  name: 'explain',
  summary: 'explain a rule of the scans: what it finds, why, how to fix it; without a rule, list all',
  operands: [['[rule]', 'the id of a rule, such as MOCK-001']],
  async run({ operands, io, json, paint }) {
    const catalogue = readCatalogue();
    const [name] = operands;
    if (name === undefined) {
      io.stdout.write(json ? jsonText(catalogue) : rulesText(catalogue));
      return exitCodes.passed;
    }
    const entry = catalogue.find(({ id }) => id === name.toUpperCase());
    if (entry === undefined)
      throw unknownRule(
        name,
        catalogue.map(({ id }) => id),
      );
    io.stdout.write(json ? jsonText({ ...entry, suppress: suppressing(entry) }) : explainText(entry, paint));
    return exitCodes.passed;
  },
});

function unknownRule(name: string, ids: readonly string[]): GauntletError {
  const meant = nearest(name.toUpperCase(), ids);
  return new GauntletError('USAGE_INVALID', `there is no rule "${name}"`, {
    hint: meant === undefined ? 'gauntlet explain lists all of them.' : `Did you mean "${meant}"?`,
  });
}
