import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WORDS } from '@screener/words/words';

const { portfolio, watchlist } = WORDS.ar;
const ISOLATED = /\u2066[^\u2066\u2069]*\u2069/g;

/** Without the names and figures that keep their direction. */
const arabicOf = (text: string) => text.replaceAll(ISOLATED, '_');

test('the title of a portfolio takes the forms of its numbers', () => {
  const title = (passing: number, all: number) => portfolio.title.some(passing, all, '*').join('');
  assert.deepEqual(
    [title(0, 2), title(1, 2), title(2, 2), title(1, 3), title(2, 3), title(3, 3), title(3, 12)],
    [
      'لم يثبت لأي من حيازتيك حكم *',
      'واحدة من حيازتيك حكمها *',
      'حيازتاك كلتاهما حكمهما *',
      'واحدة من حيازاتك الثلاث حكمها *',
      'اثنتان من حيازاتك الثلاث حكمهما *',
      'حيازاتك الثلاث كلها حكمها *',
      '3 من حيازاتك الـ12 حكمها *',
    ],
  );
});

test('a figure that moved is named in Arabic where it can be, and its tag is kept apart elsewhere', () => {
  const figure = { concept: 'market_cap', name: 'market capitalisation', isMore: false };
  const { ofFigure } = watchlist.changes;
  const check = { ratio: 'نسبة', to: 'fail', methodologies: ['أيوفي', 'غيرها'] } as const;
  assert.equal(
    ofFigure(check, { ...figure, from: '2', to: '1' }),
    'نسبة لا تجتاز الآن وفق أيوفي وغيرها، إذ انخفض بند «القيمة السوقية» من 2 إلى 1.',
  );
  const tagged = { ...figure, concept: 'lease', name: 'finance lease liability' };
  assert.equal(arabicOf(ofFigure(null, { ...tagged, from: '1', to: null })), 'لم يعد بند «_» معروفًا.');
  assert.equal(arabicOf(ofFigure(null, { ...tagged, from: null, to: '5' })), 'ظهر بند «_» وقيمته 5.');
});

test('each refusal of the watchlist is Arabic, with what it knows', () => {
  const refused = (code: string, detail?: Readonly<Record<string, unknown>>) =>
    arabicOf(watchlist.refusal({ code, message: 'in English', ...(detail === undefined ? {} : { detail }) }));
  for (const code of ['no_ticker', 'unknown_ticker', 'several_tickers', 'list_full', 'facts_unavailable'])
    assert.doesNotMatch(refused(code), /[A-Za-z]|undefined/, code);
  assert.match(refused('list_full', { most: 100 }), /100/);
  assert.match(refused('unknown_ticker', { most: 40 }), /40/);
  assert.notEqual(refused('unknown_ticker', { suggestions: ['APH'] }), refused('unknown_ticker'));
  assert.notEqual(refused('several_tickers', { suggestions: ['APH'] }), refused('several_tickers'));
  for (const code of ['timeout', 'internal_error', 'ticker_not_found', 'anything'])
    assert.doesNotMatch(arabicOf(watchlist.problem({ code, message: 'in English' })), /[A-Za-z]|undefined/);
});
