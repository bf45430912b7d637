import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { toHex } from '@common/evidence/bytes';
import { canonicalText } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { nodeCrypto } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import { size } from '@common/kit/testing/size';
import type { OpenReceipt, Receipt } from '../../../src/objects/receipt.ts';
import { withoutPlace } from '../../../src/receipt/assemble.ts';
import { openReceipt } from '../../../src/receipt/open-receipt.ts';
import type { Verification, VerifyOptions } from '../../../src/verify/verification.ts';
import { verify } from '../../../src/verify/verify.ts';
import type { Cast } from '../story.ts';
import { clocked } from './clocks.ts';
import { OTHER_TEXTS, SAME_VALUE } from './json-forms.ts';
import { LIES, liesWithin } from './lies.ts';
import { MUTATIONS, membersOf, swapParts } from './mutations.ts';
import { type Random, seeded } from './random.ts';
import { draftOf, FORGERIES, resign, SERVICES } from './resign.ts';
import { HONEST, PINNED, unsignedByPeople } from './world.ts';

type Holder = keyof Cast;
type Harmless =
  | 'the same value'
  | 'a view'
  | 'its place in the log'
  | 'the authority’s own words'
  | 'nothing was done'
  | 'within what people signed'
  | 'clocks within a minute';

/** The same signature stands in hundreds of these receipts: each adapter judges it once. */
function remembering(crypto: Crypto): Crypto {
  const known = new Map<string, boolean>();
  const remember =
    (name: string, check: Crypto['verifyEd25519']): Crypto['verifyEd25519'] =>
    (...given) => {
      const question = [name, ...given.map(toHex)].join();
      const answer = known.get(question) ?? check(...given);
      known.set(question, answer);
      return answer;
    };
  return {
    sha256: crypto.sha256,
    verifyEd25519: remember('ed25519', crypto.verifyEd25519),
    verifyP256: remember('p256', crypto.verifyP256),
    verifyRs256: remember('rs256', crypto.verifyRs256),
  };
}

/** In `npm test`, one in so many receipts; but each member of one. */
const EVERY = size({ quick: 5, full: 1 });
/** More than a receipt has. */
const MEMBERS = 800;

const PAGE = join(import.meta.dirname, '../../../../../docs/operations/security.md');

const COMMAND = remembering(nodeCrypto);
const BROWSER = remembering(webCrypto);

/** INVARIANT: the command and the browser say the same of every text, check by check and word by word. */
function verifyTwice(text: string, options: VerifyOptions, what: string): Verification {
  const result = verify(COMMAND, text, options);
  // Reading takes most of the time, and is given neither adapter.
  if (EVERY > 1 && result.checks[0]?.outcome === 'fail') return result;
  assert.deepEqual(verify(BROWSER, text, options), result, what);
  return result;
}

const HONEST_TEXTS = new Set(HONEST.map((honest) => JSON.stringify(honest)));

/** As RFC 8785 has it: `-0` is 0. */
function isSame(one: unknown, other: unknown): boolean {
  return canonicalText(one) === canonicalText(other);
}

/** Why a receipt that is not one of the honest ones may be verified all the same; null if it may not. */
function whyHarmless(text: string, held: readonly Holder[]): Harmless | null {
  const receipt: Receipt = JSON.parse(text);
  const opened = unwrap(openReceipt(nodeCrypto, receipt));
  if (HONEST.some((honest) => isSame(honest, receipt))) return 'the same value';
  if (!held.includes('authority') || unsignedByPeople(opened).length > 0) return null;
  if (HONEST.some((honest) => isSame(withoutPlace(honest), withoutPlace(receipt))))
    return 'its place in the log';
  if (!held.includes('service')) return null;
  if (
    HONEST.some((honest) =>
      isSame(signedByOthers(unwrap(openReceipt(nodeCrypto, honest))), signedByOthers(opened)),
    )
  )
    return 'the authority’s own words';
  if (receipt.what.outcome !== 'executed') return 'nothing was done';
  return held.includes('pep') ? 'within what people signed' : null;
}

