import { bytesInPage, html, type Safe } from '@common/web/html';
import { MOST } from '@screener/service/portfolio/assess-portfolio';

/** The form with the holdings of a page, which its buttons name. */
export const TO_SEND = 'holdings-to-send';

/** The fields of a list that goes on without being shown. */
export function hiddenList(typed: string, others: Readonly<Record<string, string>>): Safe {
  return html`<textarea name="holdings" hidden>
${typed}</textarea>${Object.entries(others).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

/** How often a page has the holdings: in the form of its buttons, and where they can be changed. */
const TIMES = 2;

/** What the holdings take in the page that gives them back, beside what is said of them. */
export function bytesOfHoldings({ body }: { readonly body: unknown }, times: number = TIMES): number {
  const { holdings = '' } = (body ?? {}) as { readonly holdings?: string };
  return times * bytesInPage(holdings);
}

/** Of a character, a form may have nine: so a list with more than its characters is refused in words, by their number. */
export const HOLDINGS_FORM_BYTES = 10 * MOST.characters;
