import { fail, ok, type Result } from '@common/base/result';
import type { ListedAddress } from './ports.ts';

const MAX_URL_LENGTH = 2_000;

/**
 * Parses the entries of a profile's market-data list. `$NAME/path` refers to the base URL in that variable.
 * An entry that is not a plain http(s) URL, or whose variable is not set, allows nothing.
 */
export function listedAddresses(
  entries: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly ListedAddress[] {
  return entries.flatMap((entry) => {
    const [, name, rest = ''] = /^\$([A-Z][A-Z0-9_]*)(.*)$/.exec(entry) ?? [];
    const base = name === undefined ? '' : environment[name]?.replace(/\/+$/, '');
    const url = base === undefined ? null : plainUrl(name === undefined ? entry : `${base}${rest}`);
    if (url === null || url.search !== '') return [];
    return [{ origin: url.origin, hostname: url.hostname, path: url.pathname }];
  });
}

/**
 * Returns the URL and the entry that allows it: same scheme, host and port, and a path below the entry's.
 * INVARIANT: a text that two parsers could read as two addresses is refused, so the fetched URL is the
 * compared one.
 */
export function allowedUrl(
  text: string,
  listed: readonly ListedAddress[],
): Result<{ readonly url: URL; readonly entry: ListedAddress }, 'url_not_allowed'> {
  const url = plainUrl(text);
  if (url === null)
    return fail('url_not_allowed', 'The address is not a plain http(s) URL in its canonical spelling.');
  const entry = listed.find(({ origin, path }) => origin === url.origin && isBelow(url.pathname, path));
  if (entry === undefined)
    return fail('url_not_allowed', 'The address is not under the market-data addresses of the profile.');
  return ok({ url, entry });
}

/**
 * Returns null unless a URL is written as its parser writes it: no dot segments, no other spelling of an IP
 * address (decimal, hex, octal), no default port, no tab or backslash. Also refuses a user, a fragment, or a
 * path that a server may read in two ways.
 */
function plainUrl(text: string): URL | null {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.href !== text && url.href !== `${text}/`) return null;
  if (url.username !== '' || url.password !== '' || text.includes('#') || text.includes('@')) return null;
  if (/%(2e|2f|5c|00)|\/\/|\\/i.test(url.pathname)) return null;
  return url;
}

/** `/market` and `/market/` allow `/market/fx` and not `/marketing`; `/market` also allows itself. */
function isBelow(path: string, listed: string): boolean {
  return path === listed || path.startsWith(listed.endsWith('/') ? listed : `${listed}/`);
}
