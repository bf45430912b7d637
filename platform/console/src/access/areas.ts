import { type Area, isAreaOf } from '@platform/api/areas';
import { fillPath } from '@platform/api/route';
import { PEOPLES_ROLES, type PersonsRole } from '@platform/core/objects/key-entry';
import { listed } from '@platform/words/short';
import { PROGRAMS_PATHS } from './programs-paths.ts';
import { currentReader, isStranger } from './reader.ts';

/** A part of the console: pages that are read, or what is done on them. */
interface AreaOfPages {
  /** As in “only auditors …”. */
  readonly deed: string;
  /** Method and path, `:` before what differs. */
  readonly routes: readonly string[];
}

/**
 * The pages of each area; `isAreaOf` says whose they are. INVARIANT: a route that stands nowhere is the principals’ alone, so that
 * a new page is shown to nobody else before it is decided to whom.
 */
export const AREAS = {
  home: { deed: 'see the first page', routes: ['GET /'] },
  approvals: {
    deed: 'see requests that need approval',
    routes: [
      'GET /approvals',
      'GET /approvals/waiting.events',
      'GET /approvals/:grant_id',
      'GET /approvals/:grant_id/grant.json',
    ],
  },
  answer: {
    deed: 'approve and reject',
    routes: ['GET /approvals/next', 'POST /approvals/:grant_id/approve', 'POST /approvals/:grant_id/reject'],
  },
  payments: {
    deed: 'see payments and their receipts',
    routes: [
      'GET /grants/:grant_id',
      'GET /grants/:grant_id/documents/:sha256',
      'GET /in-doubt',
      'GET /receipts',
      'GET /receipts/:receipt_id',
      'GET /receipts/:receipt_id/receipt.json',
      'GET /receipts/:receipt_id/view',
      'GET /receipts/:receipt_id/view.json',
    ],
  },
  statements: {
    deed: 'read statements',
    routes: ['GET /statements', 'GET /statements/month'],
  },
  export: {
    deed: 'take files of all that is found',
    routes: [
      'GET /receipts/receipts.csv',
      'GET /receipts/receipts.jsonl',
      'GET /statements/month.csv',
      'GET /statements/month.jsonl',
      'GET /keys/keys.json',
    ],
  },
  mandates: {
    deed: 'see mandates',
    routes: ['GET /mandates', 'GET /mandates/:contract_id'],
  },
  payees: {
    deed: 'see payees and other directories',
    routes: [
      'GET /payees',
      'GET /payees/:tenant/:profile/:directory',
      'GET /payees/:tenant/:profile/:directory/entries.json',
    ],
  },
  record: {
    deed: 'add, change and end payees',
    routes: [
      'GET /payees/:tenant/:profile/:directory/add',
      'GET /payees/:tenant/:profile/:directory/confirm/:sequence',
      'GET /payees/:tenant/:profile/:directory/change/:name',
      'GET /payees/:tenant/:profile/:directory/end/:name',
      'POST /payees/record',
    ],
  },
  policy: {
    deed: 'see the policy',
    routes: ['GET /policy', 'GET /policy/:name'],
  },
  evidence: {
    deed: 'see the log, people’s keys, plugins and notices',
    routes: ['GET /log', 'GET /log/consistency.json', 'GET /keys', 'GET /plugins', 'GET /notices'],
  },
  sign: {
    deed: 'start companies, sign mandates, policies, keys and agents’ tokens, end them, and chat with agents',
    // Only those that another area's pattern would take for its own, and those that pages lead to.
    routes: [
      'GET /chat',
      'GET /companies',
      'GET /companies/:tenant',
      'GET /mandates/new',
      'GET /mandates/renew/:name',
      'GET /policy/:name/draft',
      'GET /keys/:kid/compromise',
    ],
  },
} as const satisfies Readonly<Record<Area, AreaOfPages>>;

/** For everybody who reaches the console: the way in, and what works on the reader’s own file. */
const WAYS_IN = [
  ...['/sign-in', '/sign-out', '/keys/enrol', '/verify', '/docs', '/openapi.json', '/assets/'],
  ...PROGRAMS_PATHS,
];

/** The roles of a person, as people say them. */
const ROLE_NAMES = {
  principal: 'a principal',
  approver: 'an approver',
  clerk: 'a clerk',
  auditor: 'an auditor',
  viewer: 'a viewer',
} as const satisfies Readonly<Record<PersonsRole, string>>;

const ROUTES = (Object.keys(AREAS) as Area[]).flatMap((area) =>
  AREAS[area].routes.map((route) => ({ area, route, form: formOf(route), wild: route.split(':').length })),
);
// What is spelled out goes before what stands for anything.
ROUTES.sort((one, other) => one.wild - other.wild);

function formOf(route: string): RegExp {
  return new RegExp(`^${fillPath(route.replaceAll('.', '\\.'), () => '[^/?#]+')}$`);
}

export function isWayIn(path: string): boolean {
  return WAYS_IN.some((way) => path === way || path.startsWith(way.endsWith('/') ? way : `${way}/`));
}

const BY_ROUTE = new Map<string, Area>(ROUTES.map(({ route, area }) => [route, area]));

/** The area of a route of the console. */
export function areaOfRoute(method: string, path: string): Area {
  return BY_ROUTE.get(`${method === 'HEAD' ? 'GET' : method} ${path}`) ?? 'sign';
}

/** The area that a link leads to; null for what everybody may open. */
export function areaOf(address: string): Area | null {
  const [path = ''] = address.split(/[?#]/);
  return isWayIn(path) ? null : (ROUTES.find(({ form }) => form.test(`GET ${path}`))?.area ?? 'sign');
}

/** Whether an area is the reader’s; on a console that is open to everybody, all are, and on the way in none is. */
export function may(area: Area | null): boolean {
  if (isStranger()) return area === null;
  const reader = currentReader();
  return reader === null || area === null || isAreaOf(area, reader.role);
}

/** Why the reader is not shown this; null if they are. */
export function notTheirs(method: string, route: string): string | null {
  const reader = currentReader();
  const area = areaOfRoute(method, route);
  if (reader === null || isAreaOf(area, reader.role)) return null;
  const roles = PEOPLES_ROLES.filter((role) => isAreaOf(area, role)).map((role) => `${role}s`);
  return `Only ${listed(roles)} ${AREAS[area].deed}. You are signed in as ${reader.person}, ${ROLE_NAMES[reader.role]}. If you hold another key, sign out and sign in with it.`;
}
