import type { HttpApp } from '@common/kit/http/app';
import { type Area, isAreaOf } from '@platform/api/areas';
import { AUTHORITY } from '@platform/api/authority';
import type { ReadClass } from '@platform/api/route';
import { PEOPLES_ROLES } from '@platform/core/objects/key-entry';
import { bearerOf } from '@platform/keys/jwt';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthorityDeps } from '../use-cases/deps.ts';
import { mayRead, type Reader, readerOf } from '../use-cases/readers.ts';
import { answerRefusal } from './errors.ts';

/** `open` as the interface document says; `tenants` answers each reader what is of their tenants. */
export type ReadsMode = 'open' | 'tenants';

interface ClosedReadsDeps extends Pick<AuthorityDeps, 'crypto' | 'keys' | 'clock' | 'store'> {
  readonly reads?: ReadsMode;
  readonly gatewaySecret: string;
  readonly consoleOrigin: string;
}

interface Read {
  readonly reads: ReadClass;
  readonly areas?: readonly Area[];
}

const READS = new Map<string, Read>(
  Object.values(AUTHORITY).flatMap((route) =>
    'reads' in route ? [[`${route.method} ${route.path}`, route] as const] : [],
  ),
);

const readers = new WeakMap<FastifyRequest, Reader>();

/** The tenants of which a list answers this request; null for all. */
export function tenantsOf(request: FastifyRequest): readonly string[] | null {
  return readers.get(request)?.tenants ?? null;
}

/**
 * Asks who reads, by the class and the areas that the table of routes gives each read. INVARIANT: what is another tenant’s is answered as
 * what does not exist.
 */
export function addClosedReads(app: HttpApp, deps: ClosedReadsDeps): void {
  if (deps.reads !== 'tenants') return;
  const readOf = ({ method, routeOptions }: FastifyRequest) =>
    READS.get(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url ?? ''}`);
  app.addHook('onRequest', async (request, reply) => {
    const read = readOf(request);
    if (read === undefined || read.reads === 'public') return;
    reply.header('cache-control', 'private, no-store');
    const bearer = bearerOf(request.headers.authorization);
    const reader = bearer === null ? null : await readerOf(deps, bearer);
    if (reader === null) {
      const message =
        'Reads are closed here (AUTHORITY_READS=tenants): send the session that a person signed in the console, or a service’s token, as a bearer token.';
      return answerRefusal(reply, { code: 'reader_unknown', message });
    }
    const message = notTheirs(read, reader);
    if (message !== null) return answerRefusal(reply, { code: 'reader_not_allowed', message });
    readers.set(request, reader);
  });
  app.addHook('preHandler', async (request, reply) => {
    const tenants = tenantsOf(request);
    const reads = readOf(request)?.reads;
    if (tenants === null || reads === undefined) return;
    const foreign = await foreignRefusal(deps, reads, request, (tenant) => mayRead(tenants, tenant));
    if (foreign !== null) return answerForeign(reply, foreign);
  });
}

/** Why a reader of this role is not answered; null if they are. */
function notTheirs({ reads, areas }: Read, { role }: Reader): string | null {
  if (role === null) return null;
  if (reads === 'service') return 'Only services read this.';
  if (areas === undefined || areas.some((area) => isAreaOf(area, role))) return null;
  const roles = PEOPLES_ROLES.filter((one) => areas.some((area) => isAreaOf(area, one)));
  return `Your key is for the role ${role}, and this is read by these: ${roles.join(', ')}.`;
}

type Foreign = Parameters<typeof answerRefusal>[1] | 'empty';

/** How one thing of another tenant is answered; null for one that is the reader’s, and for lists. */
async function foreignRefusal(
  { store }: ClosedReadsDeps,
  reads: ReadClass,
  { params, query }: FastifyRequest,
  isTheirs: (tenant: string) => boolean,
): Promise<Foreign | null> {
  const { contract_id, grant_id, receipt_id } = params as Readonly<Record<string, string>>;
  const isForeign = async (thing: Parameters<typeof store.tenantOf>[0]) => {
    const tenant = await store.tenantOf(thing);
    return tenant !== null && !isTheirs(tenant);
  };
  if (reads === 'mandate' && contract_id !== undefined && (await isForeign({ contract_id }))) {
    return { code: 'contract_not_found', message: `There is no mandate ${contract_id}.` };
  }
  if (reads === 'grant' && grant_id !== undefined && (await isForeign({ grant_id }))) {
    return { code: 'grant_not_found', message: `There is no grant ${grant_id}.` };
  }
  if (reads === 'receipt' && receipt_id !== undefined && (await isForeign({ receipt_id }))) {
    return { code: 'receipt_not_found', message: `There is no receipt ${receipt_id}.` };
  }
  const { tenant = '' } = query as { readonly tenant?: string };
  if (reads === 'account' && !isTheirs(tenant)) {
    const { account } = params as { readonly account: string };
    return { code: 'movements_not_listed', message: `There is no account ${account} of ${tenant}.` };
  }
  return reads === 'directory' && !isTheirs(tenant) ? 'empty' : null;
}

/** A directory that nobody has begun is an empty list. */
function answerForeign(reply: FastifyReply, foreign: Foreign): FastifyReply {
  return foreign === 'empty' ? reply.send([]) : answerRefusal(reply, foreign);
}
