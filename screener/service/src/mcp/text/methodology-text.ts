import { spaced } from '@screener/words/names';
import { precisePercent } from '@screener/words/numbers';
import type { MethodologyAnswer } from '../../methodology/methodology-answer.http.ts';
import { section } from './screening-text.ts';

/** Explains the rules to a reader; the full page, with tags and bounds, is the resource named at the end. */
export function methodologyText(answer: MethodologyAnswer, resource: string): string {
  const { data_at_hand: data, score } = answer;
  const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`);
  const asOf = data.snapshot_as_of === null ? '' : `, as of ${data.snapshot_as_of}`;
  return [
    `How verdicts come about (engine ${answer.engine_version}). Facts here: ${spaced(data.source)}${asOf}${data.live ? ', and the SEC on demand' : ''}.`,
    ...section('Data sources', bullets(answer.data_sources)),
    ...section('Fail-safe rules', bullets(answer.fail_safe_rules)),
    ...section(
      'Verdicts',
      Object.entries(answer.verdicts).map(([verdict, meaning]) => `- ${verdict}: ${meaning}`),
    ),
    ...answer.rule_sets.flatMap(ruleSetLines),
    ...section('Score', [
      ...score.components.map(({ name, max, how }) => `- ${spaced(name)}: up to ${max}; ${how}`),
      `- At most ${Object.entries(score.caps)
        .map(([verdict, cap]) => `${cap} for ${spaced(verdict)}`)
        .join(', ')}.`,
    ]),
    ...section('Purification', [`- ${answer.purification}`]),
    '',
    `Tags, bounds and business codes in full: resource ${resource}.`,
  ].join('\n');
}

function ruleSetLines({
  id,
  description,
  methodologies,
}: MethodologyAnswer['rule_sets'][number]): readonly string[] {
  return section(
    `Limits, rule set ${id} (${description})`,
    methodologies.map(({ name, edition, checks }) => {
      const limits = checks.map(
        ({ numerator, denominator, comparison, threshold }) =>
          `${spaced(numerator)} / ${spaced(denominator)} ${comparison} ${precisePercent(threshold)}`,
      );
      return `- ${name} (${edition}): ${limits.join('; ')}`;
    }),
  );
}
