import { ok } from '@common/base/result';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { object } from '@screener/engine/schema-parts';
import { describeMethodology, MethodologySchema } from '../../methodology/methodology-answer.http.ts';
import type { ScreenDeps } from '../../use-cases/screen-ticker.ts';
import { methodologyText } from '../text/methodology-text.ts';
import { defineTool, type Tool } from '../tool.ts';

/** Creates `screening_methodology` (interface document, 4.1, rule 6). */
export function screeningMethodologyTool(deps: Pick<ScreenDeps, 'store' | 'live'>, resource: string): Tool {
  return defineTool({
    name: 'screening_methodology',
    title: 'How verdicts come about',
    description: `The rules behind the verdicts: data sources and their date, the limits of the ${METHODOLOGIES.length} methodologies with their sources, the fail-safe rules for missing data, score and purification. Use it to explain or question a verdict, or to say what the screening does and does not cover. No arguments.`,
    input: object({}),
    output: MethodologySchema,
    async run() {
      const methodology = await describeMethodology(deps);
      return ok({ text: methodologyText(methodology, resource), data: methodology });
    },
  });
}
