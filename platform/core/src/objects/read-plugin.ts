import { fail, ok, type Result } from '@common/base/result';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { decimalsFault } from './amount-faults.ts';
import { Connector, type FacadeSpec, PluginManifest } from './plugin.ts';
import { listed, manifestContradictions, ruleFault } from './plugin-faults.ts';
import { BOUNDS_IN, CURRENCY, declaredRules, profileRulesSchema } from './plugin-schemas.ts';
import { ProfileDraft } from './profile.ts';
import { accountUsers, requestFaults } from './request-faults.ts';
import { ACCOUNT, BOUND, sourcesOf } from './sent-value.ts';
import { type Fault, faultText, shapeFault } from './shape-fault.ts';

const SERVICE_KIDS: readonly string[] = ['pep', 'authority', 'service_assembly'];

type PluginResult<Value> = Result<Value, 'plugin_invalid'>;

/**
 * Reads a manifest that has the right shape and no contradiction. Otherwise returns the first fault, with its
 * path in the file.
 * @example readManifest({}).error.message // '/name is missing: add it'
 */
export function readManifest(value: unknown): PluginResult<PluginManifest> {
  if (!Value.Check(PluginManifest, value)) return refused(manifestShapeFault(value));
  const [first] = manifestContradictions(value);
  return first === undefined ? ok(value) : refused(first);
}

function manifestShapeFault(value: unknown): Fault | null {
  const fault = shapeFault(PluginManifest, value);
  const [, facade, rule] = /^\/facades\/(\d+)\/rules\/(\d+)(?:\/|$)/.exec(fault?.path ?? '') ?? [];
  if (facade === undefined || rule === undefined) return fault;
  const path = `/facades/${facade}/rules/${rule}`;
  return ruleFault(Value.Pointer.Get(value, path), path) ?? fault;
}

/** What a union of forms lacks says nothing of them: here are all. */
const SENT =
  'must be a param, a computed value such as $grant_id, {"constant": …} or {"minor_units": a param, "currency": a param}';

function connectorShapeFault(value: unknown): Fault | null {
  const fault = shapeFault(Connector, value);
  const [path] =
    /^\/operations\/\d+(?:\/inquiry)?\/(?:query|headers|body)\/[^/]+/.exec(fault?.path ?? '') ?? [];
  const isName = fault?.rule === undefined;
  return path === undefined || isName ? fault : { path, message: SENT };
}

/** Reads a connector for this plugin: every facade that calls has its operation, from params that exist. */
export function readConnector(manifest: PluginManifest, value: unknown): PluginResult<Connector> {
  if (!Value.Check(Connector, value)) return refused(connectorShapeFault(value));
  const [first] = [
    ...connectorHeadFaults(manifest, value),
    ...operationFaults(manifest, value),
    ...accountFaults(manifest, value),
  ];
  return first === undefined ? ok(value) : refused(first);
}

function connectorHeadFaults(manifest: PluginManifest, { plugin, kid, operations }: Connector): Fault[] {
  const faults: Fault[] = [];
  if (plugin !== manifest.name) faults.push({ path: '/plugin', message: `must be ${manifest.name}` });
  if (SERVICE_KIDS.includes(kid) || /^(principal|approver|clerk|auditor|viewer)_/.test(kid)) {
    faults.push({ path: '/kid', message: `${kid} is the name of another party’s key: choose another` });
  }
  const called = operations.map(({ facade }) => facade);
  for (const { name, kind } of manifest.facades) {
    if (kind !== 'fetch' && !called.includes(name)) {
      faults.push({ path: '/operations', message: `has none for ${name}: add one` });
    }
  }
  return faults;
}

function operationFaults(manifest: PluginManifest, { operations }: Connector): Fault[] {
  return operations.flatMap((operation, index) => {
    const path = `/operations/${index}`;
    const facade = manifest.facades.find(({ name }) => name === operation.facade);
    if (facade === undefined || facade.kind === 'fetch') {
      const message = `${operation.facade} is not a facade that calls a counterparty`;
      return [{ path: `${path}/facade`, message }];
    }
    if (operations.findIndex((other) => other.facade === operation.facade) < index) {
      return [
        { path: `${path}/facade`, message: `${operation.facade} has an operation already: remove one` },
      ];
    }
    return [...requestFaults(manifest, facade, operation, path), ...effectFaults(path, facade, operation)];
  });
}

type Operation = Connector['operations'][number];

/** A connector that names accounts must use them, and the other way round. They may depend only on params. */
function accountFaults(manifest: PluginManifest, connector: Connector): Fault[] {
  const { tenant_accounts: accounts, accounts_directory: directory } = connector;
  const users = accountUsers(connector);
  const path = '/tenant_accounts';
  if (directory !== undefined) {
    const rule = declaredRules(manifest).get(directory)?.rule;
    if (rule?.kind !== 'allow_list') {
      return [{ path: '/accounts_directory', message: `${directory} is no list of this plugin` }];
    }
  }
  if (users.length === 0) {
    if (directory !== undefined) {
      return [{ path: '/accounts_directory', message: `no operation passes on ${ACCOUNT}` }];
    }
    return accounts === undefined ? [] : [{ path, message: `no operation passes on ${ACCOUNT}` }];
  }
  const lacking = users.find(
    ({ facade }) =>
      directory !== undefined &&
      !manifest.facades.some(
        ({ name, rules }) => name === facade && rules.some((rule) => rule.name === directory),
      ),
  );
  if (lacking !== undefined) {
    const message = `${lacking.facade} passes on ${ACCOUNT} without this rule: add it, or the account has no entry`;
    return [{ path: '/accounts_directory', message }];
  }
  if (accounts === undefined) {
    if (directory !== undefined) return [];
    return [{ path, message: `is missing: ${ACCOUNT} says whose account it is` }];
  }
  const params = users.map(
    ({ facade }) => manifest.facades.find(({ name }) => name === facade)?.params ?? {},
  );
  return accounts.flatMap(({ when = {} }, index) =>
    Object.keys(when)
      .filter((name) => params.some((known) => !Object.hasOwn(known, name)))
      .map((name) => ({
        path: `${path}/${index}/when/${name}`,
        message: `is not a param of every operation that passes on ${ACCOUNT}`,
      })),
  );
}