/** An honest receipt without some of its disclosures, and nothing else. */
function isView(text: string): boolean {
  const { signatures, ...rest }: Receipt = JSON.parse(text);
  return HONEST.some(({ signatures: whole, ...honest }) => {
    const shown = (signatures.service?.disclosures ?? []).map((one) => canonicalText(one));
    const all = new Set((whole.service?.disclosures ?? []).map((one) => canonicalText(one)));
    return isSame(honest, rest) && shown.every((one) => all.has(one));
  });
}

/** What neither the authority nor the assembly service signs. */
function signedByOthers({ who, why, how, signatures, document }: OpenReceipt): unknown {
  const { principal, approver, pep, counterparty } = signatures;
  return [
    who.contract,
    document.what.action,
    why.profile,
    why.plugin,
    document.how.decision,
    how.counterparty_ack,
    principal,
    approver,
    pep,
    counterparty,
  ];
}

/** Of each family of receipts, how many failed (null) and how many were verified for which reason. */
const counts = new Map<string, Map<Harmless | null, number>>();

function count(family: string, result: Harmless | null): void {
  const row = counts.get(family) ?? new Map<Harmless | null, number>();
  counts.set(family, row.set(result, (row.get(result) ?? 0) + 1));
}

/** As docs/operations/security.md has it. */
function tableRow([family, row]: readonly [string, ReadonlyMap<Harmless | null, number>]): string {
  const all = [...row.values()].reduce((sum, number) => sum + number, 0);
  const harmless = [...row]
    .filter(([reason]) => reason !== null)
    .map(([reason, number]) => `${number}: ${reason}`);
  return `| ${family} | ${all} | ${row.get(null) ?? 0} | ${harmless.sort().join('; ') || 'none'} |`;
}

function judge(family: string, text: string, what: string, held: readonly Holder[] = []): void {
  const { verdict, checks } = verifyTwice(text, { keys: PINNED }, what);
  assert.equal(checks.length, 9, what);
  if (verdict === 'partial') assert.ok(isView(text), `holds in part: ${what}\n${text}`);
  const reason =
    verdict === 'verified' ? whyHarmless(text, held) : verdict === 'partial' ? ('a view' as const) : null;
  assert.ok(verdict !== 'verified' || reason !== null, `verified: ${what}\n${text}`);
  count(family, reason);
}

/** As many as asked for, none of them an honest receipt itself. */
function changed(
  number: number,
  make: () => readonly [text: string, what: string],
  use: (text: string, what: string) => void,
) {
  for (let made = 0; made < number; ) {
    const [text, what] = make();
    if (HONEST_TEXTS.has(text)) continue;
    use(text, what);
    made += 1;
  }
}

function told(random: Random, held: readonly Holder[]): readonly [text: string, what: string] {
  const draft = draftOf(random.pick(HONEST));
  // Half of them try only what their keys may reach, and sign it with care.
  const isWise = random.below(2) === 0;
  const pool = isWise ? liesWithin(held) : Object.keys(LIES);
  const lies = Array.from({ length: 1 + random.below(isWise ? 2 : 3) }, () => random.pick(pool));
  for (const lie of lies) LIES[lie]?.(draft, random);
  const thief = { held, forgery: random.pick(FORGERIES), careful: isWise || random.below(3) > 0 };
  return [JSON.stringify(resign(draft, thief)), `${lies.join(', ')}, by ${held.join(' and ')}`];
}

const PAIRS = SERVICES.flatMap((one, index) => SERVICES.slice(index + 1).map((other) => [one, other]));

