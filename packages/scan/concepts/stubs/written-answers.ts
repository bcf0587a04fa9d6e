/** Answers that somebody wrote out, told by their text alone: for the languages whose trees have little in common. */

const ABOUT_FIGURES =
  /(?:^|[/_\s-])(?:stats?|statistics|summary|dashboard|overview|totals|analytics|kpis?|report)(?:$|[/"'_\s-])|(?:Stats|Statistics|Summary|Dashboard|Overview|Totals)\b/;

/** Whether an address or a name promises figures: `/stats`, `GetSummary`. */
export function promisesFigures(name: string): boolean {
  return ABOUT_FIGURES.test(name);
}

/** Lists that a program may well have written down. */
const CHOICES =
  /option|type|categor|config|setting|plan|language|countr|currenc|time-?zone|feature|menu|nav|model|provider|template|theme|icon|schema|role|permission|level|tier|faq|tool|command|step|example/i;

const PAIR = String.raw`["']?\w+["']?\s*[:=]\s*(?:-?\d[\d._]*[mMdDfFlL]?|"[^"]*"|'[^']*'|[Tt]rue|[Ff]alse|None|null)`;
/** One record: an id and at least two more values, all of them written. */
const RECORD = new RegExp(
  String.raw`\{\s*["']?_?[iI]d["']?\s*[:=]\s*(?:\d+|"[^"]*"|'[^']*')(?:\s*,\s*${PAIR}){2,12}\s*,?\s*\}`,
  'g',
);
/** `new OrderDto(1, "Anna", 20m)`. */
const BUILT = /\bnew\b\s*\w*\s*\(\s*\d+L?\s*,\s*(?:"[^"]*"|-?\d[\d._]*[mdfL]?)(?:\s*,\s*[^(),]+)+\)/g;

/** Whether an answer is made of two or more records that stand in it with all their values. */
export function holdsWrittenRecords(text: string, name: string): boolean {
  if (CHOICES.test(name)) return false;
  return (text.match(RECORD)?.length ?? 0) > 1 || (text.match(BUILT)?.length ?? 0) > 1;
}

/** What is counted, and what is set. */
export const COUNTED =
  /count|total|waiting|pending|open|unread|revenue|sales|orders|users|active|done|sum|average|score|taken|sold|booked/i;
export const SET =
  /limit|max|min|size|version|ttl|port|timeout|per|quota|interval|width|height|code|status|year/i;

const FIGURES =
  /\{\s*["']?\w+["']?\s*[:=]\s*[1-9][\d._]*[mMdD]?(?:\s*,\s*["']?\w+["']?\s*[:=]\s*\d[\d._]*[mMdD]?)+\s*,?\s*\}/;

/** `{"live": 128, "sold": 412}`, `new { Total = 48, Taken = 31 }`: nothing but numbers, two or more. */
export function holdsWrittenFigures(text: string, name: string): boolean {
  const found = FIGURES.exec(text)?.[0];
  if (found === undefined) return false;
  const keys = [...found.matchAll(/(\w+)["']?\s*[:=]/g)].map(([, key = '']) => key);
  return (
    promisesFigures(name) || (keys.some((key) => COUNTED.test(key)) && !keys.some((key) => SET.test(key)))
  );
}
