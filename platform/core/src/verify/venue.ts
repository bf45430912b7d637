import { fail, ok, type Result } from '@common/base/result';
import { fromHex, utf8 } from '@common/evidence/bytes';
import { parseStrict } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { closed, Name, Text } from '../objects/primitives.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import { Kid } from '../objects/signature.ts';
import { versionsOf } from '../signed/key-history.ts';
import { keyOf, type Signer, signHash, versionThatSigned } from '../signed/signed.ts';

const Fingerprint = Type.String({ pattern: '^sha256:[0-9a-f]{64}$' });

/**
 * `venue.json`: interface document, 1. A venue names its keys and signs that with one of them; `sig` is over the hash
 * of the file without `signature`, as everywhere.
 */
const VenueFacts = closed({
  venue: Name,
  level: Name,
  label: Text,
  kids: closed({ pep: Fingerprint, authority: Fingerprint }),
});
export type VenueFacts = Static<typeof VenueFacts>;

const Venue = closed({
  ...VenueFacts.properties,
  signature: closed({
    kid: Kid,
    alg: Type.Literal('ed25519'),
    sig: Type.String({ pattern: '^[0-9a-f]{128}$' }),
  }),
});
export type Venue = Static<typeof Venue>;

export function readVenue(text: string): Result<Venue, 'venue_invalid'> {
  const parsed = parseStrict(text);
  if (!parsed.ok) return fail('venue_invalid', parsed.error.message);
  return isVenue(parsed.value) ? ok(parsed.value) : fail('venue_invalid', 'not a venue.json');
}

/**
 * What a `venue.json` says, without its signature, which it need not have yet.
 * @example readVenueFacts('{"venue": "local"}') // { ok: false, error: { code: 'venue_invalid', message: 'not a venue.json' } }
 */
export function readVenueFacts(text: string): Result<VenueFacts, 'venue_invalid'> {
  const parsed = parseStrict(text);
  if (!parsed.ok) return fail('venue_invalid', parsed.error.message);
  const { signature: _, ...facts } = Object(parsed.value);
  return Check(VenueFacts, facts) ? ok(facts) : fail('venue_invalid', 'not a venue.json');
}

/** The venue, signed by one of its own keys, whose fingerprint `kids` must have. */
export function signVenue(crypto: Crypto, signer: Signer, facts: VenueFacts): Venue {
  const { kid, sig } = signHash(signer, hashOf(crypto, facts));
  return { ...facts, signature: { kid, alg: 'ed25519', sig } };
}

export type VenueLabel = 'known venue' | 'unknown key';

/**
 * Whether the venue and the key that decided are those of a listed venue. A label, never a check: it changes no
 * verdict. The venue's own signature is checked with the receipt's key that has the listed fingerprint.
 */
export function labelVenue(crypto: Crypto, receipt: OpenReceipt, venues: readonly Venue[]): VenueLabel {
  const kid = receipt.signatures.pep.kid;
  const key = keyOf(receipt.bundle.keys, kid);
  if (key === undefined || (kid !== 'pep' && kid !== 'authority')) return 'unknown key';
  const hash = hashOf(crypto, receipt.document.how.decision);
  const decider = versionThatSigned(crypto, { key, hash, signature: receipt.signatures.pep });
  const isKnown = venues.some(
    (venue) =>
      venue.venue === receipt.where.venue &&
      decider.ok &&
      venue.kids[kid] === decider.value.fingerprint &&
      isSignedByItself(crypto, venue, receipt),
  );
  return isKnown ? 'known venue' : 'unknown key';
}

function isSignedByItself(crypto: Crypto, { signature, ...facts }: Venue, receipt: OpenReceipt): boolean {
  const { kid } = signature;
  const entry = keyOf(receipt.bundle.keys, kid);
  if (entry === undefined || (kid !== 'pep' && kid !== 'authority')) return false;
  const key = versionsOf(entry).find(({ fingerprint }) => fingerprint === facts.kids[kid]);
  if (key === undefined) return false;
  const publicKey = fromHex(key.public_key);
  const sig = fromHex(signature.sig);
  return (
    publicKey !== null &&
    sig !== null &&
    key.alg === 'ed25519' &&
    `sha256:${crypto.sha256(publicKey)}` === facts.kids[kid] &&
    crypto.verifyEd25519(publicKey, utf8(hashOf(crypto, facts)), sig)
  );
}

function isVenue(value: unknown): value is Venue {
  return Check(Venue, value);
}
