import {
  type FacadeSpec,
  mayBeOmitted,
  type PluginManifest,
  type PolicyRule,
  RULE_SHAPES,
} from './plugin.ts';
import { asksAPerson, BOUNDS_IN, CURRENCY, isAmountRule } from './plugin-schemas.ts';
import { stretchesOf } from './sentence.ts';
import { type Fault, shapeFault } from './shape-fault.ts';

/** Reasons of the policy itself: a rule that gave one of them would hide behind another check. */
const NOT_OF_RULES: readonly string[] = [
  'contract_revoked',
  'contract_expired',
  'facade_not_in_scope',
  'use_count_exceeded',
  'duplicate_action',
  'ok',
];

type Params = FacadeSpec['params'];
type Facade = readonly [path: string, facade: FacadeSpec];

/**
 * Names in braces.
 * @example placeholders('pay {amount} to {payee}') // ['amount', 'payee']
 */
export function placeholders(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

/**
 * The names, for a message; "nothing" if there are none.
 * @example listed(['amount', 'payee']) // 'amount, payee'
 * @example listed([]) // 'nothing'
 */
export function listed(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ');
}

/** A rule of a known kind gets the message of that kind: the message of a union of all kinds helps nobody. */
export function ruleFault(value: unknown, path: string): Fault | null {
  const kind: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'kind') : undefined;
  const shapes = new Map(Object.entries(RULE_SHAPES));
  const shape = typeof kind === 'string' ? shapes.get(kind) : undefined;
  if (shape === undefined) {
    return { path: `${path}/kind`, message: `must be one of ${[...shapes.keys()].join(', ')}` };
  }
  const fault = shapeFault(shape, value);
  return fault === null ? null : { ...fault, path: path + fault.path };
}

/** Finds contradictions in a manifest that has the right shape, in the order of the file. */
export function manifestContradictions(manifest: PluginManifest): readonly Fault[] {
  const facades = manifest.facades.map((facade, index): Facade => [`/facades/${index}`, facade]);
  return [
    ...headFaults(manifest),
    ...twice('/facades', manifest.facades),
    ...facades.flatMap((facade) => [
      ...facadeFaults(facade),
      ...ruleFaults(manifest, facade),
      ...sharedRuleFaults(manifest, facade),
    ]),
    ...twice('/tools', manifest.tools),
    ...manifest.tools.flatMap((_, index) => toolFaults(manifest, index)),
  ];
}

function headFaults({ name, profile, covered_facade: covered, facades, never }: PluginManifest): Fault[] {
  const faults: Fault[] = [];
  if (!profile.startsWith(`${name}.v`)) {
    faults.push({ path: '/profile', message: `must be ${name}.v1, or a later major version of it` });
  }
  const effects = facades.filter(({ kind }) => kind === 'effect').map((facade) => facade.name);
  if (!effects.includes(covered)) {
    const message = `must be a facade of kind effect; this plugin has ${listed(effects)}`;
    faults.push({ path: '/covered_facade', message });
  }
  for (const [index, facade] of never.entries()) {
    if (facades.some((known) => known.name === facade)) {
      faults.push({ path: `/never/${index}`, message: `is a facade of this plugin: remove ${facade}` });
    }
  }
  return faults;
}

function twice(path: string, items: readonly { readonly name: string }[]): Fault[] {
  return items.flatMap(({ name }, index) =>
    items.findIndex((other) => other.name === name) < index
      ? [{ path: `${path}/${index}/name`, message: `${name} is there twice: rename one` }]
      : [],
  );
}

