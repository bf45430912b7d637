import type { Answer, Status, Verdict } from './answer.ts';
import type { CaseFile } from './case-file.ts';
import { daysBetween } from './dates.ts';
import type { RULE_SETS } from './published-rules.ts';

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  compliant: 'Compliant: ',
  questionable: 'Questionable: ',
  non_compliant: 'Non-compliant: ',
  not_screenable: 'Not screenable: ',
};

const STATUS_WORDS: Readonly<Record<Status, RegExp>> = {
  pass: /: (passes|the ratios pass, (and|but) .+); /,
  fail: /: fails, (with|because it excludes) /,
  unknown: /: cannot be decided; /,
};

/**
 * Audits what is written for people: sentences that agree with the verdict, what each ratio is, and the age
 * of the figures.
 */
export function auditWords({ answer, audit }: CaseFile, rules: (typeof RULE_SETS)['current']): void {
  const starts = VERDICT_WORDS[answer.compliance];
  audit.holds('summary', answer.summary, answer.summary.startsWith(starts), `begins with "${starts}"`);
  for (const [index, { status, summary }] of answer.methodologies.entries()) {
    const agrees = STATUS_WORDS[status].test(summary);
    audit.holds(`methodologies[${index}].summary`, summary, agrees, `says that the status is ${status}`);
  }
  audit.same('type', answer.type, 'company');
  audit.same('data_age_days', answer.data_age_days, ageOf(answer));
  const checks = rules.flatMap((methodology) => methodology.checks);
  const names = [...new Set(checks.map(({ ratio }) => ratio))].sort().join(' ');
  audit.same('ratio_info', Object.keys(answer.ratio_info).sort().join(' '), names);
  for (const { ratio, numerator, denominator } of checks) {
    const said = answer.ratio_info[ratio];
    if (said === undefined) continue;
    audit.same(`ratio_info.${ratio}.unit`, said.unit, 'fraction');
    audit.same(`ratio_info.${ratio}.numerator`, said.numerator, numerator);
    audit.same(`ratio_info.${ratio}.denominator`, said.denominator, denominator);
  }
}

function ageOf({ anchor, today }: Answer): number | null {
  return anchor === null ? null : daysBetween(anchor.period_end, today);
}
