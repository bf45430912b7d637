import type { Connector, FacadeSpec, PluginManifest } from './plugin.ts';
import { listed, mayLack, noParam } from './plugin-faults.ts';
import {
  ACCOUNT,
  BOUND,
  COMPUTED,
  CONTENT_DIGEST,
  IN_BRACES,
  isHeaderValue,
  isUnclosed,
  type SentValue,
  sourceOf,
  sourcesOf,
  stepsOf,
} from './sent-value.ts';
import type { Fault } from './shape-fault.ts';

type Operation = Connector['operations'][number];

/**
 * Headers that say who asks, how the request is carried or read, or to where, which a connector never sets: the
 * enforcement point does, or nobody. A provider's credential belongs to an adapter.
 */
const KEPT_HEADERS: ReadonlySet<string> = new Set(
  `accept accept-charset accept-encoding authorization connection content-encoding content-length content-type cookie
  cookie2 expect forwarded host http2-settings idempotency-key if-range keep-alive max-forwards range set-cookie te
  traceparent tracestate trailer transfer-encoding upgrade via x-broker-token x-http-method x-http-method-override
  x-method-override x-original-url x-real-ip x-request-id x-rewrite-url`.split(/\s+/),
);
const KEPT_FAMILIES = /^(?:proxy|sec|x-forwarded)-/;

/** Finds what of an operation's requests cannot be made of its facade's params, in the order of the file. */
export function requestFaults(
  manifest: PluginManifest,
  facade: FacadeSpec,
  operation: Operation,
  path: string,
): Fault[] {
  const { inquiry, encoding, method, headers = {}, body } = operation;
  const of = { facade, digest: method !== 'GET' };
  return [
    ...addressFaults(of, operation, path),
    ...headerFaults(headers, `${path}/headers`),
    ...valuesFaults(of, headers, `${path}/headers`, { digest: of.digest }),
    ...(encoding !== undefined && method === 'GET'
      ? [{ path: `${path}/encoding`, message: 'is for a body: a GET has none' }]
      : []),
    ...nameFaults(Object.entries(body), `${path}/body`),
    ...valuesFaults(of, body, `${path}/body`),
    ...statusFaults(manifest, facade, operation, `${path}/status_of`),
    ...(inquiry === undefined ? [] : inquiryFaults(of, inquiry, `${path}/inquiry`)),
  ];
}

interface Of {
  readonly facade: FacadeSpec;
}

function addressFaults(
  of: Of,
  { path: template, query = {} }: Pick<Operation, 'path' | 'query'>,
  path: string,
) {
  const at = `${path}/path`;
  const named = [...template.matchAll(IN_BRACES)].map(([, name = '']) => name);
  return [
    ...(isUnclosed(template) ? [{ path: at, message: 'has a brace or $ that cannot be filled in' }] : []),
    ...named.flatMap((name) => sourceFaults(of, name, at)),
    ...valuesFaults(of, query, `${path}/query`),
  ];
}

function inquiryFaults(of: Of, inquiry: NonNullable<Operation['inquiry']>, path: string): Fault[] {
  const template = inquiry.path.replaceAll('{idempotency_key}', '{$idempotency_key}');
  const asked = { ...inquiry, path: template };
  const message =
    'must name {idempotency_key}, or pass on $idempotency_key in the query: it asks what became of it';
  return [
    ...addressFaults(of, asked, path),
    ...(sourcesOf(asked).includes(BOUND[0]) ? [] : [{ path: `${path}/path`, message }]),
  ];
}

function headerFaults(headers: Readonly<Record<string, SentValue>>, path: string): Fault[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const at = `${path}/${name}`;
    if (KEPT_HEADERS.has(name) || KEPT_FAMILIES.test(name)) {
      return [{ path: at, message: 'is for the enforcement point to set, or for nobody: remove it' }];
    }
    const unfit = typeof value === 'object' && 'constant' in value && !isHeaderValue(String(value.constant));
    return unfit ? [{ path: at, message: 'must be visible ASCII, with single spaces inside' }] : [];
  });
}

function valuesFaults(
  of: Of,
  values: Readonly<Record<string, SentValue>>,
  path: string,
  options: { readonly digest?: boolean } = {},
): Fault[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const at = `${path}/${name}`;
    if (typeof value === 'string') return sourceFaults(of, value, at, options);
    return 'constant' in value ? [] : unitFaults(of.facade, value, at);
  });
}

