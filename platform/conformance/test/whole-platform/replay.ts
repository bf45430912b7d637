import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { commitTo } from '@common/evidence/disclosure';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { size } from '@common/kit/testing/size';
import type { SignedEnforcement } from '@platform/core/objects/event';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Signature } from '@platform/core/objects/signature';
import { receiptBodyHash } from '@platform/core/receipt/assemble';
import { readKeyRegistry } from '@platform/core/signed/key-registry';
import { signHash, signObject, verifySigned } from '@platform/core/signed/signed';
import { verify } from '@platform/core/verify/verify';
import { type Client, type Reply, send, sha256, transferInputs } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import { until } from '../../wait.ts';
import { lostDevice, newDevice } from '../support/new-key.ts';
import { playStory, present, type SignedPart, type Story } from '../support/story.ts';
import { used } from './deployment.ts';

const KIDS = [
  'principal_local',
  'principal_zayd',
  'approver_cfo',
  'approver_guest',
  'approver_agent',
  'authority',
  'service_assembly',
  'pep',
  'bank',
  'recipient',
];

/**
 * Of signatures that no key of the right name made: any shows that a place verifies, and what it verifies with is given every
 * one, below. Those by keys that are valid elsewhere are all tried: which of them a place takes is its own.
 */
const FEW = size({ quick: 2, full: 100 });

function few<Value>(values: readonly Value[]): readonly Value[] {
  const every = Math.max(1, Math.floor(values.length / FEW));
  return values.filter((_, index) => index % every === 0);
}

/** A place that accepts a signature, with a body that is valid except for the signature put into it. */
interface Place {
  readonly name: string;
  /** Whose signature belongs there, and over what. */
  readonly kid: string;
  readonly hash: string;
  /** Whether this signature is accepted. Default: the right one. */
  readonly takes: (signature: Signature, hash?: string) => Promise<boolean>;
}

