import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import type { HashSignature, SignedStatement, Statement } from '@common/evidence/statement';
import { extendList, type ListState, type SignedHead } from '@common/evidence/statement-list';
import type { RateLimiter } from '@common/kit/rate-limit';
import type {
  Attestation,
  AttestationStore,
  ListedStatement,
  NewStatement,
  PublishedKey,
  WantedStatement,
} from './attestations.store.ts';
import type { ScreeningClaims } from './claims.ts';
import { SEAL_KID, type SealKey } from './seal-key.ts';

/** A screening's statement, and its place in the list of all. */
export interface Attested {
  readonly sealed: SignedStatement;
  readonly listed: {
    readonly number: number;
    /** `list_hash` of the list before it. */
    readonly previous: string;
    /** The list up to this statement. */
    readonly head: SignedHead;
  };
  /** What both are signed with, in hex. */
  readonly publicKey: string;
}

interface ListPage {
  readonly head: SignedHead;
  /** `list_hash` of the list before the first of these. */
  readonly previous: string;
  readonly entries: readonly Attestation[];
}

type AttestRefusal = 'too_many_statements' | 'seal_key_replaced';

export interface Attester {
  /** `owner` identifies whose allowance of new statements counts. */
  attest(
    claims: ScreeningClaims,
    evidenceHash: string,
    owner: string,
  ): Promise<Result<Attested, AttestRefusal>>;
  page(from: number, limit: number): Promise<Result<ListPage, 'seal_key_replaced'>>;
  keys(): Promise<readonly PublishedKey[]>;
}

interface AttesterDeps {
  readonly store: AttestationStore;
  readonly crypto: Crypto;
  readonly clock: () => number;
  readonly issuer: string;
  /** How long a statement holds. */
  readonly lifeMs: number;
  /** How long an expired statement is kept; its hash stays for good. */
  readonly keepMs: number;
  readonly key: SealKey;
  /** Finds the private key of a public one, after a replacement. */
  readonly takeKey: (publicKey: string) => Promise<SealKey | null>;
  /** Limits the new statements of a caller. */
  readonly fresh: RateLimiter;
}

export function createAttester(deps: AttesterDeps): Attester {
  const { store, crypto, clock, issuer, lifeMs, keepMs } = deps;
  let key = deps.key;

  /** Takes up a key that replaced this process's one. */
  async function renew(): Promise<Result<SealKey, 'seal_key_replaced'>> {
    const [present] = await store.keys();
    if (present !== undefined && present.publicKey !== key.publicKey) {
      const taken = await deps.takeKey(present.publicKey);
      if (taken === null) return fail('seal_key_replaced', KEY_REPLACED);
      key = taken;
    }
    return ok(key);
  }

  const signedBy = ({ sign }: SealKey, hash: string): HashSignature => ({
    kid: SEAL_KID,
    alg: 'ed25519',
    sig: sign(hash),
  });

  function headOf(by: SealKey, list: ListState, at: string): SignedHead {
    const head = { type: 'sanad/statement-head/1', issuer, ...list, at } as const;
    const head_hash = hashOf(crypto, head);
    return { head, head_hash, signature: signedBy(by, head_hash) };
  }

  /** `make` runs in the transaction that gives the number. */
  const makerOf = (by: SealKey, claims: ScreeningClaims, { evidenceHash, now }: WantedStatement) => {
    const statement: Statement = {
      type: 'sanad/statement/1',
      issuer,
      ...claims,
      evidence_hash: evidenceHash,
      issued_at: formatInstant(now),
      expires_at: formatInstant(now + lifeMs),
    };
    const statement_hash = hashOf(crypto, statement);
    const sealed = { statement, statement_hash, signature: signedBy(by, statement_hash) };
    return (list: ListState): NewStatement => ({
      sealed,
      listHash: extendList(crypto, list, [statement_hash]).list_hash,
      expiresAt: now + lifeMs,
    });
  };

  const attestedBy = (by: SealKey, { before, listHash, sealed }: ListedStatement): Attested => {
    const number = before.size + 1;
    const head = headOf(by, { size: number, list_hash: listHash }, sealed.statement.issued_at);
    return { sealed, listed: { number, previous: before.list_hash, head }, publicKey: by.publicKey };
  };

  return {
    async attest(claims, evidenceHash, owner) {
      const now = clock();
      const by = await renew();
      if (!by.ok) return by;
      const wanted = { evidenceHash, issuer, publicKey: by.value.publicKey, now };
      const known = await store.find(wanted);
      if (known !== null) return ok(attestedBy(by.value, known));
      const { allowed, resetS } = await deps.fresh.take(owner);
      if (!allowed) return fail('too_many_statements', TOO_MANY, { retry_after_s: resetS });
      const added = await store.append(wanted, makerOf(by.value, claims, wanted), now - keepMs);
      // The key was replaced a moment ago: the next request takes up the new one.
      if (added === null) return fail('seal_key_replaced', KEY_REPLACED);
      return ok(attestedBy(by.value, added));
    },

    async page(from, limit) {
      const by = await renew();
      if (!by.ok) return by;
      const list = await store.list();
      const [before, entries] = await Promise.all([
        store.listAt(Math.min(from - 1, list.size)),
        store.read(from, Math.min(from + limit - 1, list.size)),
      ]);
      if (before === null) throw new Error(`the list of attestations has no number ${from - 1}`);
      return ok({
        head: headOf(by.value, list, formatInstant(clock())),
        previous: before.list_hash,
        entries,
      });
    },

    keys: () => store.keys(),
  };
}

const TOO_MANY =
  'This caller has asked for as many new statements as it may in a day. Statements that are there are still answered.';
const KEY_REPLACED =
  'The key that seals screenings was replaced, and this process does not have the new one. Try again in a minute; its operator gives all processes the same SERVICE_KEYS_DIR.';
