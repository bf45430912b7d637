import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import fc from 'fast-check';
import {
  applyEntries,
  applyEntry,
  type DirectoryState,
  type EntryDraft,
  emptyDirectory,
  findEntry,
  isProven,
  nextEntry,
  proveEntry,
} from '../../src/directory/state.ts';
import type { DirectoryEntry, SignedEntry } from '../../src/objects/directory.ts';

const ID = {
  deployment: `dp_${'0'.repeat(24)}`,
  tenant: 'tn_acme',
  profile: 'treasury.v1',
  directory: 'beneficiaries',
} as const;
const EMPTY = emptyDirectory(ID);

/** No signature: these tests are about the order and the content of entries. */
function unsigned(entry: DirectoryEntry): SignedEntry {
  return { entry, entry_hash: hashOf(nodeCrypto, entry), signatures: [] };
}

function draft(change: EntryDraft['change'], name: string, account = `acct_${name}`): EntryDraft {
  const values = change === 'ended' ? {} : { values: { payee: name, account } };
  return { change, name, ...values, signed_at: '2026-11-01T09:00:00Z' };
}

function append(state: DirectoryState, ...drafts: readonly EntryDraft[]) {
  const entries: SignedEntry[] = [];
  let current = state;
  for (const each of drafts) {
    const next = nextEntry(nodeCrypto, current, each);
    assert.ok(next.ok, next.ok ? '' : next.error.message);
    const signed = unsigned(next.value);
    const applied = applyEntry(nodeCrypto, current, signed);
    assert.ok(applied.ok);
    entries.push(signed);
    current = applied.value;
  }
  return { state: current, entries };
}

test('of any history, exactly what was added and not ended is in force and proven', () => {
  const steps = fc.array(fc.tuple(fc.nat(6), fc.boolean(), fc.nat(3)), { maxLength: 24 });
  fc.assert(
    fc.property(steps, (chosen) => {
      const model = new Map<string, string>();
      const drafts = chosen.map(([index, ends, variant]): EntryDraft => {
        const name = `payee${index}`;
        const isKnown = model.has(name);
        if (isKnown && ends) {
          model.delete(name);
          return draft('ended', name);
        }
        const account = `acct_${index}_${variant}`;
        model.set(name, account);
        return draft(isKnown ? 'changed' : 'added', name, account);
      });
      const { state, entries } = append(EMPTY, ...drafts);
      const values = [...state.inForce].map(([name, { signed }]) => [name, signed.entry.values?.account]);
      assert.deepEqual(new Map(values as [string, string][]), model);
      const replayed = applyEntries(nodeCrypto, EMPTY, entries);
      assert.ok(replayed.ok);
      assert.deepEqual(replayed.value, state);
      for (const [name, account] of model) {
        const proof = proveEntry(nodeCrypto, state, name);
        assert.ok(proof !== null && isProven(nodeCrypto, proof));
        assert.equal(findEntry(state, { payee: name, account })?.entry.name, name);
      }
      assert.equal(proveEntry(nodeCrypto, state, 'payee9'), null);
    }),
    { numRuns: 60 },
  );
});

test('an entry left out, moved, repeated, of another directory or with another root is refused', () => {
  const { state: one, entries } = append(EMPTY, draft('added', 'acme'));
  const { entries: more } = append(one, draft('added', 'globex'), draft('ended', 'acme'));
  const [acme, globex, ended] = [...entries, ...more];
  assert.ok(acme && globex && ended);
  const replay = (...chosen: readonly SignedEntry[]) => {
    const applied = applyEntries(nodeCrypto, EMPTY, chosen);
    return applied.ok ? 'ok' : applied.error.code;
  };
  assert.equal(replay(acme, globex, ended), 'ok');
  assert.equal(replay(acme, ended), 'entry_out_of_order');
  assert.equal(replay(globex, acme), 'entry_out_of_order');
  assert.equal(replay(acme, acme), 'entry_out_of_order');
  const changed = (change: Partial<DirectoryEntry>) => unsigned({ ...globex.entry, ...change });
  assert.equal(replay(acme, changed({ tenant: 'tn_other' })), 'entry_of_another_directory');
  assert.equal(replay(acme, changed({ directory: 'accounts' })), 'entry_of_another_directory');
  assert.equal(replay(acme, changed({ root_hash: 'a'.repeat(64) })), 'directory_root_mismatch');
  assert.equal(replay(acme, changed({ size: 3 })), 'directory_root_mismatch');
  assert.equal(replay(acme, changed({ previous_entry_hash: 'b'.repeat(64) })), 'entry_out_of_order');
  assert.equal(replay(acme, { ...globex, entry_hash: 'c'.repeat(64) }), 'entry_malformed');
  assert.equal(replay(acme, changed({ signed_at: '2026-10-31T09:00:00Z' })), 'entry_out_of_order');
});

test('no two entries say the same, and only what is in force can change or end', () => {
  const { state } = append(EMPTY, draft('added', 'acme'), draft('added', 'globex'));
  const codeOf = (of: EntryDraft) => {
    const next = nextEntry(nodeCrypto, state, of);
    return next.ok ? 'ok' : next.error.code;
  };
  assert.equal(codeOf(draft('added', 'acme', 'acct_2')), 'entry_exists');
  assert.equal(
    codeOf({ ...draft('added', 'acme2'), values: { payee: 'acme', account: 'acct_acme' } }),
    'entry_exists',
  );
  assert.equal(
    codeOf({ ...draft('changed', 'globex'), values: { payee: 'acme', account: 'acct_acme' } }),
    'entry_exists',
  );
  assert.equal(codeOf(draft('changed', 'initrode')), 'entry_not_in_force');
  assert.equal(codeOf(draft('ended', 'initrode')), 'entry_not_in_force');
  assert.equal(codeOf({ change: 'added', name: 'x', signed_at: '2026-11-01T09:00:00Z' }), 'entry_malformed');
  assert.equal(codeOf({ ...draft('ended', 'acme'), values: { payee: 'acme' } }), 'entry_malformed');
});

test('a proof shows no entry that ended or changed since, nor one of another directory', () => {
  const { state } = append(EMPTY, draft('added', 'acme'), draft('added', 'globex'), draft('added', 'umbra'));
  const before = proveEntry(nodeCrypto, state, 'acme');
  assert.ok(before !== null);
  const later = append(state, draft('changed', 'acme', 'acct_acme_2')).state;
  assert.ok(later.head !== null);
  assert.equal(isProven(nodeCrypto, { ...before, head: later.head }), false);
  const after = proveEntry(nodeCrypto, later, 'acme');
  assert.ok(after !== null && isProven(nodeCrypto, after));
  const forged = unsigned({ ...after.entry.entry, values: { payee: 'acme', account: 'acct_mallory' } });
  assert.equal(isProven(nodeCrypto, { ...after, entry: forged }), false);
  assert.equal(isProven(nodeCrypto, { ...after, index: after.index + 1 }), false);
});
