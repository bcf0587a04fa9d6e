import { beforePackages } from '../../engine/files/file-kinds.ts';
import type { ScannedFile } from '../../engine/files/scanned-file.ts';

export const UNVERIFIED =
  'Certificates are not checked: anyone on the network path can read and change the traffic';
export const SWALLOWED = 'A failed write is ignored silently: the data is lost';

export function fallsBack(name: string): string {
  return `If ${name} is not set, a value from the source code is used instead`;
}

/** What is shipped: what tests and scripts do harms nobody. */
export function isShipped({ isTest, isSide, path }: ScannedFile): boolean {
  return (
    !isTest &&
    !isSide &&
    !/(?:^|\/)(?:mocks?|scripts?|tools?|bin|e2e|docs?)\//i.test(beforePackages(path)) &&
    !/\.config\.[cm]?[jt]s$|untrusted|insecure/i.test(path)
  );
}

/** Settings that sign, encrypt or open something. What a stranger was given (`CLIENT_SECRET`) does not work with a wrong text. */
const SECRETS =
  /SECRET(?:_KEY|_BASE)?$|(?:JWT|SESSION|COOKIE|SIGNING|ENCRYPTION|HASH|AUTH|CRYPTO|TOKEN)_?(?:KEY|SALT|PEPPER)$|PRIVATE_KEY$/i;
const GIVEN =
  /CLIENT|WEBHOOK|OAUTH|APP_SECRET|CONSUMER|API_SECRET|PUBLIC|STRIPE|PAYPAL|RAZORPAY|AWS|S3|MINIO|R2|AZURE|GOOGLE|GITHUB|SLACK|TWILIO|CAPTCHA|TURNSTILE|PLAID|PUSHER|CLOUDINARY/i;

export function isOwnSecret(name: string): boolean {
  const flat = name.replace(/([a-z])([A-Z])/g, '$1_$2').replace(/[.:-]+/g, '_');
  return SECRETS.test(flat) && !GIVEN.test(flat);
}

/** A text that could pass for a secret. */
export function isFallback(text: string): boolean {
  return text.trim().length > 2 && !/^\$\{|^<.*>$/.test(text);
}
