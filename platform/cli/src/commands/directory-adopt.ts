import { ok } from '@common/base/result';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import { listsIn, withDirectories } from '@platform/console/use-cases/lists';
import { EXIT, type ExitCode, type Place, refuse } from '../context.ts';
import { importLists } from './directory-import.ts';
import { publishNext } from './profile.ts';

export interface AdoptOptions {
  readonly key: string;
  readonly yes?: true;
}

/**
 * Moves the lists of a profile into directories: publishes its rules with directories in the place of the lists, and signs
 * what the lists had as entries for each tenant with a mandate. Each step leaves out what an earlier run has done, so that
 * one that was cut off is simply run again.
 */
export async function adoptDirectories(
  place: Place,
  name: string,
  { key, yes }: AdoptOptions,
): Promise<ExitCode> {
  const { context, authority, deployment } = place;
  const inForce = await deployment.profile(name);
  const manifest = await place.manifestOf(name);
  if (inForce === null || manifest === null) {
    return refuse(context, { message: `There is no profile ${name} here with its plugin.` });
  }
  const agreed = { key, ...(yes === undefined ? {} : { yes }) };
  if (listsIn(manifest, inForce.profile).length > 0) {
    const draft = withDirectories(manifest, inForce.profile);
    const published = await publishNext(place, inForce, draft, { ...agreed, reason: 'Lists in directories' });
    if (published !== EXIT.done) return published;
  } else {
    const versions = await authority.versions(name);
    if (!versions.ok) return refuse(context, versions.error, EXIT.failed);
    if (!versions.value.some(({ profile }) => listsIn(manifest, profile).length > 0)) {
      context.out(`nothing to move: no version of ${name} has lists in itself\n`);
      return EXIT.done;
    }
  }
  const tenants = await tenantsOf(place, name);
  if (!tenants.ok) return refuse(context, tenants.error, EXIT.failed);
  for (const tenant of tenants.value) {
    const imported = await importLists(place, name, { ...agreed, tenant });
    if (imported === EXIT.done) continue;
    context.err(
      `Not moved for ${tenant}. Run this again, or let a principal of ${tenant} run: sanad directory import ${name} --tenant ${tenant} --key <kid>\n`,
    );
    return imported;
  }
  context.out(
    `Mandates under earlier versions have ended: sign them anew on the console’s page /mandates/renew/${name}.\n`,
  );
  return EXIT.done;
}

/** The tenants whose mandates have not run out, whatever else ended them, and that of the local principal. */
async function tenantsOf({ authority, now }: Place, name: string) {
  const mandates = await authority.mandates();
  if (!mandates.ok) return mandates;
  const at = now();
  const own = mandates.value.filter(
    ({ contract, status }) => contract.profile === name && status !== 'revoked' && contract.valid_to > at,
  );
  const tenants = new Set([LOCAL.tenant, ...own.map(({ contract }) => contract.tenant)]);
  return ok([...tenants].sort());
}
