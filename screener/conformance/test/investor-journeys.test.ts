import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { useBrowser } from '@common/web/testing/browser';
import { DIRECTIONS, type Language } from '@screener/words/language';
import { WORDS } from '@screener/words/words';
import { useService } from '../api/service.ts';
import { keyboardOf } from './keyboard.ts';

const service = useService({ PUBLIC_URL: '' });
const browser = useBrowser();
const PASSWORD = 'four plain words suffice';
const TWENTY = [
  ...['AAPL 40 dividends 41.20', 'Microsoft 20', 'NVDA 45', 'Costco 3', 'GOOG 12', 'META 5', 'AMZN 14'],
  ...['TSLA 9', 'KO 60', 'PG 12', 'JPM 10', 'AMD 7', 'APH 18', 'SNOW 6', 'MA 4', 'KMB 8', 'LVS 20'],
  ...['SPUS 30', 'HLAL 25', 'VOO 2'],
];

/** Each language at each width; by default the one that differs most from what other tests read. */
const SCENES = (
  [
    ['ar', 390],
    ['en', 1_280],
    ['ar', 1_280],
    ['en', 390],
  ] as const
).slice(0, size({ quick: 1, full: 4 }));

async function openBrowser(t: TestContext, locale: Language, width: number) {
  const context = await browser().newContext({ locale, viewport: { width, height: 844 } });
  t.after(() => context.close());
  const page = await context.newPage();
  return { page, keys: keyboardOf(page) };
}

describe('an investor with a keyboard', () => {
  for (const [language, width] of SCENES) {
    const said = WORDS[language];
    test(`pastes twenty holdings and prints the purification: ${language}, ${width} px`, async (t) => {
      const { page, keys } = await openBrowser(t, language, width);
      await page.goto(`${service.url()}/portal/purification`);
      assert.equal(await page.locator('html').getAttribute('dir'), DIRECTIONS[language]);
      await keys.tabTo({ name: 'holdings' });
      await page.keyboard.insertText(TWENTY.join('\n'));
      await keys.tabTo({ text: said.holdings.calculate });
      await keys.submit(/\/portal\/purification$/);
      await page.locator('.to-purify').first().waitFor();
      const rows = await page.locator('.to-purify tbody tr').count();
      assert.ok(rows >= 5, `${rows} rows`);
      const pdf = await page.pdf({ preferCSSPageSize: true });
      const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      assert.ok(sheets >= 1 && sheets <= 2, `${sheets} sheets`);
    });

    test(`follows one methodology, and every page goes by it: ${language}, ${width} px`, async (t) => {
      const { page, keys } = await openBrowser(t, language, width);
      await page.goto(`${service.url()}/portal/sign-up`);
      await keys.tabTo({ name: 'email' });
      await keys.type(`investor-${language}-${width}@example.org`);
      await keys.tabTo({ name: 'password' });
      await keys.type(PASSWORD);
      await keys.submit(/\/portal\/dashboard$/);
      await page.goto(`${service.url()}/portal/account`);
      // The second of the boxes is DJIM's.
      await keys.tabTo({ name: 'methodologies' });
      await keys.tabTo({ name: 'methodologies' });
      await keys.press('Space');
      await keys.submit(/\/portal\/account\?done=/);
      // SNOW passes by DJIM; by all five it is non-compliant, which has the other word in it.
      const heading = async (query: string) => {
        await page.goto(`${service.url()}/portal/report/SNOW${query}`);
        return (await page.locator('h1').textContent()) ?? '';
      };
      const own = await heading('');
      assert.ok(own.includes(said.verdicts.compliant) && !own.includes(said.verdicts.non_compliant), own);
      const ofAll = await heading('?methodologies=');
      assert.ok(ofAll.includes(said.verdicts.non_compliant), ofAll);
    });
  }
});
