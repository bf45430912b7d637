import { Grant, SignedGrant } from '@platform/core/objects/grant';
import { Mandate, SignedMandate } from '@platform/core/objects/mandate';
import { PluginManifest } from '@platform/core/objects/plugin';
import { Profile, SignedProfile } from '@platform/core/objects/profile';
import { Receipt } from '@platform/core/objects/receipt';
import type { TSchema } from 'typebox';

interface PublishedSchema {
  readonly title: string;
  readonly schema: TSchema;
  /** The object with its hash and signature, if it is signed by itself. */
  readonly signed?: TSchema;
}

/** Interface document, 4.5. These are the schemas with which the services validate. */
const PUBLISHED: Readonly<Record<string, PublishedSchema>> = {
  'receipt-0.3': { title: 'Proof Receipt', schema: Receipt },
  mandate: { title: 'Mandate', schema: Mandate, signed: SignedMandate },
  profile: { title: 'Trust Profile', schema: Profile, signed: SignedProfile },
  'action-grant': { title: 'Action Grant', schema: Grant, signed: SignedGrant },
  'plugin-manifest': { title: 'Plugin manifest', schema: PluginManifest },
};

/**
 * JSON Schemas (draft 2020-12) with their paths. `#/$defs/signed` describes the object with its signature, as
 * services pass it on.
 */
export function publishedSchemas(): readonly { readonly path: string; readonly text: string }[] {
  return Object.entries(PUBLISHED).map(([name, { title, schema, signed }]) => {
    const path = `/docs/schema/${name}.json`;
    const document = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: path,
      ...schema,
      title,
      ...(signed === undefined ? {} : { $defs: { signed } }),
    };
    return { path, text: `${JSON.stringify(document, null, 2)}\n` };
  });
}
