/** A fault that somebody could put into our verifier, one line in one file, and a case that finds it. */
interface PlantedFault {
  readonly what: string;
  /** Path from the repository's root. */
  readonly file: string;
  /** The text, once in the file, and what stands there with the fault. */
  readonly was: string;
  readonly becomes: string;
  /** One of the cases on which the faulty verifier no longer agrees. */
  readonly foundBy: string;
}

const CORE = 'platform/core/src';
const CHECKS = `${CORE}/verify/checks`;

/** INVARIANT: with each, every honest receipt still passes, so that only a case that must fail can find it. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    what: 'a name that comes twice is taken once',
    file: 'common/evidence/src/canonical.ts',
    was: 'if (names.has(name))',
    becomes: 'if (name === "" && names.has(name))',
    foundBy: 'form/with-its-type-twice',
  },
  {
    what: 'nobody compares the hash of the whole receipt',
    file: `${CHECKS}/service-assembly.ts`,
    was: "...altered('some part of the receipt', 'receipt_body_hash', receipt.receipt_body_hash, hashes.body),",
    becomes: '',
    foundBy: 'tampered/another-hash-of-the-whole-receipt-than-the-service-signed',
  },
  {
    what: 'a key counts at any instant',
    file: `${CORE}/signed/signed.ts`,
    was: 'return validity.ok ? made : validity;',
    becomes: 'return made;',
    foundBy: 'keys/the-bank-s-key-ended-a-millisecond-before-it-signed',
  },
  {
    what: 'a receipt may bring another key than the pinned one',
    file: `${CORE}/verify/key-ring.ts`,
    was: 'if (own === undefined || trusted === undefined) return null;',
    becomes: 'if (own !== undefined || trusted === undefined) return null;',
    foundBy: 'keys/another-key-of-the-bank-which-signed-nothing',
  },
  {
    what: 'who enrolled a person need be no root',
    file: `${CHECKS}/subject.ts`,
    was: 'const isRoot = root?.enrolment?.signature.kid === signature.kid;',
    becomes: 'const isRoot = true;',
    foundBy: 'keys/enrolled-by-a-principal-who-is-no-root',
  },
  {
    what: 'one person may approve twice',
    file: `${CORE}/decide/approval.ts`,
    was: 'if (everyone.some((other) => isSameHolder(other, person))) {',
    becomes: 'if (everyone.length > 9 && everyone.some((other) => isSameHolder(other, person))) {',
    foundBy: 'people/approved-by-one-person-with-two-devices',
  },
  {
    what: 'a passkey need not verify its holder',
    file: `${CORE}/crypto/device/webauthn.ts`,
    was: 'if (!has(FLAGS.userVerified)) {',
    becomes: 'if (!has(FLAGS.userVerified | FLAGS.userPresent)) {',
    foundBy: 'devices/its-holder-not-verified',
  },
  {
    what: 'a grant need not name the key of the agent',
    file: `${CHECKS}/enforcement.ts`,
    was: 'named === key && (named',
    becomes: '(named ?? key) === key && (named',
    foundBy: 'mandates/a-key-of-the-agent-that-the-grant-does-not-name',
  },
  {
    what: 'an adapter may acknowledge as the provider',
    file: `${CORE}/verify/acknowledgment.ts`,
    was: 'if (adapter === undefined)',
    becomes: 'if (adapter === undefined || provider === null)',
    foundBy: 'counterparty/an-adapter-that-acknowledges-as-the-provider',
  },
  {
    what: 'an amount that begins as its limit does is within it',
    file: `${CORE}/decide/rules/amount-cap.ts`,
    was: 'if (compareAmounts(amount, max) <= 0) return pass;',
    becomes: 'if (compareAmounts(amount, max) <= 0 || amount.startsWith(max)) return pass;',
    foundBy: 'mandates/more-than-the-limit',
  },
  {
    what: 'a statement may be about another subject',
    file: 'common/evidence/src/statement.ts',
    was: "if (subject.kind !== terms.subject.kind || subject.value !== terms.subject.value) return 'subject_mismatch';",
    becomes: '',
    foundBy: 'statements/statement-about-another-payee',
  },
  {
    what: 'an ending may be told twice',
    file: `${CORE}/log/standing/endings.ts`,
    was: 'told.size === ended.length &&',
    becomes: '',
    foundBy: 'log/an-ending-told-twice',
  },
  {
    what: 'a call may be sent after its lease',
    file: `${CHECKS}/sending.ts`,
    was: 'after >= 0 && after < lease.send_within_ms,',
    becomes: 'after >= 0 && after <= lease.send_within_ms,',
    foundBy: 'status/sent-at-the-end-of-its-lease',
  },
  {
    what: 'a proof of the log may be too long',
    file: `${CORE}/log/merkle/tree.ts`,
    was: 'if (last === 0) return null;',
    becomes: 'if (last === 0) break;',
    foundBy: 'log/a-proof-with-a-hash-too-many',
  },
  {
    what: 'earlier payments of the day count for nothing in a dispute',
    file: `${CORE}/dispute/beside.ts`,
    was: 'period === day);',
    becomes: 'period > day);',
    foundBy: 'disputes/a-second-payment-over-the-day-s-limit',
  },
  {
    what: 'a breach that no rule names is inside',
    file: `${CORE}/dispute/judge-dispute.ts`,
    was: "return isSaid ? [] : [row(ground, 'outside',",
    becomes: "return isSaid ? [] : [row(ground, 'inside',",
    foundBy: 'disputes/approved-only-after-it-was-sent',
  },
  {
    what: 'an end that the authority does not tell is not looked at',
    file: `${CORE}/dispute/time-rows.ts`,
    was: 'for (const one of kept) take(one, undefined);',
    becomes: '',
    foundBy: 'disputes/a-revocation-that-the-receipt-does-not-have',
  },
];
