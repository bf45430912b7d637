import { fail, ok, type Result } from '@common/base/result';
import type { Authority } from '../use-cases/authority.ts';
import { mayRead } from './reader.ts';

type Failing = Extract<Awaited<ReturnType<Authority['mandate']>>, { readonly ok: false }>['error']['code'];

/**
 * The authority, of which each reader sees the tenants that are theirs. INVARIANT: every read is named here, so that one
 * that is new does not compile until it is decided what it shows. Writes pass: only their signature counts.
 */
export function scopedAuthority(authority: Authority): Authority {
  return {
    ...mandateReads(authority),
    ...grantReads(authority),
    ...receiptReads(authority),
    ...directoryReads(authority),
    ...noticeCalls(authority),
    ...unscoped(authority),
  };
}

function directoryReads(authority: Authority) {
  return {
    directoryHeads: async () => kept(await authority.directoryHeads(), ({ entry }) => entry.tenant),
    directory: async (place: Parameters<Authority['directory']>[0]) =>
      mayRead(place.tenant) ? authority.directory(place) : ok({ entries: [], drafts: [] }),
    drafts: async () => kept(await authority.drafts(), ({ entry }) => entry.tenant),
    entryUses: async (place: Parameters<Authority['entryUses']>[0]) =>
      mayRead(place.tenant) ? authority.entryUses(place) : ok([]),
  };
}

function mandateReads(authority: Authority) {
  return {
    mandates: async () => kept(await authority.mandates(), ({ contract }) => contract.tenant),
    mandate: async (id: string) =>
      own(await authority.mandate(id), ({ contract }) => contract.tenant, 'contract_not_found'),
    tokens: async (filter: Parameters<Authority['tokens']>[0]) =>
      kept(await authority.tokens(filter), ({ token }) => token.tenant),
  };
}

function grantReads(authority: Authority) {
  const tenantOf = ({ grant }: { readonly grant: { readonly tenant: string } }) => grant.tenant;
  return {
    grants: async (filter: Parameters<Authority['grants']>[0]) => {
      const found = await authority.grants(filter);
      return found.ok
        ? ok({ ...found.value, items: found.value.items.filter((item) => mayRead(tenantOf(item))) })
        : found;
    },
    waiting: async () => kept(await authority.waiting(), tenantOf),
    standings: async () => kept(await authority.standings(), ({ tenant }) => tenant),
    inDoubt: async () => kept(await authority.inDoubt(), tenantOf),
    grantsOf: async (id: string) => kept(await authority.grantsOf(id), tenantOf),
    openFound: async (search: Parameters<Authority['openFound']>[0]) =>
      kept(await authority.openFound(search), tenantOf),
    openGrants: async () => kept(await authority.openGrants(), tenantOf),
    grant: async (id: string) => own(await authority.grant(id), tenantOf, 'grant_not_found'),
    standing: async (id: string) => {
      const grant = own(await authority.grant(id), tenantOf, 'grant_not_found');
      return grant.ok ? authority.standing(id) : grant;
    },
    document: async (id: string, sha256: string) => {
      const grant = own(await authority.grant(id), tenantOf, 'grant_not_found');
      return grant.ok ? authority.document(id, sha256) : grant;
    },
    notices: async (id: string) => {
      const grant = own(await authority.grant(id), tenantOf, 'grant_not_found');
      return grant.ok ? authority.notices(id) : grant;
    },
  };
}