function effectFaults(path: string, { kind, name }: FacadeSpec, operation: Operation): Fault[] {
  const { method, ack } = operation;
  if (kind !== 'effect') {
    return ack === null
      ? []
      : [
          {
            path: `${path}/ack`,
            message: `must be null: ${name} changes nothing, so nobody acknowledges it`,
          },
        ];
  }
  const faults: Fault[] = [];
  if (method === 'GET') {
    faults.push({ path: `${path}/method`, message: 'must be POST, PUT or PATCH for an effect' });
  }
  if (ack === null) {
    const message = 'must say where the acknowledgment is: an effect without one proves nothing';
    faults.push({ path: `${path}/ack`, message });
  }
  for (const source of BOUND.filter((one) => !sourcesOf(operation).includes(one))) {
    const message = `must pass on ${source}, which binds the acknowledgment to the action`;
    faults.push({ path: `${path}/body`, message });
  }
  return faults;
}

/** Reads a profile's draft for this plugin: bounds for every rule, under the manifest's names. */
export function readProfileDraft(manifest: PluginManifest, value: unknown): PluginResult<ProfileDraft> {
  if (!Value.Check(ProfileDraft, value)) return refused(shapeFault(ProfileDraft, value));
  const fault = profileFault(manifest, value);
  return fault === null ? ok(value) : refused(fault);
}

/** Says what a profile contains that its plugin does not know, or lacks that it needs; null if nothing. */
function profileFault(
  manifest: PluginManifest,
  {
    name,
    plugin,
    scope,
    rules,
    directories = {},
    attested = {},
  }: Pick<ProfileDraft, 'name' | 'plugin' | 'scope' | 'rules' | 'directories' | 'attested'>,
): Fault | null {
  if (name !== manifest.profile) return { path: '/name', message: `must be ${manifest.profile}` };
  if (plugin !== manifest.name) return { path: '/plugin', message: `must be ${manifest.name}` };
  const facades = manifest.facades.map((facade) => facade.name);
  const outside = scope.findIndex((facade) => !facades.includes(facade));
  if (outside !== -1) {
    const message = `${plugin} has no facade ${scope[outside]}: it has ${listed(facades)}`;
    return { path: `/scope/${outside}`, message };
  }
  const declared = declaredRules(manifest);
  const stray = Object.keys(directories).find((list) => declared.get(list)?.rule.kind !== 'allow_list');
  if (stray !== undefined)
    return { path: `/directories/${stray}`, message: `${plugin} has no list ${stray}` };
  const unasked = Object.keys(attested).find((rule) => declared.get(rule)?.rule.kind !== 'attested');
  if (unasked !== undefined) {
    const message = `${plugin} has no rule ${unasked} that needs statements`;
    return { path: `/attested/${unasked}`, message };
  }
  const lacking = [...declared.values()].find(
    ({ rule: { kind, name: rule } }) =>
      kind === 'attested' && rules[rule] !== undefined && !Object.hasOwn(attested, rule),
  )?.rule.name;
  if (lacking !== undefined) {
    const message = `is missing: rules.${lacking} needs statements, and nobody’s would count`;
    return { path: `/attested/${lacking}`, message };
  }
  const schema: TSchema = profileRulesSchema(manifest, Object.keys(directories));
  const fault = shapeFault(schema, rules);
  if (fault !== null) return { ...fault, path: `/rules${fault.path}` };
  const further = rules[BOUNDS_IN];
  const currencies = [
    rules[CURRENCY],
    ...(Array.isArray(further) ? further : []).map((bounds) =>
      typeof bounds === 'object' ? bounds[CURRENCY] : undefined,
    ),
  ];
  const lists = [rules, ...(Array.isArray(further) ? further : [])];
  for (const [index, bounds] of lists.entries()) {
    const place = index === 0 ? '/rules' : `/rules/${BOUNDS_IN}/${index - 1}`;
    const excess = typeof bounds === 'object' ? decimalsFault(manifest, bounds, bounds[CURRENCY]) : null;
    if (excess !== null) return { ...excess, path: `${place}${excess.path}` };
  }
  const again = currencies.findIndex((currency, index) => currencies.indexOf(currency) < index);
  if (again === -1) return null;
  const message = `${String(currencies[again])} has bounds already: remove one`;
  return { path: `/rules/${BOUNDS_IN}/${again - 1}/${CURRENCY}`, message };
}

/** Words `profileFault`, for profiles of any of these plugins. */
export function profileFaultBy(
  manifests: readonly PluginManifest[],
): (profile: ProfileDraft) => string | null {
  return (profile) => {
    const manifest = manifests.find(({ profile: name }) => name === profile.name);
    if (manifest === undefined) return `no plugin has the profile ${profile.name}`;
    const fault = profileFault(manifest, profile);
    return fault === null ? null : faultText(fault);
  };
}

function refused(fault: Fault | null): PluginResult<never> {
  if (fault === null) return fail('plugin_invalid', 'it cannot be read');
  return fail('plugin_invalid', faultText(fault), { fault });
}
