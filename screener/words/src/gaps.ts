import { capitalised, sentence } from '@common/base/english';
import type { Gap, MarketCapRefusal } from '@screener/engine/screened';
import { GAPS as AR } from './ar/gaps.ts';
import { dateOn } from './dates.ts';
import { GAPS as EN } from './en/gaps.ts';
import type { Face } from './face.ts';
import { formerInWords } from './former.ts';
import { leftToRight } from './isolate.ts';
import type { Language } from './language.ts';

const GAPS: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

/** Says what is not known, as a clause. */
export function gapInWords(gap: Gap, face: Face): string {
  const gaps = GAPS[face.language];
  const on = (date: string) => dateOn(date, face);
  switch (gap.code) {
    case 'no_periodic_report':
      return gaps.noPeriodicReport(on(gap.as_of));
    case 'stale_report':
      return gaps.staleReport(on(gap.period_end), gap.months, on(gap.as_of));
    case 'report_scale':
      return gaps.reportScale(nameOf(gap), nameOf(gap.beside));
    case 'reports_not_here':
      return gaps.reportsNotHere(gap.form, on(gap.period_end), on(gap.due), on(gap.filed_through));
    case 'facts_not_at_hand':
      return gap.live ? gaps.factsNotReached : gaps.factsNotInSnapshot;
    case 'business_activity':
      return gaps.businessActivity;
    case 'amount_untagged':
      return gaps.untagged[gap.amount];
    case 'nothing_to_divide_by':
      return gaps.nothingToDivideBy(nameOf(gap), gap.amount);
    case 'debt_untagged':
      return gaps.debtUntagged;
    case 'debt_may_overlap':
      return gaps.debtMayOverlap(gap.least, String(gap.most));
    case 'no_debt_tagged':
      return gaps.noDebtTagged;
    case 'debt_partly_tagged':
      return gaps.debtPartlyTagged(gap.least);
    case 'price_not_reached':
      return priceNotReached(gap.why, face);
    case 'rates_not_reached':
      return gaps.ratesNotReached(gap.why);
    case 'no_longer_listed':
      return formerInWords(gap.former, face);
    case 'no_price_of_its_own':
      return gaps.noPriceOfItsOwn;
    case 'no_net_assets':
      return gaps.noNetAssets;
    case 'open_weight':
      return gaps.openWeight(
        leftToRight(`${gap.pct.toFixed(2)}${face.percent}`, face),
        gap.part,
        gap.holdings,
      );
    case 'holds_no_securities':
      return gaps.holdsNoSecurities(gap.metal);
    case 'holdings_not_at_hand':
      return gaps.holdingsNotAtHand(on(gap.as_of));
    case 'holdings_too_old':
      return gaps.holdingsTooOld(on(gap.period_end), gap.months, on(gap.as_of));
    default:
      return marketCapGap(gap, face);
  }
}

function nameOf({ form, accession }: { readonly form: string; readonly accession: string }): string {
  return `${form} ${accession}`;
}

/** Says in a sentence what is missing, to a reader who knows nothing of this server's stores. */
export function missingSentence(gap: Gap | undefined, face: Face): string {
  const { anything, noNewerReport, noData, noHoldings } = GAPS[face.language];
  if (gap === undefined) return anything;
  switch (gap.code) {
    case 'stale_report':
    case 'reports_not_here':
      return noNewerReport(dateOn(gap.period_end, face));
    case 'facts_not_at_hand':
      return noData;
    case 'holdings_not_at_hand':
      return noHoldings;
    default:
      return sentence(capitalised(gapInWords(gap, face)));
  }
}

function marketCapGap(gap: MarketCapRefusal, face: Face): string {
  const gaps = GAPS[face.language];
  switch (gap.code) {
    case 'not_common_stock':
      return gaps.notCommonStock(gap.symbol);
    case 'no_price':
      return gaps.noPrice(gap.days, dateOn(gap.as_of, face));
    case 'no_exchange_rate':
      return gaps.noExchangeRate(gap.price, gap.report, dateOn(gap.date, face));
    case 'depositary_ratio_unknown':
    case 'no_share_count':
    case 'share_basis_unclear':
      return gaps.marketCap[gap.code];
    case 'share_count_refused': {
      const shares = String(gap.shares);
      switch (gap.doubt) {
        case 'placeholder':
          return gaps.placeholder(shares);
        case 'nothing_to_compare':
          return gaps.nothingToCompare(gap.form, dateOn(gap.period_end, face), shares);
        case 'other_scale':
          return gaps.otherScale(shares, String(gap.other), dateOn(gap.other_end, face));
      }
    }
  }
}

/** `why` is a sentence by the source of prices. */
export function priceNotReached(why: string, face: Face): string {
  return GAPS[face.language].priceNotReached(why);
}
