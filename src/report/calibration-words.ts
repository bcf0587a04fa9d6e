import type { Calibration } from '../model/calibration.ts';
import { count, money } from './say.ts';
import { whoWords } from './who.ts';

type Figure = Calibration['recall'];

/** `this reviewer finds 71 % (57 to 82) of planted defects here, 0.2 false alarms (0.1 to 0.5) per clean change (calibrated …)`. */
export function calibrationWords(calibration: Calibration, tool: string | null, isOther = false): string {
  const { judge, recall, falseAlarms, at, changes, isEnough, depth, withScans } = calibration;
  const who =
    judge.agent === 'no-agents' ? 'scans and detectors alone find' : `${whoWords(judge)} as a reviewer finds`;
  const few = isEnough ? '' : ', fewer than a calibration needs';
  const other = tool === null || tool === calibration.tool ? '' : ', with other prompts or rules than now';
  const setUp = isOther ? ', with another program or configuration than now' : '';
  const day = new Date(at).toISOString().slice(0, 10);
  const alarms = `${plain(falseAlarms)} false alarms per clean change`;
  const deep = depth === null ? '' : `, at depth ${depth}`;
  const when = `calibrated ${day}, ${count(changes, 'change')}${deep}${few}${other}${setUp}`;
  const whole = withScans === null ? '' : `, ${percent(withScans.recall)} together with scans`;
  return `${who} ${percent(recall)} of planted defects here${whole}, ${alarms} (${when})`;
}

/** The calibrations of one command for people: each judge with its figures, all of them with their bounds. */
export function calibrationText(calibrations: readonly Calibration[], all: boolean): string {
  return calibrations.map((each) => `${linesOf(each, all).join('\n')}\n`).join('\n');
}

function linesOf(calibration: Calibration, all: boolean): readonly string[] {
  const { judge, recall, recallByKind, byWords, byChance, precision, falseAlarms, withScans } = calibration;
  const who = judge.agent === 'no-agents' ? 'scans and detectors alone' : whoWords(judge);
  const { changes, defects, kinds, clean, isEnough, seed } = calibration;
  const made =
    precision === null
      ? `${count(defects, 'defect')} of ${count(kinds, 'kind')} planted`
      : count(defects, 'label');
  const kindLines = Object.entries(recallByKind).map(
    ([kind, of]) => `  ${kind.padEnd(22)} ${percent(of).padEnd(20)} of ${of.of}`,
  );
  return [
    `${who}: ${count(changes, 'change')}, ${made}, ${clean} clean`,
    ...(isEnough || precision !== null
      ? []
      : ['fewer than a calibration needs (40 defects of 8 kinds, 20 clean): only an indication']),
    '',
    `found          ${percent(recall)} of the ${precision === null ? 'planted defects' : 'labels'}`,
    ...kindLines,
    ...(byWords === 0 ? [] : [`  ${byWords} of them matched by text only: their labels have no line`]),
    precision === null
      ? `by chance      ${percent(byChance)} would be counted as found even without a planted defect`
      : `precision      ${percent(precision)} of the findings match a label`,
    `false alarms   ${plain(falseAlarms)} per clean change`,
    ...(withScans === null
      ? []
      : [
          `with scans     ${percent(withScans.recall)} found, ${plain(withScans.falseAlarms)} false alarms per clean change`,
        ]),
    `cost           ${costWords(calibration)}`,
    ...(all ? [`               ${seed === null ? '' : `seed ${seed}, `}${calibration.tool}`] : []),
  ];
}

function costWords({ judge, costUsd: usd, tokens }: Calibration): string {
  if ((usd.value ?? 0) === 0 && (tokens.value ?? 0) === 0)
    return judge.agent === 'no-agents' ? 'nothing' : 'not reported by the agent';
  const bounds = usd.low === null || usd.high === null ? '' : ` (${money(usd.low)} to ${money(usd.high)})`;
  return `${money(usd.value ?? 0)}${bounds} and ${Math.round(tokens.value ?? 0)} tokens per change`;
}

function percent({ value, low, high }: Figure): string {
  const whole = (share: number | null): string => String(Math.round((share ?? 0) * 100));
  return value === null ? 'nothing known' : `${whole(value)} % (${whole(low)} to ${whole(high)})`;
}

function plain({ value, low, high }: Figure): string {
  const short = (rate: number | null): string => (rate ?? 0).toFixed(2).replace(/0$/, '');
  return value === null ? 'unknown' : `${short(value)} (${short(low)} to ${short(high)})`;
}
