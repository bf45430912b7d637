import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import fc from 'fast-check';
import type { Receipt } from '../../src/objects/receipt.ts';
import { verify } from '../../src/verify/verify.ts';
import { at, tell } from './story.ts';

type Path = readonly (string | number)[];

const ORIGINALS: readonly Receipt[] = [
  tell({ revokedAt: at('09:00:06.000') }),
  tell({ outcome: 'denied' }),
  tell({ previous: tell(), approved: false, mandate: { approval: {} } }),
];

/** Every leaf value: texts, numbers, booleans, nulls. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]));
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((inner, name) => Reflect.get(Object(inner), name), value);
}

function kindOf(leaf: unknown): string {
  return leaf === null ? 'null' : typeof leaf;
}

function changed(value: unknown, [name, ...rest]: Path, change: (leaf: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = changed(copy[name], rest, change);
  return copy;
}

/** Another value of the same kind, which the schema may well allow. */
function other(leaf: unknown): unknown {
  if (typeof leaf === 'number') return leaf + 1;
  if (typeof leaf === 'boolean') return !leaf;
  if (typeof leaf !== 'string') return 'x';
  const last = leaf.at(-1) ?? '';
  if (/Z$/.test(leaf))
    return leaf.replace(/\d(\.\d+)?Z$/, (end) => `${(Number(end[0]) + 1) % 10}${end.slice(1)}`);
  if (/[0-8a-e]$/.test(leaf)) return leaf.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 1);
  return `${leaf.slice(0, -1)}${last === '9' ? '8' : 'a'}`;
}

describe('a receipt with one value changed', () => {
  const seen = new Set<string>();
  const isNew = (original: unknown, path: Path): boolean => {
    const { size: before } = seen;
    return seen.add(`${path.join('.')}: ${kindOf(valueAt(original, path))}`).size > before;
  };

  for (const [index, original] of ORIGINALS.entries()) {
    test(`fails, whichever value it is that no earlier one has (receipt ${index + 1})`, () => {
      for (const path of leavesOf(original).filter((each) => isNew(original, each))) {
        const tampered = changed(original, path, other);
        assert.notDeepEqual(tampered, original);
        assert.equal(verify(nodeCrypto, tampered).verdict, 'failed', path.join('.'));
      }
    });
  }

  test('fails, whatever the value is changed to', () => {
    const [original] = ORIGINALS;
    const paths = leavesOf(original);
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 1 }), (path, value) => {
        const tampered = changed(original, path, () => value);
        if (JSON.stringify(tampered) === JSON.stringify(original)) return;
        assert.equal(verify(nodeCrypto, tampered).verdict, 'failed', path.join('.'));
      }),
      { numRuns: 200 },
    );
  });

  test('fails without any of its parts', () => {
    const [original] = ORIGINALS;
    for (const part of [
      'status.log',
      'bundle.log_root_signature',
      'signatures.service',
      'signatures.counterparty',
      'signatures.approver',
      'how.counterparty_ack',
      'status.revocation',
    ]) {
      const tampered = changed(original, part.split('.'), () => null);
      assert.equal(verify(nodeCrypto, tampered).verdict, 'failed', part);
    }
  });

  test('fails at the check that looks at the value', () => {
    const [original] = ORIGINALS;
    const expected: Readonly<Record<string, readonly number[]>> = {
      receipt_version: [1],
      'bundle.keys.pep.kid': [1],
      'who.agent': [2],
      'what.outcome': [1],
      'where.venue': [2],
      'when.assembled_at': [2],
      'why.profile_hash': [2],
      'what.plugin_version': [2],
      'signatures.service.sig': [2],
      'who.contract.rules.amount_max': [3],
      'who.contract_hash': [3],
      'signatures.principal.sig': [3],
      'bundle.keys.principal_amal.enrolment.enrolment_hash': [3],
      'what.action.params.amount': [4, 5],
      'what.action_hash': [4, 5],
      'signatures.approver.sig': [4],
      'how.decision.detail': [5],
      'how.decision_hash': [5],
      'how.grant.profile_hash': [5],
      'how.grant_hash': [5],
      'how.grant_signature.sig': [5],
      'signatures.pep.sig': [5],
      'how.counterparty_ack.transfer_id': [6],
      'how.counterparty_ack_hash': [6],
      'signatures.counterparty.sig': [6],
      'bundle.sequence': [7],
      'bundle.previous_receipt_hash': [1],
      'status.log.leaf_index': [8],
      'status.log.leaf_hash': [8],
      'status.log.inclusion_proof.0': [8],
      'status.log.tree_head.root_hash': [8],
      'status.log.tree_head.timestamp': [8],
      'bundle.log_root_signature.sig': [8],
      'status.revocation.revocation.reason': [9],
      'status.revocation.signature.sig': [9],
    };
    for (const [path, checks] of Object.entries(expected)) {
      const tampered = changed(original, path.split('.'), other);
      const failed = verify(nodeCrypto, tampered)
        .checks.filter(({ outcome }) => outcome === 'fail')
        .map(({ number }) => number);
      for (const check of checks) assert.ok(failed.includes(check), `${path}: ${failed}`);
    }
  });
});
