/** Tokens of GitHub and npm: thirty letters, then their CRC-32 in base 62. */
const CHECKED = /^(?:gh[oprsu]|npm)_(?<body>[0-9A-Za-z]{30})(?<sum>[0-9A-Za-z]{6})$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Whether a token carries a checksum of itself that is right: then somebody was given it, and no example or test made it up. */
export function hasRightChecksum(secret: string): boolean {
  const { body, sum } = CHECKED.exec(secret)?.groups ?? {};
  return body !== undefined && sum !== undefined && base62(crc32(body)) === sum;
}

function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const letter of text) {
    crc ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc % 2 === 0 ? 0 : 0xedb88320);
  }
  return ~crc >>> 0;
}

function base62(value: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = `${DIGITS[rest % 62]}${text}`;
  return text.padStart(6, '0');
}
