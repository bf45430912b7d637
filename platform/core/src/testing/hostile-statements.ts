import { formatInstant, instantMs } from '@common/base/instant';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import type { SignedStatement, Statement } from '@common/evidence/statement';
import type { AttestedTerms } from '../objects/attested.ts';
import type { Why } from '../objects/decision-values.ts';
import type { Enrolment, KeyEntry } from '../objects/key-entry.ts';
import type { PluginManifest, PolicyRule } from '../objects/plugin.ts';
import { type KeyFileSigner, type Signer, signHash, signObject } from '../signed/signed.ts';

/** A payee check by a third service: a rule of a payment that is in no plugin of ours. */
const PAYEE_RULE: PolicyRule = {
  name: 'payee_checked',
  kind: 'attested',
  field: 'beneficiary_id',
  subject: 'payee',
  max_age: 'payee_check_max_age_days',
  reason: 'x_treasury_payee_not_checked',
};
const ISSUER = 'checker.example';

/** A mandate’s part of the rule. */
export const PAYEE_CHECKED = { payee_checked: ['known', 'account.match'], payee_check_max_age_days: '3' };

/** The plugin with the rule, in the facade that pays. */
export function withPayeeCheck(manifest: PluginManifest): PluginManifest {
  const facades = manifest.facades.map((facade) =>
    facade.name === manifest.covered_facade ? { ...facade, rules: [...facade.rules, PAYEE_RULE] } : facade,
  );
  return { ...manifest, facades };
}

const HOUR_MS = 3_600_000;

/** Attesters by what is wrong with them. All but `stranger` are named by the profile. */
const ATTESTERS = ['checker', 'ended', 'later', 'stolen', 'unsigned', 'elsewhere', 'stranger'] as const;
type Attester = (typeof ATTESTERS)[number];
type Signatory = Attester | 'thief' | 'counterparty' | 'authority';

/** A key that was made for a test. */
type Pair = Pick<KeyEntry, 'public_key' | 'fingerprint'> & Pick<KeyFileSigner, 'sign'>;

export interface StatementWorld {
  readonly crypto: Crypto;
  readonly signers: Readonly<Record<Signatory, Signer>>;
  /** The instant of the proposal: RFC 3339. */
  readonly now: string;
}

interface Making {
  readonly crypto: Crypto;
  readonly deployment: string;
  readonly now: string;
  readonly principal: Signer;
  /** Who hold a key of another role. */
  readonly others: { readonly counterparty: Signer; readonly authority: Signer };
  readonly makePair: (kid: string) => Pair;
}

/**
 * The world of the cases, the terms of its profile, and the entries of its attesters’ keys as somebody wrote them into the
 * folder.
 */
export function statementWorld(making: Making): {
  readonly world: StatementWorld;
  readonly terms: AttestedTerms;
  readonly entries: readonly KeyEntry[];
} {
  const { crypto, deployment, now, principal, others, makePair } = making;
  const at = (hours: number) => shifted(now, hours * HOUR_MS);
  const pairs = new Map(ATTESTERS.map((kid) => [kid, makePair(kid)] as const));
  const facts: Partial<Record<Attester, Partial<Enrolment>>> = {
    ended: { not_after: at(-2) },
    later: { not_before: at(-0.5) },
    elsewhere: { deployment: `dp_${'f'.repeat(24)}` },
  };
  const entries = [...pairs].map(([kid, { public_key, fingerprint }]): KeyEntry => {
    const enrolment: Enrolment = {
      type: 'sanad/enrolment/1',
      ...{ deployment, kid, alg: 'ed25519', public_key, fingerprint, role: 'attester' },
      ...{ person: null, tenants: null, independent: kid !== 'unsigned', hardware: false },
      ...{ not_before: at(-20), not_after: null },
      ...facts[kid],
    };
    const { type: _, ...rest } = enrolment;
    const { hash, signature } = signObject(crypto, principal, enrolment);
    return {
      ...rest,
      compromised_at: kid === 'stolen' ? at(-0.2) : null,
      enrolment: kid === 'unsigned' ? null : { enrolment_hash: hash, signature },
    };
  });
  const signerOf = (kid: string, { sign }: Pair): Signer => ({ kid, alg: 'ed25519', sign });
  const own = Object.fromEntries([...pairs].map(([kid, pair]) => [kid, signerOf(kid, pair)]));
  const thief = signerOf('checker', makePair('thief'));
  const signers = { ...(own as Record<Attester, Signer>), ...others, thief };
  const named = Object.values(signers).filter(({ kid }) => kid !== 'stranger');
  const issuers = [...new Set(named.map(({ kid }) => kid))].map((kid) => ({
    issuer: ISSUER,
    kid,
    methods: ['registry/3'],
  }));
  return { world: { crypto, signers, now }, terms: { issuers, max_age_days: 7 }, entries };
}