function facadeFaults([path, facade]: Facade): Fault[] {
  const { name, kind, params, sentence, done, idempotency } = facade;
  const faults: Fault[] = [];
  for (const [param, { derived_from: source }] of Object.entries(params)) {
    if (
      source !== undefined &&
      (params[source]?.kind !== 'text' || params[source].derived_from !== undefined)
    ) {
      const message = `must be a param of kind text that is proposed; ${source} is not`;
      faults.push({ path: `${path}/params/${param}/derived_from`, message });
    }
  }
  faults.push(
    ...sentenceFaults(`${path}/sentence`, sentence ?? '', facade),
    ...sentenceFaults(`${path}/done/sentence`, done?.sentence ?? '', facade),
  );
  for (const [index, param] of idempotency.params.entries()) {
    const at = `${path}/idempotency/params/${index}`;
    if (!Object.hasOwn(params, param)) faults.push(noParam(at, param, name, params));
    if (params[param]?.kind !== 'reference') faults.push(...neededFaults(at, param, params));
  }
  if (idempotency.unique !== (kind === 'effect')) {
    const message = kind === 'effect' ? 'must be true: an effect happens once' : 'must be false for a read';
    faults.push({ path: `${path}/idempotency/unique`, message });
  }
  if (idempotency.unique && idempotency.params.length === 0) {
    const message = 'must name what makes two actions the same';
    faults.push({ path: `${path}/idempotency/params`, message });
  }
  return [...faults, ...referenceFaults([path, { params, idempotency }])];
}

/** A sentence is whole without any param that an action may be without: such a param stands in brackets. */
function sentenceFaults(path: string, sentence: string, { name, params }: FacadeSpec): Fault[] {
  const stretches = stretchesOf(sentence);
  if (stretches === null) {
    return [
      { path, message: 'has brackets that do not match: write what may be left out as [ for {param}]' },
    ];
  }
  return stretches.flatMap(({ isOptional, parts }) => {
    const named = parts.flatMap((part) => (part.kind === 'param' ? [part.name] : []));
    const unknown = named.filter((param) => !Object.hasOwn(params, param));
    const never = isOptional && !named.some((param) => mayLack(params, param));
    return [
      ...unknown.map((param) => noParam(path, param, name, params)),
      ...(isOptional ? [] : named.flatMap((param) => neededFaults(path, param, params))),
      ...(never && unknown.length === 0
        ? [{ path, message: 'has brackets around what every action has: remove them' }]
        : []),
    ];
  });
}

/** A reference is read from a proposed text, and its key comes with what tells a possible duplicate. */
function referenceFaults([path, { params, idempotency }]: readonly [
  path: string,
  facade: Pick<FacadeSpec, 'params' | 'idempotency'>,
]): Fault[] {
  const faults: Fault[] = [];
  for (const [param, { kind, read_from: source }] of Object.entries(params)) {
    if (source === undefined) continue;
    const at = `${path}/params/${param}/read_from`;
    if (kind !== 'reference') faults.push({ path: at, message: 'is for a param of kind reference' });
    if (params[source]?.kind !== 'text' || params[source].derived_from !== undefined) {
      faults.push({ path: at, message: `must be a param of kind text that is proposed; ${source} is not` });
    }
  }
  const references = idempotency.params.filter((param) => params[param]?.kind === 'reference');
  const { possible_duplicate: spec } = idempotency;
  const at = `${path}/idempotency/possible_duplicate`;
  if (references.length > 1) {
    faults.push({ path: `${path}/idempotency/params`, message: 'may name one reference, not several' });
  }
  if (references.length === 0 && spec !== undefined) {
    faults.push({ path: at, message: 'needs a param of kind reference among idempotency.params' });
  }
  if (references.length > 0 && spec === undefined) {
    faults.push({ path: at, message: `is missing: it says when a similar ${references.join()} is held` });
  }
  for (const list of ['same', 'or_same', 'repeat'] as const) {
    for (const [index, param] of (spec?.[list] ?? []).entries()) {
      const kind = Object.hasOwn(params, param) ? params[param]?.kind : undefined;
      const isFit = kind !== undefined && kind !== 'url' && kind !== 'text' && !mayLack(params, param);
      const message = `must be a param that every action has, with few values; ${param} is not`;
      if (!isFit) faults.push({ path: `${at}/${list}/${index}`, message });
    }
  }
  return faults;
}

/** A name that is no param of the facade. */
export function noParam(path: string, param: string, facade: string, params: Params): Fault {
  return { path, message: `${facade} has no param ${param}: it has ${listed(Object.keys(params))}` };
}

