import type { Mandate, MandateRecord } from '@platform/core/objects/mandate';
import { CURRENCY } from '@platform/core/objects/plugin-schemas';
import type { Authority } from '../use-cases/authority.ts';

/**
 * Returns a function that gives a mandate’s amounts a currency for display: a mandate that names none uses
 * its profile’s. The result is never signed. A mandate whose profile’s version is no longer in force stays
 * unchanged.
 */
export async function inTheirCurrency(
  authority: Pick<Authority, 'profile'>,
  records: readonly MandateRecord[],
): Promise<(mandate: Mandate) => Mandate> {
  const names = records
    .filter(({ contract }) => contract.rules[CURRENCY] === undefined)
    .map(({ contract }) => contract.profile);
  const profiles = await Promise.all([...new Set(names)].map((name) => authority.profile(name)));
  const currencies = new Map(
    profiles.flatMap((found): [string, string][] => {
      if (!found.ok) return [];
      const { name, version, rules } = found.value.profile;
      const { [CURRENCY]: currency } = rules;
      return typeof currency === 'string' ? [[`${name}@${version}`, currency]] : [];
    }),
  );
  return (mandate) => {
    const currency = currencies.get(mandate.policy_version);
    return currency === undefined || mandate.rules[CURRENCY] !== undefined
      ? mandate
      : { ...mandate, rules: { ...mandate.rules, [CURRENCY]: currency } };
  };
}