/** What the checker says of the payee `acme`, an hour before the proposal. */
function said({ now }: StatementWorld, changes: Partial<Statement> = {}): Statement {
  return {
    type: 'sanad/statement/1',
    issuer: ISSUER,
    subject: { kind: 'payee', value: 'acme' },
    claims: ['known', 'account.match'],
    method: 'registry/3',
    as_of: shifted(now, -24 * HOUR_MS),
    stale: false,
    evidence_hash: 'ab'.repeat(32),
    issued_at: shifted(now, -HOUR_MS),
    expires_at: shifted(now, 24 * HOUR_MS),
    ...changes,
  };
}

function signed(world: StatementWorld, changes: Partial<Statement> = {}, by: Signatory = 'checker') {
  const statement = said(world, changes);
  const hash = hashOf(world.crypto, statement);
  const { kid, sig } = signHash(world.signers[by], hash);
  return {
    statement,
    statement_hash: hash,
    signature: { kid, alg: 'ed25519', sig },
  } satisfies SignedStatement;
}

const answering = (statement: unknown) => ({ payee_checked: statement });

/** The statement that each judge takes. */
export function honestStatements(world: StatementWorld, changes: Partial<Statement> = {}) {
  return answering(signed(world, changes)) as Readonly<Record<string, SignedStatement>>;
}

interface HostileCase {
  /** The action’s `statements`; undefined for none. */
  readonly make: (world: StatementWorld) => unknown;
  /**
   * By which code the rule refuses it, and what the authority, the enforcement point and the verifier each say;
   * `malformed` for what is no such member, `stray` for what no rule asks for.
   */
  readonly refused: readonly [why: Why, says: RegExp] | 'malformed' | 'stray';
}

const rule = (
  why: Why,
  says: RegExp,
  make: (world: StatementWorld) => SignedStatement | undefined,
): HostileCase => ({
  make: (world) => {
    const statement = make(world);
    return statement === undefined ? undefined : answering(statement);
  },
  refused: [why, says],
});

const FORGED = /checker of checker\.example did not sign this statement/;
const STRANGER = /is no issuer of the profile whose key a principal enrolled/;
const OTHER_SUBJECT = /payee_checked: the statement is about .*, not about beneficiary_id acme/;
const saying = (why: Why, says: RegExp, changes: (world: StatementWorld) => Partial<Statement>) =>
  rule(why, says, (world) => signed(world, changes(world)));
const about = (value: string, kind = 'payee') =>
  saying('statement_of_other_subject', OTHER_SUBJECT, () => ({ subject: { kind, value } }));
const claiming = (...claims: string[]) =>
  saying('statement_lacks_claim', /of beneficiary_id acme, it is not said: /, () => ({ claims }));
const byMethod = (method: string) =>
  saying('statement_by_other_method', /is not a method of checker\.example/, () => ({ method }));
const spoiled = (spoil: (statement: SignedStatement, world: StatementWorld) => SignedStatement) =>
  rule('statement_forged', FORGED, (world) => spoil(signed(world), world));
const by = (why: Why, says: RegExp, signatory: Signatory) =>
  rule(why, says, (world) => signed(world, {}, signatory));
const after = (ms: number) => (world: StatementWorld) => shifted(world.now, ms);

/**
 * What somebody with the authority’s key may try, so that a payee is paid whom nobody checked. INVARIANT: apart from the
 * fault that its name tells, everything in a case is as it should be.
 */
