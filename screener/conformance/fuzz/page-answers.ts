import type { FuzzAnswer } from './answers.ts';

/** Markup that junk texts contain, and that no page may have. */
const LIVE_MARKUP = /<script>alert|<svg[^>]*onload|href="(?:javascript|data):/i;
const HERE = 'http://here.invalid';

/** Says what is wrong with the answer of a page or a form; null if nothing is. */
export function judgePage({ status, contentType, requestId, location, body }: FuzzAnswer): string | null {
  if (status >= 500) return `status ${status}`;
  if (!/^req_[0-9a-f]{24}$/.test(requestId)) return `no request id: ${requestId}`;
  if (status === 304) return body === '' ? null : '304 with a body';
  if (status === 303) {
    const leads = location?.startsWith('/') && new URL(location, HERE).origin === HERE;
    return leads ? null : `leads to ${location}`;
  }
  const [type = ''] = contentType.split(';');
  if (type === 'text/html') {
    if (!body.trimEnd().endsWith('</html>')) return `a page under ${status} that is cut short`;
    return LIVE_MARKUP.test(body) ? `markup of the request in a page under ${status}` : null;
  }
  if (type === 'application/json' || type === 'application/problem+json') {
    try {
      JSON.parse(body);
    } catch {
      return `not JSON under ${status}`;
    }
    return null;
  }
  return status === 200 ? null : `${type} under ${status}`;
}
