import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuse } from '@common/kit/http';
import { makeApp } from '@common/kit/testing/http-app';
import { platformErrors } from '@platform/trust/error-bodies';
import { Type } from 'typebox';

const json = { 'content-type': 'application/json' };

test('every refusal has an error code and a message in `detail`', async (t) => {
  const { app } = await makeApp(t, { errors: platformErrors });
  app.post('/grants', (_request, reply) =>
    refuse(reply, {
      status: 409,
      code: 'grant_already_redeemed',
      message: 'It was spent.',
      detail: { by: 'red_1' },
    }),
  );
  const response = await app.inject({ method: 'POST', url: '/grants', headers: json, payload: '{}' });
  assert.deepEqual(
    [response.statusCode, response.json()],
    [409, { detail: { error: 'grant_already_redeemed', message: 'It was spent.' } }],
  );
  const { detail } = (await app.inject('/none')).json();
  assert.deepEqual(Object.keys(detail), ['error', 'message']);
});

test('a faulty body names each field and what is wrong, and repeats no value', async (t) => {
  const { app } = await makeApp(t, { errors: platformErrors });
  const body = Type.Object(
    { facade: Type.String(), params: Type.Object({ amount: Type.String() }) },
    { additionalProperties: false },
  );
  app.post('/grants', { schema: { body } }, () => 'x');
  const payload = JSON.stringify({ params: { amount: 40 }, token: 'hidden-value' });
  const response = await app.inject({ method: 'POST', url: '/grants', headers: json, payload });
  assert.equal(response.statusCode, 422);
  const { error, message } = response.json().detail;
  assert.equal(error, 'invalid_request');
  assert.deepEqual(message.split('; ').sort(), [
    'body.facade is required',
    'body.params.amount must be a string',
    'body.token is not recognised',
  ]);
});

test('of many faults, the first are named and the others counted', () => {
  const issues = Array.from({ length: 12 }, (_, at) => ({
    loc: ['body', at],
    msg: 'is wrong',
    type: 'value_error',
  }));
  assert.deepEqual(platformErrors.validation(issues, 'r'), {
    detail: {
      error: 'invalid_request',
      message: `${Array.from({ length: 10 }, (_, at) => `body.${at} is wrong`).join('; ')}; and 2 more`,
    },
  });
  assert.match(JSON.stringify(platformErrors.validation([], 'r')), /does not match the schema/);
});
