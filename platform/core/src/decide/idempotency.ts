import type { ActionParams } from '../objects/grant.ts';
import type { FacadeSpec } from '../objects/plugin.ts';

/** Keeps these hashes apart from all other hashes. */
const DOMAIN = 'sanad/idempotency/1';
const KEY_HEX_DIGITS = 32;

/**
 * What the idempotency key is a hash of (canonical JSON, by the caller): equal for two proposals that would have the
 * same effect in the same tenant, whatever mandate they come under. If the facade names no params, each grant has
 * its own.
 */
export function idempotencyMaterial(
  facade: FacadeSpec,
  tenant: string,
  params: ActionParams,
  grantId: string,
): readonly string[] {
  const { prefix, params: names } = facade.idempotency;
  const subject =
    names.length === 0 ? ['grant_id', grantId] : names.flatMap((name) => [name, partOf(name, params)]);
  return [DOMAIN, prefix, tenant, facade.name, ...subject];
}

/** The key from the hash (hex) of the material: the facade's prefix and 128 bits. */
export function idempotencyKeyOf(facade: FacadeSpec, materialHash: string): string {
  return facade.idempotency.prefix + materialHash.slice(0, KEY_HEX_DIGITS);
}

function partOf(name: string, params: ActionParams): string {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  // A key without one of its parts would join what must stay apart.
  if (value === undefined) throw new Error(`the param ${name} of the idempotency key is not given`);
  return String(value);
}
