import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiredMs } from '@common/base/instant';
import fc from 'fast-check';
import { type ApprovalsInput, type GivenApproval, mayApprove, mayReject } from '../../src/decide/approval.ts';
import { type DeviceFacts, hardwareGround } from '../../src/decide/hardware.ts';
import type { ApprovalRoute } from '../../src/objects/mandate.ts';

const TENANT = 'tn_acme';
const route = (
  approvers: string[],
  assurance: ApprovalRoute['assurance'] = 'signature',
  wait_s = 3600,
): ApprovalRoute => ({
  approver_type: 'person',
  approvers,
  wait_s,
  notify: ['app'],
  assurance,
});
const key: GivenApproval['key'] = {
  kid: 'approver_omar',
  alg: 'ed25519',
  role: 'approver',
  person: 'omar',
  tenants: null,
  hardware: false,
};
const phone: GivenApproval['key'] = {
  ...key,
  kid: 'approver_omar.phone',
  alg: 'es256',
  hardware: true,
  hardware_ground: 'seen',
};
const proposedAt = '2026-03-02T09:30:00.000Z';
const APPROVED_MS = requiredMs('2026-03-02T09:31:00.000Z');
const input = (
  routes: ApprovalRoute[],
  { mandate, ...change }: Partial<GivenApproval> & Partial<Pick<ApprovalsInput, 'mandate'>> = {},
): ApprovalsInput => ({
  mandate: mandate ?? { tenant: TENANT, agent: 'agent_one', approval: { routes } },
  proposedAt,
  approvals: [{ key, approvedMs: APPROVED_MS, ...change }],
});
const codeOf = (given: ApprovalsInput) => {
  const result = mayApprove(given);
  if (!result.ok) return result.error.code;
  return result.value.missing === 0 ? 'ok' : `${result.value.missing} more`;
};

test('an approver is listed by person or by key', () => {
  assert.equal(codeOf(input([route(['omar'])])), 'ok');
  assert.equal(codeOf(input([route(['approver_omar'])])), 'ok');
  assert.equal(codeOf(input([route(['approver_omar.phone'])])), 'approver_not_listed');
  assert.equal(codeOf(input([route(['huda'])])), 'approver_not_listed');
  assert.equal(codeOf(input([])), 'approver_not_listed');
  assert.equal(
    codeOf(input([route(['omar'])], { mandate: { tenant: TENANT, agent: 'a', approval: {} } })),
    'approver_not_listed',
  );
  assert.equal(codeOf(input([route(['omar'])], { key: { ...key, tenants: [TENANT] } })), 'ok');
  assert.equal(
    codeOf(input([route(['omar'])], { key: { ...key, tenants: ['tn_other'] } })),
    'approver_not_listed',
  );
  const nobody = { ...key, person: null };
  assert.equal(codeOf(input([route(['approver_omar'])], { key: nobody })), 'approver_not_listed');
});

test('only keys with the role approver can approve', () => {
  for (const role of ['principal', 'pep', 'authority', 'service_assembly', 'counterparty'] as const) {
    assert.equal(codeOf(input([route(['omar'])], { key: { ...key, role } })), 'approver_role_needed');
  }
});

test('the agent approves nothing, under any of its names', () => {
  for (const agent of ['omar', 'approver_omar', 'approver_omar.phone']) {
    const mandate = { tenant: TENANT, agent, approval: { routes: [route(['omar', 'approver_omar.phone'])] } };
    assert.equal(codeOf(input([], { mandate, key: phone })), 'approver_is_agent', agent);
  }
});

test('CFO does not approve for the agent cfo: names that look alike are one', () => {
  const pairs = [
    ['cfo', 'CFO'],
    ['cfo', 'cf0'],
    ['alice', 'a1ice'],
    ['alice', 'aIice'],
    ['omar', 'ornar'],
    ['wali', 'vvali'],
    ['agent_one', 'agent-one'],
  ];
  for (const [agent = '', person = ''] of pairs) {
    const mandate = { tenant: TENANT, agent, approval: { routes: [route([person])] } };
    const holder = { ...key, kid: `approver_${person}`, person };
    assert.equal(codeOf(input([], { mandate, key: holder })), 'approver_is_agent', `${agent} ${person}`);
  }
  const mandate = { tenant: TENANT, agent: 'cfo', approval: { routes: [route(['cto'])] } };
  assert.equal(codeOf(input([], { mandate, key: { ...key, kid: 'approver_cto', person: 'cto' } })), 'ok');
});

test('assurance hardware accepts only a hardware key', () => {
  const routes = [route(['omar'], 'hardware')];
  assert.equal(codeOf(input(routes)), 'assurance_not_met');
  assert.equal(codeOf(input(routes, { key: { ...phone, hardware: false } })), 'assurance_not_met');
  assert.equal(codeOf(input(routes, { key: { ...key, hardware: true } })), 'assurance_not_met');
  assert.equal(codeOf(input(routes, { key: phone })), 'ok');
});

test('one route must give approver, assurance and time together', () => {
  const routes = [route(['omar'], 'hardware', 7200), route(['omar'], 'signature', 60), route(['huda'])];
  assert.equal(codeOf(input(routes, { approvedMs: requiredMs('2026-03-02T09:30:59.999Z') })), 'ok');
  assert.equal(
    codeOf(input(routes, { approvedMs: requiredMs('2026-03-02T09:31:00.000Z') })),
    'approval_too_late',
  );
  assert.equal(
    codeOf(input(routes, { key: phone, approvedMs: requiredMs('2026-03-02T11:29:59.999Z') })),
    'ok',
  );
  assert.equal(
    codeOf(input(routes, { key: phone, approvedMs: requiredMs('2026-03-02T11:30:00.000Z') })),
    'approval_too_late',
  );
  assert.equal(
    codeOf(input(routes, { approvedMs: requiredMs('2026-03-02T09:29:59.999Z') })),
    'approval_too_late',
  );
});

