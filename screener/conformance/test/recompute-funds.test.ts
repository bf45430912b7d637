import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenFund } from '@screener/engine/funds/fund-answer';
import { summarise } from '@screener/engine/funds/holding-screening';
import type { HoldingKnowledge } from '@screener/engine/funds/look-through';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { worded } from '@screener/words/answer';
import { recompute } from '../recompute/recompute.ts';
import { answerTo, fundReports, tickers } from './snapshot-answers.ts';

interface Fund {
  readonly place: number;
  readonly asOf: string;
  readonly rules?: 'current' | 'classic';
  /** Only holdings in companies that have a verdict at the date: a fund that can be decided. */
  readonly keepKnown?: boolean;
}

/** A fund's answer as a client gets it: companies found by the tickers it files, or by another report's names. */
function fundAnswer({ place, asOf, rules = 'current', keepKnown = false }: Fund) {
  const whole = fundReports[place];
  assert.ok(whole !== undefined);
  const listed = new Set(tickers.map(({ symbol }) => symbol));
  const lines = whole.holdings.map((holding) => ({ holding, ...knowledgeOf(holding.ticker) }));
  function knowledgeOf(ticker: string | null): HoldingKnowledge {
    if (ticker === null || !listed.has(ticker)) {
      return { resolution: { method: null, reason: 'not in the snapshot' }, screening: null };
    }
    const screening = summarise(answerTo({ symbol: ticker, asOf, rules }));
    const { symbol, cik, name } = screening;
    return { resolution: { method: 'ticker', matched: ticker, listing: { symbol, cik, name } }, screening };
  }
  const isDecided = ({ screening }: HoldingKnowledge) =>
    screening !== null && screening.compliance !== 'not_screenable';
  const knowledge = keepKnown ? lines.filter(isDecided) : lines;
  const holdings = knowledge.map(({ holding }) => holding);
  const cents = holdings.reduce((sum, { valueUsd }) => sum + Math.round(100 * Number(valueUsd)), 0);
  const ofCents = (cents / 100).toFixed(2);
  const report = { ...whole, holdings, ...(keepKnown ? { netAssets: ofCents, totalAssets: ofCents } : {}) };
  const profile = { symbol: 'FUND', cik: report.cik, name: 'A fund' };
  return JSON.parse(
    JSON.stringify(worded(screenFund({ profile, report, knowledge, asOf, rules: RULE_SETS[rules] }))),
  );
}

test('the weights, verdict, score and purification of funds agree with their holdings', () => {
  const verdicts = new Set<string>();
  for (const place of fundReports.keys()) {
    for (const rules of RULE_SET_IDS) {
      for (const keepKnown of [false, place !== 0]) {
        for (const asOf of ['2021-05-20', '2025-07-31', '2026-02-25']) {
          const answer = fundAnswer({ place, asOf, rules, keepKnown });
          verdicts.add(answer.compliance);
          assert.deepEqual(recompute(answer), [], `${place} ${asOf} ${rules} ${keepKnown}`);
        }
      }
    }
  }
  assert.ok(verdicts.size >= 3, [...verdicts].join());
});

type Draft = ReturnType<typeof fundAnswer>;

const TAMPERINGS: Readonly<Record<string, readonly [(draft: Draft) => void, RegExp]>> = {
  'a better verdict': [(draft) => Object.assign(draft, { compliance: 'compliant' }), /^compliance$/],
  'a higher score': [(draft) => Object.assign(draft, { score: 99 }), /^score$/],
  'more coverage': [(draft) => (draft.etf_look_through.coverage_pct += 1), /coverage_pct/],
  'a holding that is gone': [(draft) => draft.etf_look_through.holdings.pop(), /weights/],
  'a holding in another bucket': [
    (draft) => Object.assign(draft.etf_look_through.holdings.at(-1), { bucket: 'compliant' }),
    /holdings\[\d+\]\.bucket|weights/,
  ],
  'an unresolved one that is not listed': [(draft) => draft.etf_look_through.unresolved.pop(), /unresolved/],
  'an asset that no line names': [
    (draft) => Object.assign(draft.etf_look_through, { unlisted_assets: 0 }),
    /unlisted_assets/,
  ],
  'other net assets': [(draft) => (draft.etf_look_through.net_assets *= 2), /net_assets/],
  'less to give away': [(draft) => (draft.purification.high_pct -= 1), /purification/],
  'holdings that are stale, without the mark': [(draft) => Object.assign(draft, { stale: null }), /^stale/],
  'a methodology that passes': [
    (draft) => Object.assign(draft.methodologies[0], { status: 'pass', passed: true }),
    /methodologies\[0\]/,
  ],
};

for (const [what, [change, noticed]] of Object.entries(TAMPERINGS)) {
  test(`${what} is noticed`, () => {
    const draft = fundAnswer({ place: 1, asOf: '2026-02-25' });
    change(draft);
    const paths = recompute(draft).map(({ path }) => path);
    assert.ok(
      paths.some((path) => noticed.test(path)),
      paths.join(),
    );
  });
}
