import { ProfileName, TenantId } from '@platform/core/objects/primitives';
import { RuleName } from '@platform/core/objects/rules';
import { Type } from 'typebox';
import type { DirectoryPlace } from '../use-cases/authority.ts';

/** The path parameters of a directory’s pages. */
export const PlaceParams = Type.Object({ tenant: TenantId, profile: ProfileName, directory: RuleName });

/** The path of a directory’s page; its other pages are below it. */
export function placePath({ tenant, profile, directory }: DirectoryPlace): string {
  return `/payees/${tenant}/${profile}/${directory}`;
}
