import { fail, ok, type Result } from '@common/base/result';
import { DOCUMENT_LIMITS, NamedDocument } from '@platform/core/objects/document';
import { MAX_AGENT_REASON } from '@platform/core/objects/grant';
import type { Mandate } from '@platform/core/objects/mandate';
import type { FacadeSpec, PluginManifest, ToolSpec } from '@platform/core/objects/plugin';

/** A tool with the plugin and the facade behind it. */
export interface Tool {
  readonly plugin: string;
  readonly spec: ToolSpec;
  readonly facade: FacadeSpec;
}

export interface Catalogue {
  readonly plugins: readonly PluginManifest[];
  /** Tools by name, which is unique across all plugins. */
  readonly tools: ReadonlyMap<string, Tool>;
}

/** A tool in function-calling format, as `GET /v1/tools` lists it. */
export interface ListedTool {
  readonly plugin: string;
  readonly facade: string;
  readonly spec: {
    readonly type: 'function';
    readonly function: {
      readonly name: string;
      readonly description: string;
      readonly parameters: Readonly<Record<string, unknown>>;
    };
  };
}

/** Builds the catalogue. Refuses manifests that contradict each other or themselves. */
export function makeCatalogue(
  plugins: readonly PluginManifest[],
): Result<Catalogue, 'manifest_contradictory'> {
  const tools = new Map<string, Tool>();
  for (const plugin of plugins) {
    for (const spec of plugin.tools) {
      const facade = plugin.facades.find(({ name }) => name === spec.facade);
      if (facade === undefined) {
        return fail(
          'manifest_contradictory',
          `plugin ${plugin.name}: tool ${spec.name} names facade ${spec.facade}, which does not exist`,
        );
      }
      const twin = tools.get(spec.name);
      if (twin !== undefined) {
        return fail(
          'manifest_contradictory',
          `plugins ${twin.plugin} and ${plugin.name} both have a tool ${spec.name}: rename one`,
        );
      }
      tools.set(spec.name, { plugin: plugin.name, spec, facade });
    }
  }
  return ok({ plugins, tools });
}

/** Lists the tools of one plugin; null lists all. */
export function listTools(catalogue: Catalogue, plugin: string | null): readonly ListedTool[] {
  return [...catalogue.tools.values()]
    .filter((tool) => plugin === null || tool.plugin === plugin)
    .map((tool) => ({ plugin: tool.plugin, facade: tool.spec.facade, spec: functionSpec(tool) }));
}

/**
 * Returns the name of the plugin that a mandate is for. It is empty if the plugin is not loaded, so that no
 * tool is listed.
 */
export function pluginOf({ plugins }: Catalogue, { profile }: Pick<Mandate, 'profile'>): string {
  return plugins.find((known) => known.profile === profile)?.name ?? '';
}

/** JSON Schema of an input, by kind. The authority normalises the spelling of values. */
export const INPUT_SCHEMAS: Readonly<
  Record<
    ToolSpec['inputs'][string]['kind'],
    { readonly pattern?: string; readonly maxLength: number; readonly words: string }
  >
> = {
  name: {
    pattern: '^[A-Za-z0-9][A-Za-z0-9_.@-]*$',
    maxLength: 128,
    words: 'a name: letters, digits and _ . @ - only',
  },
  text: { maxLength: 512, words: 'text of at most 512 characters' },
  amount: {
    pattern: '^[0-9]{1,18}(\\.[0-9]{1,18})?$',
    maxLength: 40,
    words: 'digits in quotes, such as "250" or "40.50"',
  },
  currency: { pattern: '^[A-Z]{3}$', maxLength: 3, words: 'an ISO 4217 code such as USD' },
  url: { pattern: '^https?://', maxLength: 2_000, words: 'an http or https address' },
  integer: {
    pattern: '^[0-9]{1,18}$',
    maxLength: 18,
    words: 'a whole number in quotes, such as "12"',
  },
  decimal: {
    pattern: '^[0-9]{1,18}(\\.[0-9]{1,18})?$',
    maxLength: 40,
    words: 'digits in quotes, such as "2.5"',
  },
  date: { pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 10, words: 'a date such as 2026-03-02' },
  code: {
    pattern: '^[A-Z0-9][A-Z0-9._-]*$',
    maxLength: 32,
    words: 'a code: capital letters, digits and . _ - only',
  },
  reference: { maxLength: 512, words: 'a reference of at most 512 characters, such as INV-7' },
};

