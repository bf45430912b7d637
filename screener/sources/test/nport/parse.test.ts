import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import fc from 'fast-check';
import { NPORT_LIMITS } from '../../src/nport/limits.ts';
import { NportReader, UNKNOWN_FILING } from '../../src/nport/parse.ts';
import { readNport } from '../../src/nport/read-file.ts';
import { holding, nportDocument } from './nport-document.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readNport(utf8(text), UNKNOWN_FILING);

function refusal(text: string): string {
  const result = read(text);
  assert.ok(!result.ok, 'it was read');
  assert.equal(result.error.code, 'nport_refused');
  return result.error.message;
}

describe('reading Form N-PORT', () => {
  test('the head and a holding, as filed', () => {
    const report = unwrap(read(nportDocument([holding({ valUSD: '<valUSD>0100.10</valUSD>' })])));
    assert.equal(report.registrant, 'Made Up Trust & Co');
    assert.equal(report.cik, '0001999100');
    assert.equal(report.seriesId, 'S000099001');
    // The date of the holdings, not the end of the fiscal year.
    assert.equal(report.periodEnd, '2025-09-30');
    assert.equal(report.fiscalYearEnd, '2025-12-31');
    assert.equal(report.isFinal, false);
    assert.deepEqual(
      [report.totalAssets, report.totalLiabilities, report.netAssets],
      ['1010.5', '10.5', '1000'],
    );
    assert.equal(report.accession, null);
    const [first] = report.holdings;
    assert.deepEqual(first, {
      name: 'Northwind Traders Inc',
      title: 'Northwind Traders Inc',
      lei: 'N/A',
      cusip: '037833100',
      isin: 'US0378331005',
      ticker: 'NWND',
      otherIds: [],
      balance: '10',
      units: 'NS',
      currency: 'USD',
      exchangeRate: null,
      valueUsd: '100.1',
      pct: '10',
      payoffProfile: 'Long',
      assetCategory: 'EC',
      issuerCategory: 'CORP',
      country: 'US',
      derivativeKind: null,
      contract: null,
      restricted: false,
      fairValueLevel: '1',
    });
  });

  test('money keeps all digits as filed', () => {
    const filed = '123456789012345678901234.000000000001';
    const report = unwrap(read(nportDocument([holding({ valUSD: `<valUSD>${filed}</valUSD>` })])));
    assert.equal(report.holdings[0]?.valueUsd, filed);
  });

  test('a zero value with a negative percentage is read', () => {
    const odd = holding({
      cusip: '<cusip>N/A</cusip>',
      identifiers: '<identifiers><other otherDesc="USER DEFINED" value="003654100CVR"/></identifiers>',
      valUSD: '<valUSD>0</valUSD>',
      pctVal: '<pctVal>-.00000017</pctVal>',
    });
    const [only] = unwrap(read(nportDocument([odd]))).holdings;
    assert.deepEqual([only?.valueUsd, only?.pct, only?.cusip], ['0', '-0.00000017', 'N/A']);
    assert.deepEqual(only?.otherIds, [{ kind: 'USER DEFINED', value: '003654100CVR' }]);
    assert.deepEqual([only?.ticker, only?.isin], [null, null]);
  });

  test('of several tickers the first is the main one, and the others are kept', () => {
    const identifiers = '<identifiers><ticker value="AAA"/><ticker value="BBB"/></identifiers>';
    const [only] = unwrap(read(nportDocument([holding({ identifiers })]))).holdings;
    assert.equal(only?.ticker, 'AAA');
    assert.deepEqual(only?.otherIds, [{ kind: 'ticker', value: 'BBB' }]);
  });

  test('the underlying of a derivative is not the holding itself', () => {
    const derivative = holding({
      cusip: '<cusip>000000000</cusip>',
      identifiers: null,
      curCd: '<currencyConditional curCd="EUR" exchangeRt="1.1"/>',
      assetCat: '<assetConditional assetCat="OTHER" desc="x"/>',
      issuerCat: '<issuerConditional issuerCat="OTHER" desc="y"/>',
      derivativeInfo:
        '<derivativeInfo><swapDeriv derivCat="SWP"><descRefInstrmnt><otherRefInst><issuerName>Other</issuerName>' +
        '<identifiers><isin value="US5949181045"/><ticker value="MSFT"/></identifiers></otherRefInst></descRefInstrmnt>' +
        '<nested derivCat="OPT"/></swapDeriv></derivativeInfo>',
    });
    const [only] = unwrap(read(nportDocument([derivative]))).holdings;
    assert.deepEqual([only?.isin, only?.ticker, only?.derivativeKind], [null, null, 'SWP']);
    assert.deepEqual([only?.currency, only?.assetCategory, only?.issuerCategory], ['EUR', 'OTHER', 'OTHER']);
    assert.equal(only?.exchangeRate, '1.1');
  });

  test('the terms of a contract, not of one that is nested in it', () => {
    const of = (deriv: string) =>
      unwrap(read(nportDocument([holding({ derivativeInfo: `<derivativeInfo>${deriv}</derivativeInfo>` })])))
        .holdings[0]?.contract;
    const none = { notional: null, bought: null, sold: null, strike: null, sharesPerContract: null };
    const nested =
      '<descRefInstrmnt><nestedDerivInfo><swapDeriv derivCat="SWP"><notionalAmt>9</notionalAmt></swapDeriv></nestedDerivInfo></descRefInstrmnt>';
    assert.deepEqual(
      of(
        `<futrDeriv derivCat="FUT">${nested}<notionalAmt>-100.50</notionalAmt><curCd>USD</curCd><unrealizedAppr>-7</unrealizedAppr></futrDeriv>`,
      ),
      { ...none, notional: { amount: '-100.5', currency: 'USD' }, unrealised: '-7' },
    );
    assert.deepEqual(
      of(
        '<fwdDeriv derivCat="FWD"><amtCurSold>1</amtCurSold><curSold>USD</curSold><amtCurPur>2</amtCurPur><curPur>JPY</curPur></fwdDeriv>',
      ),
      {
        ...none,
        sold: { amount: '1', currency: 'USD' },
        bought: { amount: '2', currency: 'JPY' },
        unrealised: null,
      },
    );
    assert.deepEqual(
      of(
        `<optionSwaptionWarrantDeriv derivCat="OPT">${nested}<shareNo>100</shareNo><exercisePrice>5</exercisePrice><exercisePriceCurCd>USD</exercisePriceCurCd><unrealizedAppr>XXXX</unrealizedAppr></optionSwaptionWarrantDeriv>`,
      ),
      { ...none, strike: { amount: '5', currency: 'USD' }, sharesPerContract: '100', unrealised: null },
    );
  });

  test('a fund without series has none', () => {
    assert.equal(unwrap(read(nportDocument([], { seriesId: 'N/A' }))).seriesId, null);
  });

  test('the same bytes in any chunks give the same report', () => {
    const bytes = utf8(nportDocument([holding({ name: '<name>Société &amp; Søn</name>' }), holding()]));
    const whole = readNport(bytes, UNKNOWN_FILING);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 }), (cuts) => {
        const reader = new NportReader();
        const places = [0, ...[...new Set(cuts)].sort((a, b) => a - b), bytes.length];
        for (const [index, from] of places.slice(0, -1).entries()) {
          reader.write(bytes.subarray(from, places[index + 1]));
        }
        assert.deepEqual(reader.end(UNKNOWN_FILING), whole);
      }),
      { numRuns: 100 },
    );
    assert.equal(unwrap(whole).holdings[0]?.name, 'Société & Søn');
  });

  test('an empty line before a document cut out of a submission is skipped', () => {
    assert.ok(read(`\n\n${nportDocument([])}`).ok);
    assert.ok(read(`\ufeff${nportDocument([])}`).ok);
  });
});