function ruleFaults({ name: plugin }: PluginManifest, [path, facade]: Facade): Fault[] {
  const { params, rules } = facade;
  const currencies = Object.values(params).filter(({ kind }) => kind === 'currency');
  return [
    ...twice(`${path}/rules`, rules),
    ...rules.flatMap((rule, index) => {
      const at = `${path}/rules/${index}`;
      const faults = [
        ...fieldFaults(at, rule, facade),
        ...attestedFaults(at, rule, facade),
        ...reasonFaults(at, rule, plugin),
      ];
      if (rule.name === CURRENCY || rule.name === BOUNDS_IN) {
        faults.push({
          path: `${at}/name`,
          message: `${rule.name} has a meaning of its own: rename the rule`,
        });
      }
      if (isAmountRule(rule) && currencies.length > 1) {
        const message = 'limits amounts, so the facade may have only one param of kind currency';
        faults.push({ path: `${at}/kind`, message });
      }
      return faults;
    }),
  ];
}

/** Kinds of param that hardly ever have the same value twice, so no rule can list or count them. */
const WITH_MANY_VALUES: readonly string[] = ['amount', 'url', 'text', 'reference'];

/** Whether the facade has the param, and an action may be without it. */
export function mayLack(params: Params, name: string): boolean {
  const param = Object.hasOwn(params, name) ? params[name] : undefined;
  return param !== undefined && mayBeOmitted(param);
}

/** What decides needs its value. */
function neededFaults(path: string, param: string, params: Params): Fault[] {
  return mayLack(params, param) ? [{ path, message: `an action may be without ${param}` }] : [];
}

/** Fields with their place in the rule. */
function fieldsOf(rule: PolicyRule): readonly (readonly [place: string, field: string])[] {
  if (rule.kind === 'allow_list') return rule.fields.map((field, index) => [`/fields/${index}`, field]);
  return rule.kind === 'count_per_day' ? [] : [['/field', rule.field]];
}

/** A field that a rule may ignore by its value is one that another rule bounds, or another spelling would escape it. */
function attestedFaults(at: string, rule: PolicyRule, { name, params, rules }: FacadeSpec): Fault[] {
  if (rule.kind !== 'attested') return [];
  const taken = [CURRENCY, BOUNDS_IN, ...rules.map((other) => other.name)];
  const faults: Fault[] = taken.includes(rule.max_age)
    ? [{ path: `${at}/max_age`, message: `${rule.max_age} is the name of something else: choose another` }]
    : [];
  const of = rule.when?.field;
  if (of === undefined) return faults;
  const path = `${at}/when/field`;
  if (!Object.hasOwn(params, of)) return [...faults, noParam(path, of, name, params)];
  const isBounded = rules.some(
    ({ kind, ...other }) =>
      (kind === 'set' || kind === 'ordered_level') && 'field' in other && other.field === of,
  );
  const message = `must be a param that a rule of kind set or ordered_level bounds; ${of} is not`;
  return [...faults, ...neededFaults(path, of, params), ...(isBounded ? [] : [{ path, message }])];
}

/** The fields by which a rule separates sums. Each value is part of a counter's name. */
function keysOf(rule: PolicyRule): readonly (readonly [place: string, field: string])[] {
  if (rule.kind !== 'cumulative_threshold') return [];
  return (['per', 'or_per'] as const).flatMap((list) =>
    (rule[list] ?? []).map((field, index) => [`/${list}/${index}`, field] as const),
  );
}

function fieldFaults(at: string, rule: PolicyRule, { name, params }: FacadeSpec): Fault[] {
  const kindOf = (field: string) => (Object.hasOwn(params, field) ? params[field]?.kind : undefined);
  const isAmount = isAmountRule(rule);
  const faultOf = (place: string, field: string, needsAmount: boolean): Fault[] => {
    const kind = kindOf(field);
    if (kind === undefined) return [noParam(at + place, field, name, params)];
    if (rule.kind === 'field_required') {
      const message = `every action has ${field}: the rule is for a param that may be omitted`;
      return mayLack(params, field) ? [] : [{ path: at + place, message }];
    }
    const isFit = needsAmount ? kind === 'amount' : !WITH_MANY_VALUES.includes(kind);
    const needed = needsAmount ? 'of kind amount' : 'with few values, such as a name or a code';
    return isFit
      ? []
      : [{ path: at + place, message: `must be a param ${needed}; ${field} is of kind ${kind}` }];
  };
  const fields = [...fieldsOf(rule), ...keysOf(rule)];
  return [
    ...(rule.kind === 'field_required' ? [] : fields).flatMap(([place, field]) =>
      neededFaults(at + place, field, params),
    ),
    ...fieldsOf(rule).flatMap(([place, field]) => faultOf(place, field, isAmount)),
    ...keysOf(rule).flatMap(([place, field]) => faultOf(place, field, false)),
  ];
}

