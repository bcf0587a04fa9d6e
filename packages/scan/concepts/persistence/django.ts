import type { Facts } from '../../engine/facts.ts';
import { lineAt, type PythonFunction } from '../../syntax/python/functions.ts';

const LOADED =
  /^[ \t]*(\w+)\s*=\s*(?:await\s+)?(?:[A-Z]\w*\.objects\b[^\n]*\.(?:get|first|last|latest|aget|afirst)\(|get_object_or_404\(|(\w+)\.save\(\s*commit\s*=\s*False\s*\)|self\.get_object\()/gm;
/** What only shows what it is given. */
const SHOWS =
  /\b(?:render|JsonResponse|Response|HttpResponse\w*|\w*[sS]erializer\w*|model_to_dict|str|len|isinstance|print|log\w*\.\w+|messages\.\w+|redirect)\s*\(/g;
const MUTATING =
  /^(?:post|put|patch|update|set|change|create|add|edit|approve|reject|cancel|complete|close|publish|archive|activate|deactivate|mark|toggle|assign|perform_)/;

/** Models that are changed and not saved, forms and serializers whose result is never kept. */
export function djangoUnsaved(about: PythonFunction, facts: Facts): void {
  const { code, name, isHandler } = about;
  const isMutating = isHandler || MUTATING.test(name) || /request\.POST|["']POST["']/.test(code);
  if (!isMutating) return;
  for (const { 1: what = '', 2: form, index, 0: all } of code.matchAll(LOADED)) {
    const after = code.slice(index + all.length);
    const change = new RegExp(String.raw`(?<![\w.])${what}\.\w+\s*[-+*/]?=(?!=)`).exec(after);
    if (change === null && form === undefined) continue;
    if (
      new RegExp(
        String.raw`(?<![\w.])${what}\.(?:a?save|refresh_from_db|a?delete|\w*(?:update|save|set|add|mark|do_)\w*)\(`,
      ).test(after)
    )
      continue;
    if (form !== undefined && new RegExp(String.raw`\b${form}\.(?:save_m2m|save)\(`).test(after)) continue;
    if (/\bbulk_|\.update\(|\.save\(/.test(after)) continue;
    const isGiven = new RegExp(String.raw`[(,=\[]\s*\*{0,2}${what}\s*[,)\]]`).test(
      after.replaceAll(SHOWS, '|'),
    );
    if (isGiven) continue;
    const isReturned = !isHandler && new RegExp(String.raw`\breturn\s+${what}\b`).test(after);
    const at = change === null ? index + all.search(/\S/) : index + all.length + change.index;
    facts.unsaved.push({
      what,
      how: 'changed',
      of: name,
      isHandler: !isReturned,
      ...(isReturned ? { isReturned } : {}),
      line: lineAt(about, at),
    });
    return;
  }
  serializer(about, facts);
}

/** `serializer = OrderSerializer(data=request.data)`, valid, answered with, and never saved. */
function serializer(about: PythonFunction, facts: Facts): void {
  const { code, name, decorators } = about;
  const isWriting =
    /^(?:post|put|patch|create|update|partial_update)$/.test(name) || /["']POST["']/.test(decorators);
  // Stored by another way.
  if (!isWriting || /\.(?:a?create|bulk_create|a?save|update|delay|\w+_or_create)\(/.test(code)) return;
  const made = /^[ \t]*(\w+)\s*=\s*(?:[A-Z]\w*Serializer|self\.get_serializer)\([^\n]*\bdata\s*=/m.exec(code);
  const what = made?.[1];
  if (made === null || what === undefined) return;
  const after = code.slice(made.index + made[0].length);
  const isValid = after.includes(`${what}.is_valid(`);
  const isShown = new RegExp(String.raw`\b${what}\.data\b`).test(after);
  const isUsed = new RegExp(String.raw`\b${what}\.(?!is_valid|data\b|errors)\w+|[(,=]\s*${what}\s*[,)]`).test(
    after,
  );
  if (isValid && isShown && !isUsed)
    facts.unsaved.push({
      what,
      how: 'made',
      of: name,
      isHandler: true,
      line: lineAt(about, made.index + made[0].search(/\S/)),
    });
}
