/** A text without what stands between marks, in one go: however many of them never close. */
export function without(text: string, open: string, close: string, put = ''): string {
  let at = text.indexOf(open);
  if (at < 0) return text;
  let kept = '';
  let from = 0;
  while (at >= 0) {
    const end = text.indexOf(close, at + open.length);
    if (end < 0) break;
    kept += text.slice(from, at) + put;
    from = end + close.length;
    at = text.indexOf(open, from);
  }
  return kept + text.slice(from);
}
