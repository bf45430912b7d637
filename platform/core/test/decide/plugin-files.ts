import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Statement } from '@common/evidence/statement';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { PossibleDuplicate } from '../../src/objects/grant.ts';
import { Mandate } from '../../src/objects/mandate.ts';
import { Connector, PluginManifest } from '../../src/objects/plugin.ts';
import { Instant } from '../../src/objects/primitives.ts';
import { ProfileDraft } from '../../src/objects/profile.ts';
import { PolicyReason } from '../../src/objects/reasons.ts';

const PLUGINS = new URL('../../../plugins/', import.meta.url);

const closed = { additionalProperties: false } as const;
const Params = Type.Record(Type.String(), Type.Unknown());
const Patch = Type.Optional(Type.Record(Type.String(), Type.Unknown()));

export const DecisionVectors = Type.Object(
  {
    about: Type.String(),
    base: Type.Object(
      {
        now: Instant,
        mandate: Mandate,
        standing: Type.Object(
          {
            uses: Type.Integer(),
            duplicate: Type.Boolean(),
            possibleDuplicate: Type.Optional(PossibleDuplicate),
            counters: Type.Record(Type.String(), Type.String()),
          },
          closed,
        ),
        proposal: Type.Object({ facade: Type.String(), params: Params }, closed),
      },
      closed,
    ),
    cases: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          now: Type.Optional(Instant),
          mandate: Patch,
          profile: Patch,
          revoked: Type.Optional(Type.Boolean()),
          standing: Patch,
          proposal: Patch,
          /** By rule, of an attester whose key and signature are good. */
          statements: Type.Optional(
            Type.Record(Type.String(), Type.Object({ kid: Type.String(), statement: Statement }, closed)),
          ),
          expected: Type.Object(
            {
              outcome: Type.Enum(['allow', 'hold', 'deny']),
              reason: PolicyReason,
              reservations: Type.Optional(Type.Array(Type.Record(Type.String(), Type.String()))),
              uses: Type.Optional(Type.Integer()),
              expires_at: Type.Optional(Instant),
            },
            closed,
          ),
        },
        closed,
      ),
    ),
  },
  closed,
);

export const ParamVectors = Type.Object(
  {
    about: Type.String(),
    base: Type.Object(
      { facade: Type.String(), given: Params, expected: Type.Record(Type.String(), Type.String()) },
      closed,
    ),
    cases: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          given: Params,
          expected: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
          refused: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
        },
        closed,
      ),
    ),
  },
  closed,
);

export interface PluginFiles {
  readonly manifest: PluginManifest;
  readonly connector: Connector;
  readonly profile: ProfileDraft;
  readonly decisions: Static<typeof DecisionVectors>;
  readonly params: Static<typeof ParamVectors>;
}

/** Every folder of `plugins/`, each file checked by its schema. */
export function readPlugins(): readonly (readonly [name: string, files: PluginFiles])[] {
  return readdirSync(PLUGINS).map((name) => [
    name,
    {
      manifest: read(`${name}/manifest.json`, PluginManifest),
      connector: read(`${name}/connector.json`, Connector),
      profile: read(`${name}/profile.json`, ProfileDraft),
      decisions: read(`${name}/vectors/decisions.json`, DecisionVectors),
      params: read(`${name}/vectors/params.json`, ParamVectors),
    },
  ]);
}

const PLUGIN_FILES = new Map<string, PluginFiles>();

export function readPlugin(name: string): PluginFiles {
  if (PLUGIN_FILES.size === 0) for (const [folder, files] of readPlugins()) PLUGIN_FILES.set(folder, files);
  const files = PLUGIN_FILES.get(name);
  if (files === undefined) throw new Error(`no plugin ${name}`);
  return files;
}

/** RFC 7396: null removes a field, objects are merged, all else is replaced. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), change));
  }
  return Object.fromEntries(merged);
}

/** The patched value, which must still meet the schema. */
export function patched<Schema extends TSchema>(
  schema: Schema,
  target: unknown,
  patch: unknown,
): Static<Schema> {
  const value = mergePatch(target, patch ?? {});
  return checked(schema, value, 'the patched value');
}

function read<Schema extends TSchema>(path: string, schema: Schema): Static<Schema> {
  return checked(schema, JSON.parse(readFileSync(fileURLToPath(new URL(path, PLUGINS)), 'utf8')), path);
}

function checked<Schema extends TSchema>(schema: Schema, value: unknown, what: string): Static<Schema> {
  if (Value.Check(schema, value)) return value;
  throw new Error(`${what}: ${JSON.stringify(Value.Errors(schema, value).slice(0, 3))}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
