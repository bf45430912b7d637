/** No origin is like this one, so that a path that leads elsewhere shows. */
const HERE = 'http://here.invalid';
/** Characters, as sent: a redirect to a longer one may not fit into the headers that a client accepts. */
const LONGEST = 2_000;
const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u;

/**
 * Where to go after a form: the path that was asked for if it is one of this site, otherwise the fallback. INVARIANT: the
 * result never leaves the site, however a browser reads it.
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
