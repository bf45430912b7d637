import type { FakeListing } from '@screener/sources/testing/fake-listing';
import type { Behaviour } from '@screener/sources/testing/fake-sec';
import type { OutsideWorld } from './outside-world.ts';

interface Fault {
  readonly what: string;
  /** Sessions since the listing stopped. */
  readonly behind: number;
  readonly start: (world: OutsideWorld) => void;
}

const FACTS = '/api/xbrl/companyfacts/CIK0001326801.json';
const ROW = { symbol: 'AAPL', lastsale: '$1.00', netchange: '0', marketCap: '' };

function sec(what: string, path: string, behaviour: Behaviour): Fault {
  return { what: `SEC: ${what}`, behind: 0, start: (world) => world.sec.always(path, behaviour) };
}

function listing(what: string, behaviour: Parameters<FakeListing['always']>[1], part = '/files/'): Fault {
  return { what: `listing: ${what}`, behind: 0, start: (world) => world.listing.always(part, behaviour) };
}

function rows(row: object): { readonly kind: 'body'; readonly body: string } {
  return { kind: 'body', body: JSON.stringify([row]) };
}

/** Every way to misbehave that users have met, or that the sources' own documentation announces. */
export const FAULTS: readonly Fault[] = [
  sec('accepts and never answers', '*', { kind: 'silence' }),
  sec('falls silent in the middle of the facts', FACTS, { kind: 'stall' }),
  sec('403 with its page for too many requests', '*', { kind: 'throttle_page' }),
  sec('429', '*', { kind: 'too_many_requests' }),
  sec('500', '*', { kind: 'status', status: 500 }),
  sec('half of the facts, then the connection ends', FACTS, { kind: 'truncated' }),
  sec('half of the facts as if they were all', FACTS, { kind: 'cut_json' }),
  sec('a web page under 200', FACTS, { kind: 'html_ok' }),
  listing('accepts and never answers', { kind: 'silence' }),
  listing('429', { kind: 'status', status: 429 }),
  listing('a web page under 200', {
    kind: 'body',
    body: '<!DOCTYPE html><html>Rate limited</html>',
    type: 'text/html',
  }),
  listing('half a file', { kind: 'truncated' }),
  listing('a renamed column', rows({ symbol: 'AAPL', lastsale: '$1.00', netchange: '0', market_cap: '' })),
  listing('percentages for prices', rows({ ...ROW, lastsale: '-0.6%' })),
  listing('dollar signs and no numbers', rows({ ...ROW, lastsale: '$' })),
  { what: 'listing: stopped thirty sessions ago', behind: 30, start: () => {} },
];
