import { fail, ok, type Result } from '@common/base/result';
import { fromHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { toBase64 } from '../log/note/base64.ts';
import type { Action, ActionParams, Grant } from '../objects/grant.ts';
import {
  CONTENT_DIGEST,
  IN_BRACES,
  isHeaderValue,
  type RequestTemplate,
  type SentValue,
  stepsOf,
} from '../objects/sent-value.ts';
import { MAX_TARGET, type Operation, paramFaults, type Sent, sentOf } from './sent.ts';

/** What a request is made of. INVARIANT: all of it is in the receipt, so that anyone can make the request again. */
interface RequestFacts {
  /** Of the action that is performed. */
  readonly params: ActionParams;
  /** Whose key, grant and account are sent: the same action, or the one whose status is asked. */
  readonly of: {
    readonly action: Action;
    readonly grant: Pick<Grant, 'action_hash' | 'issued_at'>;
    /** Null: none is named. */
    readonly account: string | null;
  };
}

export interface BuiltRequest {
  readonly method: Operation['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

type Built = Result<BuiltRequest, 'request_invalid'>;

const CONTENT_TYPE = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

/** Makes the request of an operation, from the signed connector and the action alone. */
export function buildRequest(
  crypto: Pick<Crypto, 'sha256'>,
  basePath: string,
  operation: Operation,
  facts: RequestFacts,
): Built {
  const { method, encoding = 'json' } = operation;
  const faults = paramFaults(operation, facts.params);
  if (faults.length > 0) return fail('request_invalid', faults.join('; '));
  const computed = computedOf(facts);
  if (method === 'GET')
    return addressed({ method, basePath, template: operation, facts, computed, body: null });
  const fields = valuesOf(operation.body, facts, computed);
  const body = encoding === 'form' ? formOf(fields) : JSON.stringify(jsonOf(fields));
  computed.set(CONTENT_DIGEST, `sha-256=:${toBase64(fromHex(crypto.sha256(body)) ?? new Uint8Array())}:`);
  const built = addressed({ method, basePath, template: operation, facts, computed, body });
  if (!built.ok) return built;
  return ok({ ...built.value, headers: { ...built.value.headers, 'content-type': CONTENT_TYPE[encoding] } });
}

/** Makes the request that asks what became of the operation's call. */
export function buildInquiry(
  basePath: string,
  { headers = {}, inquiry }: Operation & Required<Pick<Operation, 'inquiry'>>,
  facts: RequestFacts,
): Built {
  const template = {
    ...inquiry,
    path: inquiry.path.replaceAll('{idempotency_key}', '{$idempotency_key}'),
    headers,
  };
  const faults = paramFaults(template, facts.params);
  if (faults.length > 0) return fail('request_invalid', faults.join('; '));
  return addressed({ method: 'GET', basePath, template, facts, computed: computedOf(facts), body: null });
}

function computedOf({ of: { action, grant, account } }: RequestFacts): Map<string, string> {
  return new Map([
    ['$idempotency_key', action.idempotency_key],
    ['$action_hash', grant.action_hash],
    ['$grant_id', action.grant_id],
    ['$granted_at', grant.issued_at],
    ...(account === null ? [] : [['$account', account] as const]),
  ]);
}

interface Parts {
  readonly method: Operation['method'];
  readonly basePath: string;
  readonly template: RequestTemplate;
  readonly facts: RequestFacts;
  readonly computed: ReadonlyMap<string, string>;
  readonly body: string | null;
}

function addressed({ method, basePath, template, facts, computed, body }: Parts): Built {
  const { path, query = {}, headers = {} } = template;
  const steps = path.replaceAll(IN_BRACES, (_, name: string) =>
    encodeURIComponent(String(sentOf(name, facts.params, computed) ?? '')),
  );
  const asked = formOf(valuesOf(query, facts, computed));
  const target = `${basePath}${steps}${asked === '' ? '' : `?${asked}`}`;
  if (target.length > MAX_TARGET)
    return fail('request_invalid', `the address has more than ${MAX_TARGET} characters`);
  const sent = valuesOf(headers, facts, computed).map(([name, value]) => [name, String(value)] as const);
  const unfit = sent.find(([, value]) => !isHeaderValue(value));
  if (unfit !== undefined) return fail('request_invalid', `the header ${unfit[0]} takes visible ASCII alone`);
  return ok({ method, path: target, headers: Object.fromEntries(sent), body });
}

type Fields = readonly (readonly [name: string, value: Sent])[];

/** What is sent under each name. INVARIANT: `paramFaults` found none, so what is missing is what may be left out. */
function valuesOf(
  values: Readonly<Record<string, SentValue>>,
  { params }: RequestFacts,
  computed: ReadonlyMap<string, string>,
): Fields {
  return Object.entries(values).flatMap(([name, value]) => {
    const sent = sentOf(value, params, computed);
    return sent === undefined ? [] : [[name, sent] as const];
  });
}

/** As the URL standard writes it: spaces as `+`, and all but letters, digits and `*-._` percent-encoded. */
function formOf(fields: Fields): string {
  const encoded = (text: string) =>
    encodeURIComponent(text)
      .replaceAll('%20', '+')
      .replaceAll(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return fields.map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`).join('&');
}

type Tree = Map<string, Tree | Sent>;

/** Objects and lists within each other, by the names of the fields. A node whose steps are all numbers is a list. */
function jsonOf(fields: Fields): unknown {
  const root: Tree = new Map();
  for (const [name, value] of fields) {
    const steps = stepsOf(name);
    let node = root;
    for (const step of steps.slice(0, -1)) {
      const next = node.get(step);
      const inner: Tree = next instanceof Map ? next : new Map();
      node.set(step, inner);
      node = inner;
    }
    node.set(steps.at(-1) ?? name, value);
  }
  return Object.fromEntries([...root].map(([name, value]) => [name, written(value)]));
}

function written(value: Tree | Sent): unknown {
  if (!(value instanceof Map)) return value;
  const members = [...value].map(([step, inner]) => [step, written(inner)] as const);
  return members.every(([step]) => /^\d+$/.test(step))
    ? members.map(([, inner]) => inner)
    : Object.fromEntries(members);
}
