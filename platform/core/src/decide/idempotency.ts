import type { ActionParams } from '../objects/grant.ts';
import type { FacadeSpec } from '../objects/plugin.ts';
import { canonicalReference } from './reference/canonical.ts';

/** Separates these hashes from all others. */
const DOMAIN = 'sanad/idempotency/1';
const KEY_HEX_DIGITS = 32;

/**
 * The material that the idempotency key is a hash of (canonical JSON, made by the caller). It is equal for
 * two proposals that would have the same effect in the same tenant, whatever their mandate. If the facade
 * names no params, or the action has no reference where it names one, each grant has its own.
 * @example idempotencyMaterial({
 *     name: 'pay.execute', params: {}, idempotency: { prefix: 'idem_x_', params: ['invoice'] },
 *   }, 'tn_a', { invoice: 'INV7', amount: '40' }, 'gr_1').slice(3) // ['pay.execute', 'invoice', 'INV7']
 */
export function idempotencyMaterial(
  facade: FacadeSpec,
  tenant: string,
  params: ActionParams,
  grantId: string,
): readonly string[] {
  const { prefix, params: names } = facade.idempotency;
  const given = names.filter((name) => !isReference(facade, name) || Object.hasOwn(params, name));
  const subject = given.flatMap((name) => [name, partOf(facade, name, params)]);
  if (names.length === 0 || given.length < names.length) subject.push('grant_id', grantId);
  return [DOMAIN, prefix, tenant, facade.name, ...subject];
}

/**
 * The key from the hash (hex) of the material: the facade's prefix and 128 bits.
 * @example idempotencyKeyOf({ idempotency: { prefix: 'idem_x_' } }, crypto.sha256(''))
 *   // 'idem_x_e3b0c44298fc1c149afbf4c8996fb924'
 */
export function idempotencyKeyOf(facade: FacadeSpec, materialHash: string): string {
  return facade.idempotency.prefix + materialHash.slice(0, KEY_HEX_DIGITS);
}

function isReference({ params }: FacadeSpec, name: string): boolean {
  return params[name]?.kind === 'reference';
}

function partOf(facade: FacadeSpec, name: string, params: ActionParams): string {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  // A key that lacked one of its parts would merge different actions.
  if (value === undefined) throw new Error(`the param ${name} of the idempotency key is not given`);
  return isReference(facade, name) ? canonicalReference(String(value)) : String(value);
}
