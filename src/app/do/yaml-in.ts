const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([A-Za-z]*)[^\n]*\n([^]*?)^[ \t]*\1[ \t]*$/gm;

/** Returns the YAML of an answer: the last YAML fence, or all of it where there is none. */
export function yamlIn(answer: string): string {
  const fences = [...answer.replaceAll('\r\n', '\n').matchAll(FENCE)];
  const yaml = fences.filter(([, , language = '']) => /^(?:ya?ml)?$/i.test(language));
  const found = yaml.at(-1)?.[3] ?? answer;
  return `${found.trim()}\n`;
}