describe('no signature is valid in another place', () => {
  let d: Deployment;
  let client: Client;
  let story: Story;
  let tried = 0;
  before(async () => {
    ({ d, client } = used());
    story = await playStory(used());
  });
  after(() => process.stdout.write(`replayed signatures: ${tried}, accepted: 0\n`));

  const refused = (accepted: boolean, about: string) => {
    tried += 1;
    assert.equal(accepted, false, `accepted: ${about}`);
  };

  /** Signatures that a place must not accept: the story's, also renamed to its key, and those made by all other keys. */
  async function wrongOnes(kid: string, hash: string): Promise<readonly (readonly [string, Signature])[]> {
    const { alg } = present(story.keys[kid], kid);
    const others = story.parts.filter((part) => part.hash !== hash);
    const byOthers = await Promise.all(
      KIDS.filter((other) => other !== kid).map(async (other) => {
        const signature = signHash(await d.signer(other), hash);
        return { other, signature };
      }),
    );
    return [
      ...byOthers.map(({ other, signature }) => [`this hash signed by ${other}`, signature] as const),
      ...few(byOthers).map(
        ({ other, signature }) =>
          [`this hash signed by ${other} as ${kid}`, { ...signature, kid, alg }] as const,
      ),
      ...few(others).map((part) => [`the signature of the ${part.name}`, part.signature] as const),
      ...few(others).map(
        (part) => [`the signature of the ${part.name} as ${kid}`, { ...part.signature, kid, alg }] as const,
      ),
    ];
  }

  async function tryAll({ name, kid, hash, takes }: Place): Promise<void> {
    for (const [what, signature] of await wrongOnes(kid, hash)) {
      refused(await takes(signature), `${what} at ${name}`);
    }
    for (const part of story.parts.filter((other) => other.hash !== hash)) {
      refused(await takes(part.signature, part.hash), `hash and signature of the ${part.name} at ${name}`);
    }
    assert.equal(await takes(signHash(await d.signer(kid), hash)), true, `${name} accepts the right one`);
  }

  const isGood = ({ object, hash, signature }: SignedPart, type?: string): boolean => {
    if (object.type === 'sanad/receipt/0.3') {
      // What the verifier does with it, in one check.
      return verify(nodeCrypto, object, { keys: story.keys }).checks[1]?.outcome === 'pass';
    }
    const claimed = type === undefined ? object : { ...object, type };
    return verifySigned(nodeCrypto, {
      object: claimed,
      hash,
      signature,
      keys: story.keys,
      at: new Date().toISOString(),
    }).ok;
  };

  test('the story has every type of signed object, each of them valid', () => {
    const known = story.parts.filter(({ name }) => name !== 'rate');
    for (const part of known) assert.ok(isGood(part), part.name);
    const types = new Set(known.map(({ object }) => object.type));
    assert.equal(types.size, 12);
  });

  test('verifying functions: each signature with each other object, hash and type', () => {
    for (const one of story.parts) {
      for (const other of story.parts.filter(({ hash }) => hash !== one.hash)) {
        const about = `${one.name} for ${other.name}`;
        const { object } = other;
        if (object.type === 'sanad/receipt/0.3') {
          refused(isGood({ ...other, object: withService(story.receipt, one.signature) }), about);
          continue;
        }
        refused(isGood({ ...other, signature: one.signature }), about);
        refused(isGood({ ...other, signature: one.signature, hash: one.hash }), `${about}, with its hash`);
        const renamed = { ...one.signature, kid: other.signature.kid, alg: other.signature.alg };
        refused(isGood({ ...other, signature: renamed }), `${about}, renamed`);
        const retyped = { ...one.object, type: object.type };
        const hash = hashOf(nodeCrypto, retyped);
        refused(
          isGood({ ...one, object: retyped, hash }) && one.object.type !== object.type,
          `${about}, as that type`,
        );
        refused(
          isGood({ ...one, object: retyped }) && one.object.type !== object.type,
          `${about}, as that type with the old hash`,
        );
      }
    }
  });

  test('the nine checks: each signature in each slot of the receipt', async () => {
    assert.equal(verify(nodeCrypto, story.receipt, { keys: story.keys }).verdict, 'verified');
    for (const [slot, kid, hash, put] of slotsOf(story.receipt)) {
      for (const [what, signature] of await wrongOnes(kid, hash)) {
        for (const keys of [story.keys, {}]) {
          const { verdict } = verify(nodeCrypto, await resealed(put(signature), slot), { keys });
          refused(verdict !== 'failed', `${what} in the slot ${slot}`);
        }
      }
    }
  });

  /** With the body hash recomputed and signed by the service: only the inserted signature is wrong. */
  async function resealed(receipt: Receipt, slot: string): Promise<Receipt> {
    if (slot === 'service' || slot === 'log root') return receipt;
    const hash = receiptBodyHash(nodeCrypto, receipt);
    const signature = signHash(await d.signer('service_assembly'), hash);
    return { ...withService(receipt, signature), receipt_body_hash: hash };
  }

  test('POST /contracts', async () => {
    const mandate = client.mandate();
    const hash = hashOf(nodeCrypto, mandate);
    await tryAll({
      name: 'POST /contracts',
      kid: 'principal_local',
      hash,
      takes: (signature, claimed = hash) =>
        isTaken(
          send(`${d.urls.authority}/contracts`, {
            body: { contract: mandate, contract_hash: claimed, signature },
          }),
        ),
    });
    await otherObjects(
      (part) => ({
        url: `${d.urls.authority}/contracts`,
        body: { contract: part.object, contract_hash: part.hash, signature: part.signature },
      }),
      'mandate',
    );
  });

  test('POST /contracts/{contract_id}/revoke', async () => {
    const id = await client.register();
    const signed = await client.signRevocation(id);
    const url = `${d.urls.authority}/contracts/${id}/revoke`;
    await otherObjects((part) => ({
      url,
      body: { revocation: part.object, revocation_hash: part.hash, signature: part.signature },
    }));
    const hash = signed.revocation_hash;
    await tryAll({
      name: 'revoke',
      kid: 'principal_local',
      hash,
      takes: (signature, revocation_hash = hash) =>
        isTaken(send(url, { body: { ...signed, revocation_hash, signature } })),
    });
  });

  test('POST /grants/{grant_id}/approve', async () => {
    const { body: held } = await client.pay(transferInputs({ amount: '1800' }));
    const { action_hash: hash, grant } = await client.grant(String(held.grant_id));
    await tryAll({
      name: 'approve',
      kid: 'approver_cfo',
      hash,
      takes: (signature, action_hash = hash) =>
        isTaken(
          send(`${d.urls.authority}/grants/${grant.grant_id}/approve`, { body: { action_hash, signature } }),
        ),
    });
  });

  test('POST /grants/{grant_id}/redeem', async () => {
    const { body: record } = await client.proposeAsGateway('bank.executeTransfer', transferInputs());
    const redemption = redemptionFor(record);
    const hash = hashOf(nodeCrypto, redemption);
    const { grant_id: id } = record.grant;
    const url = `${d.urls.authority}/grants/${id}/redeem`;
    const presentation = client.serviceToken('execute', id);
    await otherObjects((part) => ({
      url,
      body: { redemption: part.object, redemption_hash: part.hash, signature: part.signature, presentation },
    }));
    await tryAll({
      name: 'redeem',
      kid: 'pep',
      hash,
      takes: (signature, redemption_hash = hash) =>
        isTaken(send(url, { body: { redemption, redemption_hash, signature, presentation } })),
    });
  });

  test('POST /events: the decision, and the acknowledgment under it', async () => {
    for (const place of ['decision', 'acknowledgment'] as const) {
      const record = await redeemed();
      const ack = ackFor(record);
      const signedAck = signObject(nodeCrypto, await d.signer('bank'), ack);
      const decision = decisionFor(record, signedAck.hash);
      const signedDecision = signObject(nodeCrypto, await d.signer('pep'), decision);
      const post = (patch: object, ackPatch: object) => {
        const counterparty_ack = {
          ack,
          ack_hash: signedAck.hash,
          signature: signedAck.signature,
          ...ackPatch,
        };
        const body = {
          decision,
          decision_hash: signedDecision.hash,
          disclosure: DETAIL,
          signature: signedDecision.signature,
          counterparty_ack,
          ...patch,
        };
        return isTaken(send(`${d.urls.authority}/events`, { body: { kind: 'enforcement', body } }));
      };
      const isDecision = place === 'decision';
      await tryAll({
        name: `events, ${place}`,
        kid: isDecision ? 'pep' : 'bank',
        hash: isDecision ? signedDecision.hash : signedAck.hash,
        takes: (signature, hash) =>
          isDecision
            ? post({ signature, ...(hash === undefined ? {} : { decision_hash: hash }) }, {})
            : post({}, { signature, ...(hash === undefined ? {} : { ack_hash: hash }) }),
      });
    }
  });

  test('POST /execute: the grant', async () => {
    const { body: record } = await client.proposeAsGateway('bank.executeTransfer', transferInputs());
    const balance = await client.balance('acct_acme');
    await tryAll({
      name: 'execute',
      kid: 'authority',
      hash: record.grant_hash,
      takes: async (signature, grant_hash = record.grant_hash) => {
        const { status, body } = await client.execute(record, { signature, grant_hash });
        if (body.status === 'executed') return true;
        assert.ok(status === 200 && body.reason === 'grant_invalid', JSON.stringify(body));
        assert.equal(await client.balance('acct_acme'), balance);
        return false;
      },
    });
  });

  test('the file of a profile', async () => {
    const file = join(d.folders.profiles, 'treasury.v1.json');
    const good = await readFile(file, 'utf8');
    const signed = JSON.parse(good);
    await tryAll({
      name: 'profile',
      kid: 'principal_local',
      hash: signed.profile_hash,
      takes: async (signature, profile_hash = signed.profile_hash) => {
        await writeFile(file, JSON.stringify({ ...signed, profile_hash, signature }));
        return isTaken(send(`${d.urls.authority}/profiles/treasury.v1`));
      },
    });
    await writeFile(file, good);
  });

  test('the enrolment of a key', async () => {
    const kid = 'approver_guest';
    const file = join(d.folders.keys, 'public', `${kid}.json`);
    const good = await readFile(file, 'utf8');
    const entry = JSON.parse(good);
    const hash = entry.enrolment.enrolment_hash;
    await tryAll({
      name: 'enrolment',
      kid: 'principal_local',
      hash,
      takes: async (signature, enrolment_hash = hash) => {
        const raw = { ...story.keys, [kid]: { ...entry, enrolment: { enrolment_hash, signature } } };
        return kid in readKeyRegistry(nodeCrypto, d.id, raw).keys;
      },
    });
    const isShown = (shown: boolean) =>
      until(`the authority ${shown ? 'shows' : 'drops'} ${kid}`, async () => {
        const { body } = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);
        return kid in body === shown ? true : null;
      });
    const signature = signHash(await d.signer('principal_zayd'), sha256('something else'));
    await writeFile(file, JSON.stringify({ ...entry, enrolment: { enrolment_hash: hash, signature } }));
    await isShown(false);
    await writeFile(file, good);
    await isShown(true);
  });

  /** Every other signed object of the story, whole and with its own valid signature, where another one belongs. */
  test('POST /keys, and POST /keys/{kid}/compromise', async () => {
    const { deployment } = present(story.keys.principal_local, 'principal_local');
    const enrolment = newDevice(deployment, 'replayed');
    const keysUrl = `${d.urls.authority}/keys`;
    await otherObjects(
      (part) => ({
        url: keysUrl,
        body: { enrolment: part.object, enrolment_hash: part.hash, signature: part.signature },
      }),
      'enrolment of approver_cfo',
    );
    const hash = hashOf(nodeCrypto, enrolment);
    await tryAll({
      name: 'POST /keys',
      kid: 'principal_local',
      hash,
      takes: (signature, enrolment_hash = hash) =>
        isTaken(send(keysUrl, { body: { enrolment, enrolment_hash, signature } })),
    });
    const compromise = lostDevice(enrolment);
    const url = `${keysUrl}/${enrolment.kid}/compromise`;
    await otherObjects((part) => ({
      url,
      body: { compromise: part.object, compromise_hash: part.hash, signature: part.signature },
    }));
    const lostHash = hashOf(nodeCrypto, compromise);
    await tryAll({
      name: 'compromise',
      kid: 'principal_local',
      hash: lostHash,
      takes: (signature, compromise_hash = lostHash) =>
        isTaken(send(url, { body: { compromise, compromise_hash, signature } })),
    });
  });

  async function otherObjects(
    request: (part: SignedPart) => { readonly url: string; readonly body: unknown },
    own?: string,
  ): Promise<void> {
    for (const part of story.parts.filter(({ name }) => name !== own)) {
      const { url, body } = request(part);
      refused(await isTaken(send(url, { body })), `${part.name}, whole, at ${url}`);
    }
  }

  async function redeemed(): Promise<GrantRecord> {
    const { body: record } = await client.proposeAsGateway('bank.executeTransfer', transferInputs());
    const redemption = redemptionFor(record);
    const { hash, signature } = signObject(nodeCrypto, await d.signer('pep'), redemption);
    const presentation = client.serviceToken('execute', record.grant.grant_id);
    const body = { redemption, redemption_hash: hash, signature, presentation };
    const { status } = await send(`${d.urls.authority}/grants/${record.grant.grant_id}/redeem`, { body });
    assert.equal(status, 200);
    return record;
  }
});