describe('hostile receipts', () => {
  test('the honest ones they are made from are verified', () => {
    for (const honest of HONEST) {
      assert.equal(
        verifyTwice(JSON.stringify(honest), { keys: PINNED }, honest.receipt_id).verdict,
        'verified',
      );
      assert.deepEqual(unsignedByPeople(unwrap(openReceipt(nodeCrypto, honest))), []);
    }
  });

  test('every member of a receipt, changed without any key', () => {
    const random = seeded(1);
    const names = Object.keys(MUTATIONS);
    const [first = assert.fail(), ...others] = HONEST;
    const every = membersOf(first).map((path) => ({ honest: first, path }));
    const further = () => {
      const honest = random.pick(others);
      return { honest, path: random.pick(membersOf(honest)) };
    };
    let made = 0;
    changed(
      // No member is left out: what is not signed, or not looked at, shows only there.
      EVERY === 1 ? MEMBERS : every.length + 1,
      () => {
        const { honest, path } = every[made] ?? further();
        const name = names[made % names.length] ?? '';
        made += 1;
        return [MUTATIONS[name]?.(honest, path, random) ?? '', `${path.join('.')}: ${name}`];
      },
      (text, what) => judge('nobody with a key: one member changed', text, what),
    );
    assert.ok(made > every.length, `${every.length}`);
  });

  test('parts of two receipts put together', () => {
    const random = seeded(2);
    changed(
      150 / EVERY,
      () => [swapParts(random), 'swapped'],
      (text, what) => judge('nobody with a key: parts of two receipts', text, what),
    );
  });

  test('other JSON texts', () => {
    const random = seeded(3);
    const forms = Object.entries({ ...SAME_VALUE, ...OTHER_TEXTS });
    for (let made = 0; made < 250 / EVERY; made += 1) {
      const [name, form] = forms[made % forms.length] ?? [];
      const receipt = random.pick(HONEST);
      const text = form?.(JSON.stringify(receipt), receipt, random) ?? '';
      judge('nobody with a key: another JSON text', text, name ?? '');
    }
  });

  test('a holder of one service’s key', () => {
    const random = seeded(4);
    for (const held of SERVICES)
      changed(
        75 / EVERY,
        () => told(random, [held]),
        (text, what) => judge('the holder of one service’s key', text, what, [held]),
      );
  });

  test('a holder of the keys of two services', () => {
    const random = seeded(5);
    for (const held of PAIRS)
      changed(
        45 / EVERY,
        () => told(random, held),
        (text, what) => judge('the holder of two services’ keys', text, what, held),
      );
  });

  test('a holder of the keys of all services', () => {
    const random = seeded(6);
    changed(
      230 / EVERY,
      () => told(random, SERVICES),
      (text, what) => judge('the holder of all services’ keys and the counterparty’s', text, what, SERVICES),
    );
  });

  test('clocks', () => {
    const random = seeded(7);
    for (let made = 0; made < 200 / EVERY; made += 1) {
      const { text, keys, isRight } = clocked(random);
      const { verdict, checks } = verifyTwice(text, { keys }, 'clocks');
      assert.equal(verdict, isRight ? 'verified' : 'failed', `${JSON.stringify(checks)}\n${text}`);
      count('wrong clocks, and keys past their time', isRight ? 'clocks within a minute' : null);
    }
  });

  test('are as many as the documentation counts', () => {
    const page = readFileSync(PAGE, 'utf8');
    // The page has those of a full search.
    const rows = EVERY === 1 ? [...counts].map(tableRow) : [];
    assert.deepEqual(
      rows.filter((row) => !page.includes(row)),
      [],
      'rows that docs/operations/security.md does not have',
    );
    const all = [...counts.values()]
      .flatMap((row) => [...row.values()])
      .reduce((sum, number) => sum + number, 0);
    assert.ok(all >= 2_000 / EVERY, `${all}`);
  });
});

test('an instant that does not exist fails a check, wherever it stands, and throws nothing', () => {
  const places = new Set<string>();
  for (const honest of HONEST) {
    const text = JSON.stringify(honest);
    for (const { 0: instant, index } of text.matchAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g)) {
      const place = text.slice(index - 60, index).replaceAll(/[\da-f]{8,}|\d/g, '');
      if (places.has(place)) continue;
      places.add(place);
      const altered = `${text.slice(0, index)}"2026-02-30T00:00:00.000Z"${text.slice(index + instant.length)}`;
      assert.equal(verify(COMMAND, altered, { keys: PINNED }).verdict, 'failed', place);
    }
  }
  assert.ok(places.size > 30);
});
