/**
 * Forms that report a period's financial statements. Other forms carry XBRL too (8-K, DEF 14A, S-1), sometimes in other
 * units than the statements (a proxy statement off by a factor of a thousand), and never outrank a report.
 */
const PERIODIC_FORMS: ReadonlySet<string> = new Set(
  ['10-K', '10-KT', '10-Q', '10-QT', '20-F', '40-F', '6-K'].flatMap((form) => [form, `${form}/A`]),
);

/** True for 10-K, 10-Q, 20-F, 40-F, 6-K, the transition reports 10-KT and 10-QT, and their amendments (`/A`). */
export function isPeriodicForm(form: string): boolean {
  return PERIODIC_FORMS.has(form);
}