/** A refusal is a 4xx or a 503 with one of the document's codes; a 500 would be a fault. */
async function isTaken(request: Promise<Reply<unknown>>): Promise<boolean> {
  const { status, text } = await request;
  assert.ok(status < 500 || (status === 503 && /profile_|signer_/.test(text)), `${status} ${text}`);
  return status < 300;
}

function withService(receipt: Receipt, service: Signature): Receipt {
  const { disclosures = [] } = receipt.signatures.service ?? {};
  return { ...receipt, signatures: { ...receipt.signatures, service: { ...service, disclosures } } };
}

type Slot = readonly [name: string, kid: string, hash: string, put: (signature: Signature) => Receipt];

function slotsOf(receipt: Receipt): readonly Slot[] {
  const { who, what, how, signatures, bundle, status } = receipt;
  const slot = (name: keyof Receipt['signatures']) => (signature: Signature) => ({
    ...receipt,
    signatures: { ...signatures, [name]: signature },
  });
  const root = hashOf(nodeCrypto, present(status.log, 'place in the log').tree_head);
  return [
    ['principal', 'principal_local', who.contract_hash, slot('principal')],
    ['approver', 'approver_cfo', what.action_hash, slot('approver')],
    ['pep', 'pep', how.decision_hash, slot('pep')],
    ['counterparty', 'bank', present(how.counterparty_ack_hash, 'acknowledgment'), slot('counterparty')],
    [
      'service',
      'service_assembly',
      receipt.receipt_body_hash,
      (signature) => withService(receipt, signature),
    ],
    [
      'grant',
      'authority',
      how.grant_hash,
      (signature) => ({ ...receipt, how: { ...how, grant_signature: signature } }),
    ],
    [
      'log root',
      'authority',
      root,
      (signature) => ({ ...receipt, bundle: { ...bundle, log_root_signature: signature } }),
    ],
  ];
}

