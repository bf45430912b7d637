import { isolated } from '../isolate.ts';
import { counted } from '../language.ts';

/** Terms that several sentences need. */
export const SEC = 'هيئة الأوراق المالية الأمريكية';

/** The rule sets, after `القواعد`. */
export const RULE_SETS = { current: 'السارية', classic: 'القديمة' };

/** The name of a rule set, after `القواعد`. */
export function ruleSet(id: string): string {
  return id in RULE_SETS ? RULE_SETS[id as keyof typeof RULE_SETS] : isolated(id);
}

/** A number of months after a preposition: `شهرين`, `18 شهرًا`. */
export function months(count: number): string {
  return counted('ar', count, {
    one: 'شهر واحد',
    two: 'شهرين',
    few: `${count} أشهر`,
    many: `${count} شهرًا`,
    other: `${count} شهر`,
  });
}

/** A number of days after a preposition: `يومين`, `45 يومًا`. */
export function days(count: number): string {
  return counted('ar', count, {
    one: 'يوم واحد',
    two: 'يومين',
    few: `${count} أيام`,
    many: `${count} يومًا`,
    other: `${count} يوم`,
  });
}

/** A number of methodologies after a verb or a preposition: `منهجيتين`, `3 منهجيات`. */
export function methodologies(count: number): string {
  return counted('ar', count, {
    one: 'منهجية واحدة',
    two: 'منهجيتين',
    few: `${count} منهجيات`,
    other: `${count} منهجية`,
  });
}

const FEW = ['', '', '', 'الثلاث', 'الأربع', 'الخمس', 'الست', 'السبع', 'الثماني', 'التسع', 'العشر'];

/** A number after a feminine plural with the article: `الخمس` of `المنهجيات الخمس`. */
export function theFew(count: number): string {
  return FEW[count] || `الـ${count}`;
}

/** A number of minutes after a preposition: `دقيقتين`, `30 دقيقة`. */
export function minutes(count: number): string {
  return counted('ar', count, {
    one: 'دقيقة واحدة',
    two: 'دقيقتين',
    few: `${count} دقائق`,
    other: `${count} دقيقة`,
  });
}

/** A number of hours after a preposition: `ساعتين`, `72 ساعة`. */
export function hours(count: number): string {
  return counted('ar', count, {
    one: 'ساعة واحدة',
    two: 'ساعتين',
    few: `${count} ساعات`,
    other: `${count} ساعة`,
  });
}

/** A number of characters after a preposition: `15 حرفًا`. */
export function characters(count: number): string {
  return counted('ar', count, {
    one: 'حرف واحد',
    two: 'حرفين',
    few: `${count} أحرف`,
    many: `${count} حرفًا`,
    other: `${count} حرف`,
  });
}