export const HOSTILE_STATEMENTS: Readonly<Record<string, HostileCase>> = {
  missing: rule('statement_missing', /there is no statement about beneficiary_id acme/, () => undefined),
  // Forged.
  'by a thief under the issuer’s name': by('statement_forged', FORGED, 'thief'),
  'with another claim than its hash covers': spoiled((of) => ({
    ...of,
    statement: { ...of.statement, claims: ['known', 'account.match', 'rich'] },
  })),
  'with another subject than its hash covers': spoiled((of) => ({
    ...of,
    statement: { ...of.statement, expires_at: '2099-01-01T00:00:00.000Z' },
  })),
  'with a hash of its own': spoiled((of) => ({ ...of, statement_hash: 'ab'.repeat(32) })),
  'with the signature of another statement': spoiled((of, world) => ({
    ...of,
    signature: signed(world, { subject: { kind: 'payee', value: 'globex' } }).signature,
  })),
  'with one digit of its signature changed': spoiled((of) => {
    const { sig } = of.signature;
    return { ...of, signature: { ...of.signature, sig: `${sig[0] === '0' ? '1' : '0'}${sig.slice(1)}` } };
  }),
  'with a signature of zeros': spoiled((of) => ({
    ...of,
    signature: { ...of.signature, sig: '0'.repeat(128) },
  })),
  // Swapped, or about something that looks like it.
  'about another payee': about('globex'),
  'about another kind of thing': about('acme', 'ticker'),
  'about a homoglyph': about('\u0430cme'),
  'about the same in capitals': about('ACME'),
  'about the same with a space': about('acme '),
  'about the same with a hidden letter': about('ac\u200bme'),
  // Said otherwise.
  'without a claim that is needed': claiming('known'),
  'with the opposite claim': claiming('known', 'account.mismatch'),
  'with the claim in capitals': claiming('known', 'ACCOUNT.MATCH'),
  'with a claim that only begins so': claiming('known', 'account.match.partly'),
  'by another engine': byMethod('registry/4'),
  'by an engine whose name only begins so': byMethod('registry/3.1'),
  // Out of its time.
  stale: saying('statement_stale', /newer facts are due/, () => ({ stale: true })),
  'replayed after its end': saying('statement_expired', /the statement held until/, (world) => ({
    expires_at: after(-HOUR_MS / 2)(world),
  })),
  'at the instant of its end': saying('statement_expired', /the statement held until/, (world) => ({
    expires_at: world.now,
  })),
  'older than the mandate allows': saying('statement_too_old', /more than 3 days ago/, (world) => ({
    as_of: after(-72 * HOUR_MS - 1_000)(world),
  })),
  'older than the profile allows': saying('statement_too_old', /more than 3 days ago/, (world) => ({
    as_of: after(-300 * HOUR_MS)(world),
  })),
  'dated in the future': saying('statement_not_yet_issued', /which is yet to come/, (world) => ({
    issued_at: after(HOUR_MS)(world),
  })),
  'true only after it was issued': saying('statement_not_yet_issued', /which is yet to come/, (world) => ({
    as_of: after(-HOUR_MS / 2)(world),
  })),
  'on a day that does not exist': saying('statement_not_yet_issued', /which is yet to come/, () => ({
    as_of: '2026-02-30T00:00:00.000Z',
  })),
  // By somebody else.
  'of an issuer of another name': saying('statement_of_stranger', STRANGER, () => ({
    issuer: 'checker.example.evil',
  })),
  'by an attester whom the profile does not name': by('statement_of_stranger', STRANGER, 'stranger'),
  'by an attester whom no principal enrolled': by('statement_of_stranger', STRANGER, 'unsigned'),
  'by an attester of another deployment': by('statement_of_stranger', STRANGER, 'elsewhere'),
  'by the counterparty': by('statement_of_stranger', STRANGER, 'counterparty'),
  'by the authority': by('statement_of_stranger', STRANGER, 'authority'),
  'by a key that nobody has': rule('statement_of_stranger', STRANGER, (world) => {
    const of = signed(world);
    return { ...of, signature: { ...of.signature, kid: 'nobody' } };
  }),
  'by a key that had ended': by('statement_key_over', /ended was not valid when it signed/, 'ended'),
  'by a key from before it was valid': by(
    'statement_key_over',
    /later was not valid when it signed/,
    'later',
  ),
  'by a key marked as stolen since': by('statement_key_stolen', /stolen is marked as stolen/, 'stolen'),
  // Not one statement for the rule.
  'under the name of another rule': { make: (world) => ({ threshold: signed(world) }), refused: 'stray' },
  'with a second one that no rule asks for': {
    make: (world) => ({ ...answering(signed(world)), other_check: signed(world) }),
    refused: 'stray',
  },
  'two in one place': { make: (world) => answering([signed(world), signed(world)]), refused: 'malformed' },
  'none in its place': { make: () => answering(null), refused: 'malformed' },
  'an empty member': { make: () => ({}), refused: 'malformed' },
  'with a member too many': {
    make: (world) => answering({ ...signed(world), note: 'believe me' }),
    refused: 'malformed',
  },
  'of another format': {
    make: (world) => {
      const of = signed(world);
      return answering({ ...of, statement: { ...of.statement, type: 'sanad/statement/2' } });
    },
    refused: 'malformed',
  },
  'by another algorithm': {
    make: (world) => {
      const of = signed(world);
      return answering({ ...of, signature: { ...of.signature, alg: 'none' } });
    },
    refused: 'malformed',
  },
  'with a claim twice': {
    make: (world) => answering(signed(world, { claims: ['known', 'known'] })),
    refused: 'malformed',
  },
};

function shifted(instant: string, ms: number): string {
  return formatInstant((instantMs(instant) ?? Number.NaN) + ms);
}