describe('what is refused', () => {
  test('anything but N-PORT-P, saying what to provide', () => {
    assert.match(
      refusal('<html><body>blocked</body></html>'),
      /not Form N-PORT: provide the filing.s primary_doc\.xml/,
    );
    assert.match(refusal('<edgarSubmission xmlns="http://www.sec.gov/edgar/ncen"/>'), /not Form N-PORT/);
    assert.match(refusal(nportDocument([], { form: 'NPORT-NP' })), /NPORT-NP/);
    assert.match(refusal(''), /no|not/);
    assert.match(refusal('{"json": true}'), /not well-formed XML/);
  });

  test('a DOCTYPE, and an entity of the document’s own', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb">]>';
    assert.match(refusal(nportDocument([]).replace('?>', `?>${bomb}`)), /DOCTYPE/);
    assert.match(refusal(nportDocument([holding({ name: '<name>&b;</name>' })])), /not well-formed/);
  });

  test('a document cut short anywhere', () => {
    const text = nportDocument([holding(), holding()]);
    for (let length = 1; length < text.length; length += 37)
      assert.ok(!read(text.slice(0, length)).ok, String(length));
  });

  test('a holding under another name, which would be skipped', () => {
    const text = nportDocument([holding(), holding()]);
    const at = text.lastIndexOf('<invstOrSec>');
    const other = text.slice(0, at) + text.slice(at).replaceAll('invstOrSec>', 'invstOrSEC>');
    assert.match(refusal(other), /its list of holdings has a <invstOrSEC>/);
  });

  test('bytes that are not UTF-8', () => {
    const bytes = utf8(nportDocument([]));
    bytes[bytes.length - 30] = 0xff;
    assert.ok(!readNport(bytes, UNKNOWN_FILING).ok);
  });

  test('a holding without a readable value, by its line', () => {
    assert.match(refusal(nportDocument([holding(), holding({ valUSD: null })])), /holding 2 .*no value/);
    assert.match(refusal(nportDocument([holding({ valUSD: '<valUSD>1e3</valUSD>' })])), /holding 1 .*"1e3"/);
  });

  test('no net assets, no date, no registrant', () => {
    assert.match(refusal(nportDocument([], { netAssets: 'N/A' })), /net assets/);
    assert.match(refusal(nportDocument([]).replace('2025-09-30', '2025-09-31')), /date of its holdings/);
    assert.match(refusal(nportDocument([]).replace('0001999100', 'x')), /CIK/);
  });

  test('anything beyond a limit', () => {
    const limited = (limits: Partial<typeof NPORT_LIMITS>, text: string): string => {
      const reader = new NportReader({ ...NPORT_LIMITS, ...limits });
      const bytes = utf8(text);
      for (let at = 0; at < bytes.length; at += 64) if (!reader.write(bytes.subarray(at, at + 64))) break;
      const result = reader.end(UNKNOWN_FILING);
      return result.ok ? 'read' : result.error.message;
    };
    const text = nportDocument([holding(), holding()]);
    assert.equal(limited({}, text), 'read');
    assert.match(limited({ bytes: 500 }, text), /500 bytes/);
    assert.match(limited({ holdings: 1 }, text), /more than 1 holdings/);
    assert.match(limited({ depth: 3 }, text), /3 deep/);
    assert.match(limited({ textLength: 10 }, text), /10 characters/);
    const long = nportDocument([]).replace('</formData>', `<note>${'x'.repeat(5_000)}</note></formData>`);
    assert.match(limited({ bytesBetweenTags: 2_000 }, long), /2000 bytes without a tag/);
  });
});
