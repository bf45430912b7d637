import { fail, ok, type Result } from '@common/base/result';
import { ActionStatements } from '@platform/core/objects/attested';
import { type NamedDocument, NamedDocuments } from '@platform/core/objects/document';
import type { ToolSpec } from '@platform/core/objects/plugin';
import { placeholders } from '@platform/core/objects/plugin-faults';
import { Value } from 'typebox/value';
import {
  DOCUMENTS_WORDS,
  GRANT_ID_PATTERN,
  INPUT_SCHEMAS,
  REASON_SCHEMA,
  STATEMENTS_WORDS,
  type Tool,
  takesInput,
} from './catalogue.ts';

type CheckedInputs =
  | {
      readonly kind: 'propose';
      readonly inputs: Readonly<Record<string, string>>;
      /** Why the agent asks; null if it does not say. */
      readonly reason: string | null;
      /** Documents that were uploaded before; null for none. */
      readonly documents: NamedDocument[] | null;
      /** Signed statements of issuers, by rule; null for none. */
      readonly statements: ActionStatements | null;
    }
  | { readonly kind: 'present'; readonly grantId: string };

/**
 * Checks a call's inputs against the manifest's tool: each is of its kind and given, unless it is optional,
 * and no other is.
 */
export function checkInputs(
  { spec: tool, facade }: Pick<Tool, 'spec' | 'facade'>,
  given: unknown,
): Result<CheckedInputs, 'invalid_request'> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return fail('invalid_request', 'The body must be a JSON object of the tool’s inputs.');
  }
  const all: Readonly<Record<string, unknown>> = { ...given };
  const { own, fields } = apart(all, tool, facade);
  if (tool.presents_grant && 'grant_id' in fields) return presented(tool, fields);
  const problems: string[] = [];
  const inputs: Record<string, string> = {};
  for (const [name, { kind, optional }] of Object.entries(tool.inputs)) {
    const { pattern, maxLength, words } = INPUT_SCHEMAS[kind];
    const value = fields[name];
    // Models send an empty text for what they do not have.
    if (optional === true && (value === undefined || value === '')) continue;
    if (value === undefined) problems.push(`${name} is required: ${words}`);
    else if (
      typeof value !== 'string' ||
      value.length > maxLength ||
      (pattern !== undefined && !new RegExp(pattern).test(value))
    ) {
      problems.push(`${name} must be ${words}`);
    } else inputs[name] = value;
  }
  const reason = readReason(own.reason);
  if (reason === undefined) problems.push(`reason must be ${REASON_SCHEMA.words}`);
  const documents = readDocuments(own.documents);
  if (documents === undefined) problems.push(`documents must be ${DOCUMENTS_WORDS}`);
  const statements = readStatements(own.statements);
  if (statements === undefined) problems.push(`statements must be ${STATEMENTS_WORDS}`);
  const known = [...Object.keys(tool.inputs), ...OWN_INPUTS.filter((name) => takesInput(name, tool, facade))];
  for (const name of Object.keys(fields).slice(0, 10)) {
    if (!Object.hasOwn(tool.inputs, name)) {
      problems.push(
        `${JSON.stringify(name.slice(0, 64))} is not an input; the inputs are ${known.join(', ')}`,
      );
    }
  }
  if (problems.length > 0) return fail('invalid_request', `${tool.name}: ${problems.join('; ')}.`);
  return ok({
    kind: 'propose',
    inputs,
    reason: reason ?? null,
    documents: documents ?? null,
    statements: statements ?? null,
  });
}

/** The inputs that tools have whatever their plugin (`takesInput`). */
const OWN_INPUTS = ['reason', 'documents', 'statements'] as const;

/** Divides what is given into those inputs and the tool's own, which the manifest declares. */
function apart(all: Readonly<Record<string, unknown>>, tool: ToolSpec, facade: Tool['facade']) {
  const taken: readonly string[] = OWN_INPUTS.filter((name) => takesInput(name, tool, facade));
  const given = Object.entries(all);
  return {
    own: Object.fromEntries(given.filter(([name]) => taken.includes(name))),
    fields: Object.fromEntries(given.filter(([name]) => !taken.includes(name))),
  };
}

/** Undefined if they are no such list. */
function readDocuments(given: unknown): NamedDocument[] | null | undefined {
  if (given === undefined || given === null) return null;
  if (Array.isArray(given) && given.length === 0) return null;
  return Value.Check(NamedDocuments, given) ? given : undefined;
}

/** Undefined if they are no such statements. Who signed them, and what they say, is judged by the rules. */
function readStatements(given: unknown): ActionStatements | null | undefined {
  if (given === undefined || given === null) return null;
  if (typeof given === 'object' && Object.keys(given).length === 0) return null;
  return Value.Check(ActionStatements, given) ? given : undefined;
}

/** The agent's words in one line, because an approver sees them as one; undefined if they are no such text. */
function readReason(said: unknown): string | null | undefined {
  if (said === undefined || said === null) return null;
  if (typeof said !== 'string' || !said.isWellFormed()) return undefined;
  const line = said.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  if (line === '') return null;
  return line.length > REASON_SCHEMA.maxLength ? undefined : line;
}

function presented(
  tool: ToolSpec,
  fields: Readonly<Record<string, unknown>>,
): Result<CheckedInputs, 'invalid_request'> {
  const { grant_id: grantId } = fields;
  if (Object.keys(fields).length > 1) {
    return fail('invalid_request', `${tool.name}: give only grant_id; the grant already says what to do.`);
  }
  if (typeof grantId !== 'string' || !new RegExp(GRANT_ID_PATTERN).test(grantId)) {
    return fail('invalid_request', `${tool.name}: grant_id must start with gr_.`);
  }
  return ok({ kind: 'present', grantId });
}

/**
 * Builds the facade's params from the inputs by the tool's templates. `{input}` stands for an input,
 * percent-encoded if the param is an address. `$NAME` at the start stands for one of the deployment's base
 * addresses. A param with an input that the call omits is omitted.
 */
export function fillParams(
  { spec: tool, facade }: Tool,
  inputs: Readonly<Record<string, string>>,
  baseUrl: (name: string) => string | undefined,
): Result<Record<string, string>, 'base_url_missing'> {
  const params: Record<string, string> = {};
  for (const [param, template] of Object.entries(tool.params)) {
    const [, variable] = /^\$([A-Z][A-Z0-9_]*)/.exec(template) ?? [];
    const omitted = placeholders(template).some((name) => !Object.hasOwn(inputs, name));
    if (omitted) continue;
    const base = variable === undefined ? '' : baseUrl(variable);
    if (base === undefined) {
      return fail('base_url_missing', `${tool.name} needs ${variable}, which is not set.`);
    }
    const rest = template.slice(variable === undefined ? 0 : variable.length + 1);
    const isAddress = facade.params[param]?.kind === 'url';
    const filled = rest.replaceAll(/\{([a-z][a-z0-9_]*)\}/g, (_match, name: string) => {
      const value = inputs[name] ?? '';
      return isAddress ? encodeURIComponent(value) : value;
    });
    params[param] = base.replace(/\/$/, '') + filled;
  }
  return ok(params);
}