function redemptionFor({ grant, grant_hash, action_hash }: GrantRecord) {
  return {
    type: 'sanad/redemption/1',
    redemption_id: `red_${randomBytes(12).toString('hex')}`,
    grant_id: grant.grant_id,
    grant_hash,
    action_hash,
    venue: 'local',
    requested_at: new Date().toISOString(),
  } as const;
}

function ackFor({ grant, action, action_hash }: GrantRecord) {
  return {
    type: 'sanad/ack/1',
    counterparty: 'bank',
    operation: 'transfer',
    grant_id: grant.grant_id,
    action_hash,
    idempotency_key: action.idempotency_key,
    acknowledged_at: new Date().toISOString(),
    transfer_id: 'txn_1',
  } as const;
}

const DETAIL: SignedEnforcement['disclosure'] = ['5a'.repeat(16), 'detail', 'bank did transfer.'];

function decisionFor({ grant, grant_hash, action_hash }: GrantRecord, ackHash: string) {
  const now = new Date().toISOString();
  return {
    type: 'sanad/decision/1',
    deployment: grant.deployment,
    grant_id: grant.grant_id,
    grant_hash,
    contract_hash: grant.contract_hash,
    action_hash,
    policy_version: grant.policy_version,
    venue: 'local',
    level: 'L1-sim',
    outcome: 'executed',
    reason: 'ok',
    detail: commitTo(nodeCrypto, DETAIL),
    counterparty_ack_hash: ackHash,
    response_sha256: null,
    executed_at: now,
    decided_at: now,
  } as const;
}
