/** No real origin equals this one, so a path that leads elsewhere is noticed. */
const HERE = 'http://here.invalid';
/**
 * The limit in characters, as sent. A redirect to a longer path may not fit into the headers that a client
 * accepts.
 */
const LONGEST = 2_000;
const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u;

/**
 * Where to go after a form: the requested path if it belongs to this site, otherwise the fallback. INVARIANT:
 * the result never leaves the site, however a browser reads it.
 */
export function nextPath(asked: unknown, fallback: string): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || CONTROL_OR_BACKSLASH.test(asked))
    return fallback;
  if (!URL.canParse(asked, HERE)) return fallback;
  const { origin, pathname, search, hash } = new URL(asked, HERE);
  if (origin !== HERE || pathname.startsWith('//')) return fallback;
  const path = `${pathname}${search}${hash}`;
  return path.length > LONGEST ? fallback : path;
}
