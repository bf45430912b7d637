import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '@common/base/result';
import { createMemoryRateLimiter } from '@common/kit/rate-limit';
import type { SignedMovementQuestion } from '@platform/core/objects/movement';
import { generatePrivateKey, readPrivateKey } from '@platform/keys/key-files/key-pair';
import { askMovements, type MovementDeps } from '../src/use-cases/ask-movements.ts';

const ASKED = {
  tenant: 'tn_1',
  account: 'acct_1',
  from: '2026-10-01',
  until: '2026-11-01',
  after: null,
} as const;

function asking() {
  const questions: SignedMovementQuestion[] = [];
  const pair = readPrivateKey(generatePrivateKey('ed25519'), 'authority');
  const deps: MovementDeps = {
    deployment: 'dp_0123456789abcdef01234567',
    authority: { kid: 'authority', alg: pair.alg, sign: pair.sign },
    clock: () => Date.parse('2026-11-02T09:00:00Z'),
    async askEnforcement(question) {
      questions.push(question);
      return fail('movements_not_listed', 'none');
    },
    movementPages: createMemoryRateLimiter({ name: 'movements', requests: 2, windowS: 60 }),
  };
  return { deps, questions };
}

test('a question is signed, of this deployment and of this instant', async () => {
  const { deps, questions } = asking();
  assert.equal((await askMovements(deps, ASKED)).ok, false);
  const [{ question, signature } = assert.fail()] = questions;
  assert.deepEqual(question, {
    type: 'sanad/movement-question/1',
    deployment: deps.deployment,
    ...ASKED,
    asked_at: '2026-11-02T09:00:00.000Z',
  });
  assert.equal(signature.kid, 'authority');
});

test('nobody makes it ask for days that are none, or without end', async () => {
  const { deps, questions } = asking();
  const codeOf = async (asked: Parameters<typeof askMovements>[1]) => {
    const answer = await askMovements(deps, asked);
    return answer.ok ? null : answer.error.code;
  };
  assert.equal(await codeOf({ ...ASKED, until: ASKED.from }), 'period_invalid');
  const codes = [await codeOf(ASKED), await codeOf(ASKED), await codeOf(ASKED)];
  assert.deepEqual(codes, ['movements_not_listed', 'movements_not_listed', 'movements_too_many']);
  assert.equal(await codeOf({ ...ASKED, tenant: 'tn_2' }), 'movements_not_listed', 'each tenant by itself');
  assert.equal(questions.length, 3);
});