test('removing a route, or time, never lets more be approved', () => {
  const anyRoute = fc
    .record({
      approvers: fc.subarray(['omar', 'huda', 'approver_omar.phone'], { minLength: 1 }),
      assurance: fc.constantFrom('hardware', 'signature'),
      wait_s: fc.integer({ min: 1, max: 200 }),
    })
    .map(({ approvers, assurance, wait_s }) => route(approvers, assurance, wait_s));
  fc.assert(
    fc.property(fc.array(anyRoute, { maxLength: 4 }), fc.nat(4), fc.boolean(), (routes, left, onPhone) => {
      const holder = { key: onPhone ? phone : key };
      const fewer = routes.slice(0, left).map((one) => ({ ...one, wait_s: Math.max(1, one.wait_s - 30) }));
      if (mayApprove(input(fewer, holder)).ok) assert.ok(mayApprove(input(routes, holder)).ok);
    }),
    { numRuns: 200 },
  );
});

test('as many people as the route needs, each counted once', () => {
  const two = { ...route(['omar', 'huda', 'sami']), approvals_needed: 2 };
  const huda = { ...key, kid: 'approver_huda', person: 'huda' };
  const by = (routes: ApprovalRoute[], ...keys: GivenApproval['key'][]) =>
    codeOf({ ...input(routes), approvals: keys.map((one) => ({ key: one, approvedMs: APPROVED_MS })) });
  assert.equal(by([two], key), '1 more');
  assert.equal(by([two], key, huda), 'ok');
  assert.equal(by([two], key, phone), 'approver_already_approved');
  assert.equal(by([two], key, { ...key, kid: 'approver_ornar', person: 'ornar' }), 'approver_not_listed');
  const lookAlike = { ...two, approvers: ['omar', 'OMAR'] };
  assert.equal(
    by([lookAlike], key, { ...key, kid: 'approver_x', person: 'OMAR' }),
    'approver_already_approved',
  );
  // By one route, not by two halves of two.
  const others = { ...route(['huda', 'sami']), approvals_needed: 2 };
  const mine = { ...route(['omar']), approvals_needed: 2 };
  assert.equal(by([mine, others], key, huda), '1 more');
  assert.equal(by([mine, route(['huda'])], key, huda), 'ok');
  assert.equal(by([two]), '1 more');
});

test('hardware needs its ground', () => {
  const attestation = { format: 'packed', hash: '0'.repeat(64), root: null, attested_at: proposedAt };
  const rooted = { ...attestation, root: `sha256:${'0'.repeat(64)}` };
  const passkey = {
    rp_id: 'a.example',
    origins: ['https://a.example'],
    credential_id: 'AA',
    aaguid: '0'.repeat(32),
    sign_count: 0,
    backup_eligible: false,
    attestation,
  };
  const app = { app_id: 'A1B2C3D4E5.app', environment: 'production' as const, attestation: rooted };
  const seen = { hardware: true, hardware_ground: 'seen' } as const;
  const attested = { hardware: true, hardware_ground: 'attestation' } as const;
  const synced = { ...passkey, backup_eligible: true, attestation: rooted };
  const expected: readonly (readonly [
    facts: Omit<DeviceFacts, 'alg'>,
    alg: DeviceFacts['alg'],
    ground: unknown,
  ])[] = [
    [seen, 'ed25519', null],
    [{ hardware: true }, 'es256', 'seen'],
    [seen, 'es256', 'seen'],
    [attested, 'es256', null],
    [{ ...seen, webauthn: passkey }, 'webauthn', 'seen'],
    [{ hardware: true, webauthn: passkey }, 'webauthn', null],
    [{ ...seen, hardware: false, webauthn: passkey }, 'webauthn', null],
    [{ ...attested, webauthn: passkey }, 'webauthn', null],
    [{ ...attested, webauthn: { ...passkey, attestation: rooted } }, 'webauthn', 'attestation'],
    [{ ...attested, webauthn: synced }, 'webauthn', null],
    [{ ...seen, webauthn: synced }, 'webauthn', null],
    [{ ...attested, app_attest: app }, 'app-attest', 'attestation'],
    [{ ...seen, app_attest: app }, 'app-attest', null],
    [{ ...attested, app_attest: { ...app, environment: 'development' } }, 'app-attest', null],
    [{ ...attested, app_attest: { ...app, attestation } }, 'app-attest', null],
  ];
  for (const [facts, alg, ground] of expected) {
    assert.equal(hardwareGround({ ...facts, alg }), ground, JSON.stringify([alg, facts]));
  }
});

test('anyone whom a route names may reject, with any of their keys', () => {
  const mandate = {
    tenant: TENANT,
    agent: 'agent_one',
    approval: { routes: [route(['omar'], 'hardware', 1)] },
  };
  const code = (given: GivenApproval['key'], under = mandate) => {
    const result = mayReject(under, given);
    return result.ok ? 'ok' : result.error.code;
  };
  assert.deepEqual([code(key), code(phone)], ['ok', 'ok']);
  assert.equal(code({ ...key, kid: 'approver_huda', person: 'huda' }), 'approver_not_listed');
  assert.equal(code({ ...key, role: 'principal' }), 'approver_role_needed');
  assert.equal(code(key, { ...mandate, agent: 'OMAR' }), 'approver_is_agent');
  assert.equal(
    code(key, { tenant: TENANT, agent: 'agent_one', approval: { routes: [] } }),
    'approver_not_listed',
  );
});