function reasonFaults(at: string, { kind, reason }: PolicyRule, plugin: string): Fault[] {
  const path = `${at}/reason`;
  const asks = asksAPerson({ kind });
  if (asks !== (reason === 'approval_required')) {
    return [
      {
        path,
        message: asks
          ? `must be approval_required: a ${kind} asks a person`
          : 'approval_required is for thresholds: name why the rule refuses',
      },
    ];
  }
  if (NOT_OF_RULES.includes(reason)) {
    return [{ path, message: `${reason} belongs to the policy itself: name another, or x_${plugin}_<name>` }];
  }
  if (reason.startsWith('x_') && !reason.startsWith(`x_${plugin}_`)) {
    return [{ path, message: `must start with x_${plugin}_: a plugin’s own reasons carry its name` }];
  }
  return [];
}

/** A rule's name has one meaning in a plugin: mandates and profiles know it by name alone. */
function sharedRuleFaults({ facades }: PluginManifest, [path, facade]: Facade): Fault[] {
  return facade.rules.flatMap((rule, index) => {
    const others = facades.flatMap((other) => (other === facade ? [] : other.rules));
    const twin = others.find(({ name }) => name === rule.name);
    const isSame =
      twin === undefined || (twin.kind === rule.kind && JSON.stringify(twin) === JSON.stringify(rule));
    const message = `${rule.name} is declared differently in another facade: rename one, or make them the same`;
    return isSame ? [] : [{ path: `${path}/rules/${index}/name`, message }];
  });
}

function toolFaults({ facades, tools }: PluginManifest, index: number): Fault[] {
  const tool = tools[index];
  if (tool === undefined) return [];
  const path = `/tools/${index}`;
  const facade = facades.find(({ name }) => name === tool.facade);
  if (facade === undefined) {
    const known = listed(facades.map(({ name }) => name));
    return [{ path: `${path}/facade`, message: `there is no facade ${tool.facade}: there is ${known}` }];
  }
  const faults: Fault[] = [];
  const proposed = Object.entries(facade.params).flatMap(([name, { derived_from: source }]) =>
    source === undefined ? [name] : [],
  );
  const needed = proposed.filter((name) => !mayLack(facade.params, name));
  for (const param of needed.filter((name) => !Object.hasOwn(tool.params, name))) {
    faults.push({ path: `${path}/params/${param}`, message: `is missing: ${facade.name} needs ${param}` });
  }
  for (const [param, template] of Object.entries(tool.params)) {
    if (!proposed.includes(param)) {
      const message = `${facade.name} is not proposed with ${param}: remove it`;
      faults.push({ path: `${path}/params/${param}`, message });
    }
    for (const input of placeholders(template).filter((name) => !Object.hasOwn(tool.inputs, name))) {
      const message = `{${input}} is not an input: the tool has ${listed(Object.keys(tool.inputs))}`;
      faults.push({ path: `${path}/params/${param}`, message });
    }
    const omitted = placeholders(template).find((name) => tool.inputs[name]?.optional === true);
    if (omitted !== undefined && needed.includes(param)) {
      const message = `${facade.name} needs ${param}, but the input ${omitted} may be omitted`;
      faults.push({ path: `${path}/params/${param}`, message });
    }
  }
  const used = Object.values(tool.params).flatMap(placeholders);
  for (const input of Object.keys(tool.inputs).filter((name) => !used.includes(name))) {
    faults.push({ path: `${path}/inputs/${input}`, message: 'no param uses it: remove it' });
  }
  if (tool.presents_grant !== (facade.kind === 'effect')) {
    const message = facade.kind === 'effect' ? 'must be true for an effect' : 'must be false for a read';
    faults.push({ path: `${path}/presents_grant`, message });
  }
  return faults;
}
