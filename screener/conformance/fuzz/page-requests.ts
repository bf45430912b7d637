import fc from 'fast-check';
import { SETTINGS } from '../api/service.ts';
import type { FoundForm, FoundSite } from './crawl.ts';
import { encode, type FuzzRequest } from './requests.ts';
import { junkText } from './values.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The callers, by their cookies and a key. */
export interface FuzzReaders {
  /** Sessions that no request may end. */
  readonly steady: readonly string[];
  /** Sessions that a request may end. */
  readonly passing: readonly string[];
  /** A key that signs in. */
  readonly key: string;
}

/** Paths that end sessions, keys or accounts. Only sessions that may end request them. */
const ENDING =
  /^\/(?:portal\/logout|portal\/keys\/|portal\/account\/delete|api\/account\/password|admin\/logout)/;

/** Values that are now and then used for a `{parameter}` of a path, or in a field of this name. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  ticker: ['AAPL', 'brk.b', 'SPUS', 'BABA', 'ZZZZZ', 'CIK0000002110', 'A!B', 'apple', 'x'.repeat(41)],
  slug: ['first', 'Not-A-Slug', 'a'.repeat(81), 'a--b', '-'],
  email: [
    'samir@example.org',
    'a@b',
    '@',
    'a b@example.org',
    `${'x'.repeat(250)}@example.org`,
    'a@exämple.org',
  ],
  as_of: ['2024-06-28', '2021-02-30', '1900-01-01', '9999-12-31', '2024-6-28', '28/06/2024', '-0001-01-01'],
  rules: ['current', 'classic', 'modern'],
  overlays: ['all', 'tobacco', 'weapon'],
  shares: ['10', '0', '-1', '1e9', '1,000', '10.123456789', '９'],
  dividends: ['12.50', '1.2.3', '-0'],
  verdict: ['compliant', 'open', 'none'],
  page: ['1', '2', '0', '-1', '1e9', '99999999999999999999'],
  days: ['14', '0', '366', '367', 'ten'],
  activation_days: ['90', '0', '1.5'],
  error: ['list_full', 'no_ticker', 'unknown', '__proto__'],
  next: ['/value', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/portal/dashboard'],
  url: [
    'https://hooks.example/x',
    'http://127.0.0.1:1/',
    'https://[::1]/',
    'ftp://hooks.example',
    'file:///etc/passwd',
  ],
  body_md: [
    '# *x*',
    '[x](javascript:alert(1)) ![x](data:image/svg+xml,<svg/onload=alert(1)>)',
    '> '.repeat(2_000),
    '[['.repeat(5_000),
    '<svg onload=alert(1)>',
  ],
  published: ['yes', 'no'],
  do: ['save', 'preview', 'drop'],
  token: [SETTINGS.ADMIN_TOKEN],
  password: ['correct horse battery staple', 'short', '\u0000'],
  new_password: ['correct horse battery staple', 'short'],
  current_password: ['correct horse battery staple', 'short', ''],
};

/** Generates requests to every page and form that was found, and to paths whose parameters are in braces. */
export function pageRequestsOf(
  site: FoundSite,
  paths: readonly string[],
  readers: FuzzReaders,
): fc.Arbitrary<FuzzRequest> {
  const names = [
    ...new Set([...Object.keys(KNOWN), ...site.forms.flatMap(({ fields }) => Object.keys(fields))]),
  ];
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...site.forms).chain((form) => formRequest(form, readers)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...paths, ...site.pages).chain((path) => pageRequest(path, names, readers)),
    },
  );
}

/** Generates a text for a field of this name. */
export function valueFor(name: string, given: string): fc.Arbitrary<string> {
  const known = [...(KNOWN[name] ?? []), given];
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known) },
    { weight: 2, arbitrary: junkText },
    { weight: 1, arbitrary: fc.emailAddress() },
    { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)) },
  );
}

function formRequest(form: FoundForm, readers: FuzzReaders): fc.Arbitrary<FuzzRequest> {
  const { action, method, fields } = form;
  const model = Object.fromEntries(
    Object.entries(fields).map(([name, given]) => [
      name,
      valueFor(name, name === 'api_key' ? readers.key : given),
    ]),
  );
  const filled = fc.oneof(
    { weight: 4, arbitrary: fc.record(model) },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record({ ...model, unknown: junkText }) },
  );
  const body = fc.oneof(
    { weight: 8, arbitrary: filled.map(bodyOf) },
    { weight: 1, arbitrary: filled.map((values) => `${bodyOf(values)}&${bodyOf(values)}`) },
    {
      weight: 1,
      arbitrary: fc.oneof(junkText, fc.constantFrom('', '%', 'a=%ff', '&&&', `${'a=b&'.repeat(2_000)}`)),
    },
  );
  return fc.record({ body, headers: headersOf(action, readers) }).map(({ body: sent, headers }) =>
    method === 'get'
      ? { path: action, method: 'GET', target: `${action}?${targetSafe(sent)}`, headers, body: null }
      : {
          path: action,
          method: 'POST',
          target: action,
          headers: { 'content-type': FORM_TYPE, ...headers },
          body: sent,
        },
  );
}

function pageRequest(
  path: string,
  names: readonly string[],
  readers: FuzzReaders,
): fc.Arbitrary<FuzzRequest> {
  const [plain = '', search = ''] = path.split('?');
  const inPath = [...plain.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = fc.record(Object.fromEntries(inPath.map((name) => [name, valueFor(name, '')])));
  const pair = fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), valueFor(name, '')));
  const query = fc.array(fc.oneof({ weight: 4, arbitrary: pair }, fc.tuple(junkText, junkText)), {
    maxLength: 4,
  });
  return fc.record({ values, query, headers: headersOf(plain, readers) }).map((made) => {
    const filled = plain.replace(/\{(\w+)\}/g, (_, name: string) => encode(made.values[name] ?? ''));
    const pairs = made.query.map(([name, value]) => `${encode(name)}=${encode(value)}`);
    const asked = [search, ...pairs].filter((part) => part !== '').join('&');
    const target = asked === '' ? filled : `${filled}?${asked}`;
    return { path: plain, method: 'GET', target, headers: made.headers, body: null };
  });
}

function bodyOf(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${encode(name)}=${encode(value)}`]))
    .join('&');
}

/** Escapes what no client would send in an address. */
function targetSafe(text: string): string {
  return text.replace(/[^!-~]/g, (character) => encode(character)).replaceAll('#', '%23');
}

function headersOf(path: string, { steady, passing }: FuzzReaders): fc.Arbitrary<Record<string, string>> {
  const cookie = fc.constantFrom(...(ENDING.test(path) ? passing : steady));
  const headers = {
    cookie: fc.oneof(
      { weight: 12, arbitrary: cookie },
      { weight: 1, arbitrary: fc.constantFrom('', '__Host-sanad-session=s1.x.y', 'sanad-admin=%ff; ;=;') },
    ),
    // There are so many networks that guesses at keys and passwords are examined rather than limited.
    'x-forwarded-for': fc.ipV4(),
    'sec-fetch-site': fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom('same-origin', 'none') },
      { weight: 1, arbitrary: fc.constantFrom('cross-site', 'same-site', 'x') },
    ),
    accept: fc.constantFrom('text/html', '*/*', 'application/problem+json', ''),
    'accept-encoding': fc.constantFrom('identity', 'gzip, deflate, br'),
    'if-none-match': fc.constantFrom('*', '"x"', 'W/"'),
  };
  return fc.record(headers, { requiredKeys: ['cookie', 'sec-fetch-site', 'x-forwarded-for'] });
}
