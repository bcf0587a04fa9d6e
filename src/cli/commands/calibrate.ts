import { calibrateHere } from '../../inspect/calibrate/calibrate.ts';
import { calibrateOptions } from '../calibrate/options.ts';
import { tellCalibration, tellMaterial } from '../calibrate/tell.ts';
import { cliCommand } from '../command.ts';

/** How far a reviewer can be relied on in this repository, measured with defects planted in its own changes. */
export const calibrate = cliCommand({
  name: 'calibrate',
  summary: 'measure how many planted or labelled defects a reviewer finds',
  options: calibrateOptions,
  async run(call) {
    const measured = await calibrateHere(call);
    return 'calibrations' in measured ? tellCalibration(call, measured) : tellMaterial(measured);
  },
});