function sourceFaults(
  { facade: { name, params } }: Of,
  source: string,
  path: string,
  { digest = false }: { readonly digest?: boolean } = {},
): Fault[] {
  const { param, isOptional } = sourceOf(source);
  if (param.startsWith('$')) {
    const known = COMPUTED.filter((each) => digest || each !== CONTENT_DIGEST);
    const fits = known.some((each) => each === source);
    return fits ? [] : [{ path, message: `must be a param or ${listed(known)}` }];
  }
  if (!Object.hasOwn(params, param)) return [noParam(path, param, name, params)];
  if (isOptional === mayLack(params, param)) return [];
  const message = isOptional
    ? `every action has ${param}: remove the ?`
    : `an action may be without ${param}: write ${param}?, or leave it out of a path`;
  return [{ path, message }];
}

function unitFaults(
  { name, params }: FacadeSpec,
  value: { readonly minor_units: string; readonly currency: string },
  path: string,
): Fault[] {
  return (['minor_units', 'currency'] as const).flatMap((member) => {
    const [param, kind] = [value[member], member === 'currency' ? 'currency' : 'amount'];
    if (!Object.hasOwn(params, param)) return [noParam(`${path}/${member}`, param, name, params)];
    const fits = params[param]?.kind === kind && !mayLack(params, param);
    const message = `must be a param of kind ${kind} that every action has; ${param} is not`;
    return fits ? [] : [{ path: `${path}/${member}`, message }];
  });
}

/** Names that would make one field two things, and lists with gaps. */
function nameFaults(fields: readonly (readonly [name: string, value: SentValue])[], path: string): Fault[] {
  const all = fields.map(([name, value]) => ({
    name,
    steps: stepsOf(name),
    mayLack: typeof value === 'string' && sourceOf(value).isOptional,
  }));
  const isUnder = (steps: readonly string[], above: readonly string[]) =>
    steps.length > above.length && above.every((step, index) => steps[index] === step);
  return all.flatMap(({ name, steps }) => {
    const at = `${path}/${name}`;
    const inner = all.find((other) => isUnder(other.steps, steps));
    if (inner !== undefined) return [{ path: at, message: `is a value, and ${inner.name} is a part of it` }];
    for (let depth = 1; depth < steps.length; depth += 1) {
      const above = steps.slice(0, depth);
      const beside = all.filter((other) => isUnder(other.steps, above));
      const places = [...new Set(beside.map((other) => other.steps[depth] ?? ''))];
      const numbers = places.filter((place) => /^\d+$/.test(place));
      if (numbers.length === 0) continue;
      if (places.some((place, index) => place !== String(index))) {
        return [{ path: at, message: 'is in a list: its places must be 0, 1, 2 and so on, in this order' }];
      }
      const place = [...above, steps[depth] ?? ''];
      const within = beside.filter((other) => isUnder([...other.steps, ''], place));
      if (within.every((other) => other.mayLack)) {
        return [{ path: at, message: 'may be left out, and a list has no gaps: remove the ?' }];
      }
    }
    return [];
  });
}

function statusFaults(
  { facades }: PluginManifest,
  { name, kind, params }: FacadeSpec,
  { status_of: status, method, ack }: Operation,
  path: string,
): Fault[] {
  if (status === undefined) return [];
  const faults: Fault[] = [];
  if (kind === 'effect' || method !== 'GET' || ack !== null) {
    faults.push({ path, message: 'is for a read by GET, which nobody acknowledges' });
  }
  const effects = facades.filter((each) => each.kind === 'effect').map((each) => each.name);
  if (!effects.includes(status.facade)) {
    const message = `must be a facade of kind effect; this plugin has ${listed(effects)}`;
    faults.push({ path: `${path}/facade`, message });
  }
  if (params[status.grant]?.kind !== 'name' || mayLack(params, status.grant)) {
    const message = `must be a param of kind name that every ${name} has`;
    faults.push({ path: `${path}/grant`, message });
  }
  return faults;
}

/** The operations that pass on the account, with the facade whose action's account it is. */
export function accountUsers({ operations }: Connector): readonly { readonly facade: string }[] {
  return operations.flatMap(({ facade, status_of: status, inquiry, ...template }) => {
    const named = [template, ...(inquiry === undefined ? [] : [inquiry])].flatMap(sourcesOf);
    return named.includes(ACCOUNT) ? [{ facade: status?.facade ?? facade }] : [];
  });
}
