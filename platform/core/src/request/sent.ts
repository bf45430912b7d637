import type { ActionParams } from '../objects/grant.ts';
import { minorUnits } from '../objects/minor-units.ts';
import type { Connector } from '../objects/plugin.ts';
import {
  IN_BRACES,
  isHeaderValue,
  type RequestTemplate,
  type SentValue,
  sourceOf,
} from '../objects/sent-value.ts';

export type Operation = Connector['operations'][number];
export type Sent = string | number | boolean;

export function operationOf({ operations }: Connector, facade: string): Operation | undefined {
  return operations.find((operation) => operation.facade === facade);
}

/**
 * What one value of the connector is for an action. Undefined: there is nothing to send. `computed` has the values with
 * `$`; of what is absent there, nothing is said.
 * @example sentOf({ minor_units: 'amount', currency: 'currency' }, { amount: '40.5', currency: 'USD' }) // 4050
 * @example sentOf('memo?', {}) // undefined
 */
export function sentOf(
  value: SentValue,
  params: ActionParams,
  computed: ReadonlyMap<string, string> = new Map(),
): Sent | undefined {
  const param = (name: string) => (Object.hasOwn(params, name) ? params[name] : undefined);
  if (typeof value === 'string') {
    const { param: name } = sourceOf(value);
    return name.startsWith('$') ? computed.get(name) : param(name);
  }
  if ('constant' in value) return value.constant;
  const [amount, currency] = [param(value.minor_units), param(value.currency)];
  if (amount === undefined || currency === undefined) return undefined;
  return minorUnits(String(amount), String(currency)) ?? undefined;
}

/** As many characters as a broker token takes. */
export const MAX_TARGET = 1_000;

/** Whether a value would change the shape of a path: an empty step, only dots, or a way up between slashes. */
function changesPath(text: string): boolean {
  return /^\.*$/.test(text) || text.split(/[/\\]/).some((step) => /^\.{1,2}$/.test(step));
}

/**
 * Says why the request cannot be made of these params; nothing if it can. INVARIANT: nothing is rounded, cut or left out to
 * make it fit.
 * @example paramFaults({ path: '/pay', headers: { 'x-memo': 'memo' }, body: {} }, { memo: 'Überweisung' })
 *   // ['memo cannot be sent in the header x-memo, which takes visible ASCII alone']
 */
export function paramFaults(template: RequestTemplate, params: ActionParams): readonly string[] {
  const { path, query = {}, headers = {}, body = {} } = template;
  const inPath = [...path.matchAll(IN_BRACES)].flatMap(([, name = '']) =>
    name.startsWith('$') ? [] : [name],
  );
  return [
    ...inPath.flatMap((name) => {
      const value = sentOf(name, params);
      if (value === undefined) return [`${name} is missing`];
      return changesPath(String(value)) ? [`${name} cannot be sent as a step of the path`] : [];
    }),
    ...[query, headers, body].flatMap((values) =>
      Object.values(values).flatMap((value) => absence(value, params)),
    ),
    ...Object.entries(headers).flatMap(([header, value]) => {
      const text = sentOf(value, params);
      return text === undefined || isHeaderValue(String(text))
        ? []
        : [`${nameOf(value)} cannot be sent in the header ${header}, which takes visible ASCII alone`];
    }),
  ];
}

function absence(value: SentValue, params: ActionParams): string[] {
  if (sentOf(value, params) !== undefined) return [];
  if (typeof value !== 'string')
    return 'constant' in value
      ? []
      : [
          `${value.minor_units} is no whole number of minor units of ${value.currency} (ISO 4217) that can be sent exactly`,
        ];
  const { param, isOptional } = sourceOf(value);
  return isOptional || param.startsWith('$') ? [] : [`${param} is missing`];
}

function nameOf(value: SentValue): string {
  if (typeof value === 'string') return sourceOf(value).param;
  return 'constant' in value ? 'the constant' : value.minor_units;
}