function receiptReads(authority: Authority) {
  const tenantOf = ({ who }: { readonly who: { readonly tenant: string } }) => who.tenant;
  const receipt = async (id: string) => own(await authority.receipt(id), tenantOf, 'receipt_not_found');
  return {
    receipt,
    receipts: async (filter: Parameters<Authority['receipts']>[0]) => {
      const found = await authority.receipts(filter);
      return found.ok
        ? ok({ ...found.value, items: found.value.items.filter((item) => mayRead(tenantOf(item))) })
        : found;
    },
    receiptPage: async (place: Parameters<Authority['receiptPage']>[0]) => {
      const found = await authority.receiptPage(place);
      return found.ok
        ? ok({ ...found.value, receipts: found.value.receipts.filter((item) => mayRead(tenantOf(item))) })
        : found;
    },
    receiptRows: async (place: Parameters<Authority['receiptRows']>[0]) => {
      const found = await authority.receiptRows(place);
      return found.ok
        ? ok({ ...found.value, rows: found.value.rows.filter(({ tenant }) => mayRead(tenant)) })
        : found;
    },
    movements: async (place: Parameters<Authority['movements']>[0]) =>
      mayRead(place.tenant) ? authority.movements(place) : notOwn('movements_not_listed'),
    addenda: async (id: string) => {
      const found = await receipt(id);
      return found.ok ? authority.addenda(id) : found;
    },
    anchor: async (id: string) => {
      const found = await receipt(id);
      return found.ok ? authority.anchor(id) : found;
    },
    prunedReceipts: async () => {
      const found = await authority.prunedReceipts();
      return found.ok
        ? ok(found.value.filter(({ event }) => event.tenant === null || mayRead(event.tenant)))
        : found;
    },
  };
}

const EVERY = '*';

/** A sink for all tenants, and what one was told that is gone, are shown to readers of all. */
function noticeCalls(authority: Authority) {
  const sentNotices: Authority['sentNotices'] = async () => {
    const found = await authority.sentNotices();
    if (!found.ok) return found;
    const sinks = found.value.sinks.filter(({ tenant }) => mayRead(tenant ?? EVERY));
    const isShown = (name: string) => mayRead(EVERY) || sinks.some((sink) => sink.name === name);
    return ok({ sinks, notices: found.value.notices.filter(({ sink }) => isShown(sink)) });
  };
  return {
    sentNotices,
    testSink: async (name: string): ReturnType<Authority['testSink']> => {
      const found = await sentNotices();
      if (!found.ok) return found;
      if (found.value.sinks.some((sink) => sink.name === name)) return authority.testSink(name);
      return fail('authority_refused', NOT_YOURS, { status: 404, error: 'sink_not_found', said: NOT_YOURS });
    },
  };
}

const NOT_YOURS = 'There is no such one among those of your tenants.';

/** What is the same for every tenant, and writes. */
function unscoped({
  register,
  revoke,
  makeToken,
  endToken,
  approve,
  reject,
  cancel,
  settle,
  recordEntry,
  profile,
  versions,
  publish,
  plugins,
  keys,
  enrolKey,
  markCompromised,
  keyEvents,
  logHead,
  logHeads,
  consistency,
  checkpoints,
  logProof,
  logStatement,
  logEntries,
  logStanding,
  endings,
}: Authority) {
  return {
    ...{ register, revoke, makeToken, endToken, approve, reject, cancel, settle, recordEntry },
    ...{ profile, versions, publish, plugins },
    ...{ keys, enrolKey, markCompromised, keyEvents },
    ...{ logHead, logHeads, consistency, checkpoints, logStanding, endings },
    ...{ logProof, logStatement, logEntries },
  };
}

function kept<Item, Code extends string>(
  found: Result<readonly Item[], Code>,
  tenantOf: (item: Item) => string,
): Result<Item[], Code> {
  return found.ok ? ok(found.value.filter((item) => mayRead(tenantOf(item)))) : found;
}

/** What is another tenant’s is answered as what does not exist. */
function own<Value>(
  found: Result<Value, Failing>,
  tenantOf: (value: Value) => string,
  error: string,
): Result<Value, Failing> {
  if (!found.ok || mayRead(tenantOf(found.value))) return found;
  return notOwn(error);
}

function notOwn(error: string): Result<never, Failing> {
  return fail('authority_refused', NOT_YOURS, { status: 404, error, said: NOT_YOURS });
}
