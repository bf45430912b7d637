import assert from 'node:assert/strict';
import type { CompanyFacts } from '@screener/engine/facts';
import type { LeftOutReason } from '@screener/engine/rankings/formulas';
import type { Leader } from '@screener/engine/rankings/leaders';
import { leaderOf } from '@screener/engine/rankings/leaders';
import type { Entry } from '@screener/engine/rankings/ranking-line';
import { type ValueCandidate, valueCandidateOf } from '@screener/engine/rankings/value';
import { makeProfile, makeQuote, screenCompany, soundCompany } from '../support/make-facts.ts';

const LEADER = lineOf(leaderOf(screenCompany(soundCompany()), soundCompany().reports));
const CANDIDATE = lineOf(valueEntryOf(soundCompany()));

/** The line of the sound company, with the given changes. */
export function makeLeader(differs: Partial<Leader> = {}): Leader {
  return { ...LEADER, cik: `cik of ${differs.symbol}`, ...differs };
}

export function makeCandidate(differs: Partial<ValueCandidate> = {}): ValueCandidate {
  return { ...CANDIDATE, cik: `cik of ${differs.symbol}`, ...differs };
}

/** The value screen's view of a company under one of its tickers. */
export function valueEntryOf(
  facts: CompanyFacts,
  symbol = 'EXMP',
  marketCap = 10_000,
): Entry<ValueCandidate> {
  const screening = screenCompany(facts, {
    profile: makeProfile({ symbol }),
    quotes: [makeQuote({ symbol, marketCap })],
  });
  return valueCandidateOf(facts, screening);
}

export function lineOf<Line>(entry: Entry<Line>): Line {
  assert.equal(entry.kind, 'line', JSON.stringify(entry));
  assert.ok(entry.kind === 'line');
  return entry.line;
}

export function reasonOf(entry: Entry<unknown>): LeftOutReason {
  assert.ok(entry.kind === 'left_out');
  return entry.leftOut.reason;
}