/** An input that every tool with an effect has, whatever its plugin: it is no param, and no rule reads it. */
export const REASON_SCHEMA = {
  maxLength: MAX_AGENT_REASON,
  words: `one line of at most ${MAX_AGENT_REASON} characters`,
} as const;

/** Another one: documents that were uploaded before, by their hashes. */
const DOCUMENTS_SCHEMA = {
  type: 'array',
  description: `Documents for the person who may have to approve it, such as the invoice, uploaded before (POST /v1/documents): the sha256 of each as that answered it, and a file name. They are signed and kept. At most ${DOCUMENT_LIMITS.count}. Optional`,
  maxItems: DOCUMENT_LIMITS.count,
  items: {
    type: 'object',
    properties: NamedDocument.properties,
    required: ['sha256', 'name'],
    additionalProperties: false,
  },
} as const;
export const DOCUMENTS_WORDS = `a list of at most ${DOCUMENT_LIMITS.count} uploaded documents, each with sha256 and name, a file name such as invoice.pdf`;

export const STATEMENTS_WORDS =
  'an object with one signed statement (statement, statement_hash, signature) for each rule that asks for one, as its issuer gave it';

/** The rules of the facade that may ask for a statement, and what each must be about. */
function statementsSchema({ rules, params }: FacadeSpec) {
  const asking = rules.flatMap((rule) => (rule.kind === 'attested' ? [rule] : []));
  const properties = asking.map(({ name, field, when, subject }) => {
    const where = when === undefined ? '' : `, where ${when.field} is ${when.is.join(' or ')}`;
    const about = `The signed statement about the ${subject} in ${field} (${params[field]?.description ?? field}), unchanged, as its issuer gave it; needed if the mandate has the rule ${name}${where}`;
    return [name, { type: 'object', description: about }] as const;
  });
  return {
    type: 'object',
    description:
      'Signed statements of issuers that company policy accepts, each under the name of the rule that asks for it. Give none that no rule asks for',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

/** An input of the same name that a plugin has itself is a param, and stays one. */
export function takesInput(
  name: 'reason' | 'documents' | 'statements',
  { inputs }: ToolSpec,
  { kind, rules }: Pick<FacadeSpec, 'kind' | 'rules'>,
): boolean {
  if (Object.hasOwn(inputs, name)) return false;
  return name === 'statements' ? rules.some((rule) => rule.kind === 'attested') : kind === 'effect';
}

export const GRANT_ID_PATTERN = '^gr_[A-Za-z0-9_-]{1,64}$';

function neededInputs({ inputs }: ToolSpec): string[] {
  return Object.entries(inputs).flatMap(([name, { optional }]) => (optional === true ? [] : [name]));
}

/**
 * `required` names what every call needs. If a call may consist of a grant alone, that is nothing, and the
 * descriptions say which inputs belong together: function-calling clients refuse an `anyOf` at the top level.
 */
function functionSpec({ spec: tool, facade }: Tool): ListedTool['spec'] {
  const presents = tool.presents_grant;
  const inputs = Object.entries(tool.inputs).map(([name, { kind, description: said, optional }]) => {
    const { pattern, maxLength } = INPUT_SCHEMAS[kind];
    const needed = presents ? `${said}. Required unless grant_id is given` : said;
    const description = optional === true ? `${said}. Optional` : needed;
    return [name, { type: 'string', description, maxLength, ...(pattern === undefined ? {} : { pattern }) }];
  });
  const reason = {
    type: 'string',
    description:
      'Why you ask, in your own words, for the person who may have to approve it; it is signed and kept. Optional',
    maxLength: REASON_SCHEMA.maxLength,
  };
  const grant = {
    type: 'string',
    description: 'By itself, instead of all other inputs: a grant to present again after its approval',
    pattern: GRANT_ID_PATTERN,
  };
  return {
    type: 'function',
    function: {
      name: tool.name,
      description: presents
        ? `${tool.description} To propose, give all inputs that are not optional, and not grant_id; to present a grant after its approval, give only grant_id.`
        : tool.description,
      parameters: {
        type: 'object',
        properties: {
          ...Object.fromEntries(inputs),
          ...(takesInput('reason', tool, facade) ? { reason } : {}),
          ...(takesInput('documents', tool, facade) ? { documents: DOCUMENTS_SCHEMA } : {}),
          ...(takesInput('statements', tool, facade) ? { statements: statementsSchema(facade) } : {}),
          ...(presents ? { grant_id: grant } : {}),
        },
        required: presents ? [] : neededInputs(tool),
        additionalProperties: false,
      },
    },
  };
}
