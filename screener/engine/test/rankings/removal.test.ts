import assert from 'node:assert/strict';
import { test } from 'node:test';
import { size } from '@common/kit/testing/size';
import type { Fact } from '@screener/engine/facts';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { leaderOf, rankLeaders } from '@screener/engine/rankings/leaders';
import type { Entry } from '@screener/engine/rankings/ranking-line';
import { rankByValue, valueCandidateOf } from '@screener/engine/rankings/value';
import { screen } from '@screener/engine/screen';
import type { ScreeningInput } from '@screener/engine/screening-input';
import fc from 'fast-check';
import { designatedFacts } from '../support/designated-facts.ts';
import { makeProfile, makeQuote, soundCompany } from '../support/make-facts.ts';
import { type Random, seededRandom, shuffled } from '../support/random.ts';
import { snapshotCompanies } from '../support/snapshot-companies.ts';

/** How often a company is chosen, and how many facts are removed from it. */
const CHOICES = size({ quick: 8, full: 30 });
const REMOVALS = 25;
/** Made-up companies in addition to the snapshot's. */
const MADE = 8;
const SNAPSHOT_DATE = '2026-02-25';

interface Member {
  readonly cik: string;
  readonly symbol: string;
  readonly facts: readonly Fact[];
  readonly removable: readonly Fact[];
  readonly entries: (facts: readonly Fact[]) => Entries;
}

interface Entries {
  readonly leader: ReturnType<typeof leaderOf>;
  readonly value: ReturnType<typeof valueCandidateOf>;
}

test('removing a fact from a company never improves its rank among the rest', (t) => {
  const market = [...filedMembers(), ...madeMembers(seededRandom(20_260_302))];
  const entries = market.map((member) => member.entries(member.facts));
  const lines = { leaders: 0, value: 0 };
  for (const { leader, value } of entries) {
    lines.leaders += linesOf(leader).length;
    lines.value += linesOf(value).length;
  }
  assert.ok(lines.leaders > MADE && lines.value > MADE, 'too few are ranked for the test to mean anything');
  let [removals, fell] = [0, 0];
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = seededRandom(seed);
      const place = Math.floor(random() * market.length);
      const { cik, symbol } = market[place] ?? { cik: '', symbol: '' };
      const ahead = whoIsAhead(entries, cik);
      for (const after of weakerEntries(market, entries, place, random)) {
        removals += 1;
        const now = whoIsAhead(after, cik);
        for (const name of ['leaders', 'value'] as const) {
          const [before, present] = [ahead[name], now[name]];
          if (present === null) continue;
          assert.ok(before !== null, `${name}: seed ${seed}, ${symbol} came into the ranking`);
          for (const other of before)
            assert.ok(present.has(other), `${name}: seed ${seed}, ${symbol} overtook ${other}`);
          if (present.size > before.size) fell += 1;
        }
      }
    }),
    { numRuns: CHOICES, seed: 20_260_301, endOnFailure: true },
  );
  t.diagnostic(
    `${removals} removals; ${lines.leaders} leaders, ${lines.value} in the value screen; fell ${fell} times`,
  );
  assert.ok(fell > CHOICES / 2, 'no removal matters');
});

/** The market as one company's facts become fewer and fewer. */
function* weakerEntries(
  market: readonly Member[],
  entries: readonly Entries[],
  place: number,
  random: Random,
) {
  const member = market[place];
  assert.ok(member !== undefined);
  let { facts } = member;
  for (const gone of shuffled(member.removable, random).slice(0, REMOVALS)) {
    // On its own, and on top of the ones before.
    const alone = member.facts.filter((fact) => fact !== gone);
    facts = facts.filter((fact) => fact !== gone);
    for (const fewer of [alone, facts]) yield entries.with(place, member.entries(fewer));
  }
}

function filedMembers(): readonly Member[] {
  return snapshotCompanies().flatMap(({ facts, profile, quotes }) => {
    const member = memberOf({
      facts,
      profile: { ...profile, sic: profile.sic ?? '3571' },
      quotes,
      rates: [],
      asOf: SNAPSHOT_DATE,
    });
    return member === null ? [] : [member];
  });
}

/** Variations of the sound company that stay compliant, with ties among them. */
function madeMembers(random: Random): readonly Member[] {
  return Array.from({ length: MADE }, (_, index) => {
    const [debt, equity, sales] = [40, 60, 80].map((size) => Math.floor(random() * 3) * size);
    const cik = String(index + 1).padStart(10, '0');
    const symbol = `MADE${index}`;
    const made = soundCompany({
      LongTermDebtNoncurrent: 60 + (debt ?? 0),
      OtherLiabilitiesNoncurrent: 240 - (debt ?? 0),
      StockholdersEquity: 400 - (equity ?? 0),
      Revenues: 2000 + (sales ?? 0),
    });
    const facts = { ...made, cik };
    const quotes = [makeQuote({ symbol, marketCap: 5_000 + 1_000 * Math.floor(random() * 4) })];
    const member = memberOf({
      facts,
      profile: makeProfile({ cik, symbol }),
      quotes,
      rates: [],
      asOf: '2025-03-01',
    });
    assert.ok(member !== null);
    return member;
  });
}

function memberOf(
  input: Omit<ScreeningInput, 'rules' | 'options' | 'today' | 'factsThrough'>,
): Member | null {
  const designated = designatedFacts(input.facts, input.asOf);
  if (designated === null) return null;
  const { asOf } = input;
  const settings = {
    ...input,
    today: asOf,
    factsThrough: asOf,
    rules: RULE_SETS.current,
    options: { yieldBound: true },
  };
  return {
    cik: input.profile.cik,
    symbol: input.profile.symbol,
    facts: designated.company.facts,
    removable: designated.removable,
    entries(left) {
      const facts = { ...input.facts, facts: left };
      const screening = screen({ ...settings, facts });
      return { leader: leaderOf(screening, facts.reports), value: valueCandidateOf(facts, screening) };
    },
  };
}

/** Who is ahead of the company in each ranking; null where it is not ranked. */
function whoIsAhead(entries: readonly Entries[], cik: string) {
  const ahead = (lines: readonly { readonly cik: string }[]): ReadonlySet<string> | null => {
    const place = lines.findIndex((line) => line.cik === cik);
    return place === -1 ? null : new Set(lines.slice(0, place).map((line) => line.cik));
  };
  return {
    leaders: ahead(rankLeaders(entries.flatMap(({ leader }) => linesOf(leader))).lines),
    value: ahead(rankByValue(entries.flatMap(({ value }) => linesOf(value))).lines),
  };
}

function linesOf<Line>(entry: Entry<Line>): readonly Line[] {
  return entry.kind === 'line' ? [entry.line] : [];
}
