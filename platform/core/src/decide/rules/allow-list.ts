import { formatInstant } from '@common/base/instant';
import { numbered } from '../../objects/decision-values.ts';
import type { DirectoryTerms } from '../../objects/directory.ts';
import {
  deny,
  type EntryFound,
  hold,
  pass,
  type RuleContext,
  type RuleVerdict,
  ruleValue,
  shownParam,
  textParam,
  unbounded,
} from './rule.ts';

interface AllowListRule {
  readonly kind: 'allow_list';
  readonly name: string;
  readonly fields: readonly string[];
}

const DAY_MS = 86_400_000;

/** One entry of the profile's list, or of its directory, must have all the fields, exactly. */
export function checkAllowList(rule: AllowListRule, context: RuleContext): RuleVerdict {
  const { terms } = context.directories;
  const own = Object.hasOwn(terms, rule.name) ? terms[rule.name] : undefined;
  return own === undefined ? checkList(rule, context) : checkDirectory(rule, context, own);
}

/** INVARIANT: an entry that was found is compared again, so that the one who found it need not be trusted. */
function checkDirectory(rule: AllowListRule, context: RuleContext, { first }: DirectoryTerms): RuleVerdict {
  if (rule.fields.length === 0) return unbounded(rule.name, 'a field of the rule');
  const { found, nowMs } = context.directories;
  const entry = Object.hasOwn(found, rule.name) ? found[rule.name] : undefined;
  const fits = rule.fields.every((name) => {
    const value = textParam(context, name);
    return (
      value !== undefined &&
      entry !== undefined &&
      Object.hasOwn(entry.values, name) &&
      entry.values[name] === value
    );
  });
  if (!fits || entry === undefined) {
    return notListed(rule, context);
  }
  if (first === undefined || !isNew(entry, first, nowMs)) return pass;
  const { name, change, sinceMs } = entry;
  const { hold_days: days, until_approved: untilApproved } = first;
  const until =
    untilApproved === true || days === undefined ? undefined : instantText(sinceMs + days * DAY_MS);
  return hold({ why: 'new_entry', rule: rule.name, field: rule.fields[0] ?? '', entry: name, change, until });
}

function notListed({ name, fields }: AllowListRule, context: RuleContext): RuleVerdict {
  const shown = numbered(fields.map((field) => [field, shownParam(context, field)] as const));
  return deny({ ...shown, why: 'not_listed', rule: name });
}

/** Undefined for what is no instant, which is held all the same. */
function instantText(ms: number): string | undefined {
  return Number.isFinite(ms) ? formatInstant(ms) : undefined;
}

/** Whichever comes first ends it: the days, or an approval. */
function isNew(
  { sinceMs, isApproved }: EntryFound,
  { hold_days: days, until_approved: untilApproved }: NonNullable<DirectoryTerms['first']>,
  nowMs: number,
): boolean {
  if (untilApproved === true && isApproved) return false;
  // The condition also holds what has an instant that is not a number.
  return days === undefined || !(nowMs >= sinceMs + days * DAY_MS);
}

function checkList(rule: AllowListRule, context: RuleContext): RuleVerdict {
  const entries = ruleValue(context.profile, rule.name);
  if (!Array.isArray(entries)) return unbounded(rule.name, 'the profile’s list');
  if (rule.fields.length === 0) return unbounded(rule.name, 'a field of the rule');
  const values = rule.fields.map((name) => [name, textParam(context, name)] as const);
  const isListed = entries.some((entry: Readonly<Record<string, unknown>>) =>
    values.every(
      ([name, value]) => value !== undefined && Object.hasOwn(entry, name) && entry[name] === value,
    ),
  );
  return isListed ? pass : notListed(rule, context);
}
