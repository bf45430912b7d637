/** Section 4 of the interface document: every path of 4.1 and 4.2, and the rules below both tables. */
export const ROWS = [
  'GET /health',
  'GET /v1/screen/{ticker}',
  'POST /v1/batch',
  'POST /v1/bulk',
  'GET /v1/bulk/{job_id}',
  'GET /v1/history/{ticker}',
  'POST /api/keys',
  'POST /api/waitlist',
  'POST /mcp',
  '4.1 rule 1',
  '4.1 rule 2',
  '4.1 rule 3',
  '4.1 rule 4',
  '4.1 rule 5',
  '4.1 rule 6',
  '4.1 rule 7',
  'POST /api/session',
  'POST /portal/logout',
  'POST /api/account/password',
  'GET /portal',
  'GET /portal/dashboard',
  'GET /portal/account',
  'GET /portal/report/{ticker}',
  'POST /portal/watchlist/add',
  'POST /portal/watchlist/remove',
  'GET /api/admin/stats',
  'GET /api/admin/posts',
  'POST /api/admin/posts',
  'GET /admin',
  'POST /api/{payment_provider}/webhook',
  'POST /tasks/rebuild-leaderboard',
  'POST /tasks/rebuild-value-screen',
  'GET /leaders',
  'GET /value',
  'GET /methodology',
  'GET /developers',
  'GET /terms',
  'GET /privacy',
  'GET /',
  'GET /blog',
  'GET /blog/{slug}',
  '4.2 rule on /value',
] as const;

export type Row = (typeof ROWS)[number];

const NAMES: ReadonlySet<string> = new Set(ROWS);

/** Returns the name of a test, or its beginning, that says which rows it tests. */
export function testOf(...rows: readonly [Row, ...Row[]]): string {
  return rows.join(' and ');
}

/** Returns the rows that the name of a test begins with. */
export function rowsIn(name: string): readonly Row[] {
  const [subject = ''] = name.split(': ');
  return subject.split(' and ').filter((part): part is Row => NAMES.has(part));
}
