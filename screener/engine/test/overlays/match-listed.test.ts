import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { NAME_RULE_VERSION } from '@screener/engine/names/normalise-name';
import { type Company, matchListed } from '@screener/engine/overlays/match-listed';
import { indexList } from '@screener/engine/overlays/official-list';
import fc from 'fast-check';
import { makeEntity, makeList, makeListed } from './make-list.ts';

const CARMAKER = makeEntity('BYD Company Limited', {
  aliases: ['BYD'],
  tickers: [{ ticker: 'BYDDF', cik: '0001445162', sec_name: 'BYD CO LTD', listed_as: 'BYD Company Limited' }],
  sublist: ['listed'],
});
const LIST = indexList(
  makeList([
    CARMAKER,
    makeEntity('Phenix Optical Company Limited', {
      aliases: ['Phenix Optical'],
      former_names: ['Phoenix Optics Company Limited'],
      parent: 'China Electronics Corporation',
      includes: 'and Subsidiaries',
    }),
    makeEntity('Costar Group Co., Ltd.', { aliases: ['CoStar'] }),
    makeEntity('Cactus SA'),
    makeEntity('Xinjiang Daqo New Energy Co. Ltd.', { aliases: ['Daqo'] }),
    makeEntity('Given By The List Corp', {
      tickers: [{ ticker: 'GVN', cik: null, sec_name: null, listed_as: 'Given By The List Corp' }],
    }),
  ]),
);

function match(company: Partial<Company>) {
  return matchListed(LIST, makeListed(company));
}

suite('matching a company with a list', () => {
  test('by a known ticker: gives the list string, the basis of the ticker and the rule', () => {
    assert.deepEqual(match({ symbol: 'BYDDF', cik: '0001445162', name: 'Whatever' }), {
      matched_by: 'ticker',
      entity: 'BYD Company Limited',
      list_string: 'BYD Company Limited',
      company_string: 'BYDDF',
      ticker_basis: "the SEC's list of tickers of 2026-04-18: BYD CO LTD, CIK 0001445162",
      sublist: ['listed'],
      parent: null,
      includes: null,
      list_id: 'dod_1260h',
      rule: NAME_RULE_VERSION,
    });
    assert.equal(match({ symbol: 'GVN' })?.ticker_basis, 'the list itself');
  });

  test('a ticker that another filer now has does not match', () => {
    assert.equal(match({ symbol: 'BYDDF', cik: '0000000002', name: 'Somebody Else Inc.' }), null);
  });

  test('by exact name: the entity’s own, an alias or a former one; the company’s present or former name', () => {
    const own = match({ name: 'PHENIX OPTICAL CO LTD' });
    assert.deepEqual([own?.matched_by, own?.list_string], ['name', 'Phenix Optical Company Limited']);
    assert.deepEqual([own?.parent, own?.includes], ['China Electronics Corporation', 'and Subsidiaries']);
    assert.equal(own?.ticker_basis, null);
    assert.equal(match({ name: 'Phenix Optical' })?.list_string, 'Phenix Optical');
    const former = match({ name: 'New Name Inc', formerNames: ['Other', 'PHOENIX OPTICS CO LTD /ADR/'] });
    assert.deepEqual(
      [former?.matched_by, former?.entity, former?.list_string, former?.company_string],
      [
        'former_name',
        'Phenix Optical Company Limited',
        'Phoenix Optics Company Limited',
        'PHOENIX OPTICS CO LTD /ADR/',
      ],
    );
  });

  test('an acronym on the list matches no name and no ticker', () => {
    assert.equal(match({ symbol: 'BYD', name: 'BOYD GAMING CORP' }), null);
    assert.equal(match({ symbol: 'BYD', name: 'BYD' }), null);
    assert.equal(match({ symbol: 'BYD', name: 'B.Y.D.' }), null);
    assert.equal(match({ symbol: 'DAQO', name: 'Daqo' }), null);
  });

  test('another legal form is another company', () => {
    assert.equal(match({ symbol: 'CSGP', name: 'COSTAR GROUP, INC.' }), null);
    assert.equal(match({ symbol: 'WHD', name: 'Cactus, Inc.' }), null);
    assert.equal(match({ symbol: 'DQ', name: 'DAQO NEW ENERGY CORP.' }), null);
  });

  test('near is not enough: a name with one letter more or fewer is another name', () => {
    const name = 'Phenix Optical Company Limited';
    fc.assert(
      fc.property(fc.nat(name.length - 1), fc.constantFrom('', 'x', 'q7'), (at, put) => {
        const changed = `${name.slice(0, at)}${put}${name.slice(at + (put === '' ? 1 : 0))}`;
        // A space or a character that the name rule ignores does not make another name.
        fc.pre(/[a-z]/i.test(name[at] ?? '') && !/limited|company/i.test(name.slice(at - 7, at + 8)));
        assert.equal(match({ name: changed }), null, changed);
      }),
    );
  });

  test('a company without a name, or with only signs for one, matches nothing', () => {
    for (const name of ['', '/', '—']) assert.equal(match({ name }), null);
  });
});
