import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { PagedAnswer } from '@screener/service/use-cases/page-holdings';
import { HistoryAnswer } from '@screener/service/use-cases/read-history';
import type { WordedAnswer } from '@screener/service/use-cases/screen-ticker';
import { Value } from 'typebox/value';
import type { Terminal } from '../src/render/terminal.ts';

/** A pipe of 80 columns. */
export const PLAIN: Terminal = { columns: 80, colour: false, unicode: false, hyperlinks: false };
/** A terminal that supports everything. */
export const RICH: Terminal = { columns: 80, colour: true, unicode: true, hyperlinks: true };

/** A fixed answer of `sanad screen <ticker> --json`: the texts depend on it and not on today's engine. */
export function fixedAnswer(name: string): WordedAnswer {
  const answer = read(`${name}.json`);
  assert.ok(Value.Check(PagedAnswer, answer), `golden/${name}.json is no answer of the service any more`);
  return answer as unknown as WordedAnswer;
}

export function fixedHistory(name: string): HistoryAnswer {
  const answer = read(`${name}.json`);
  assert.ok(Value.Check(HistoryAnswer, answer), `golden/${name}.json is no answer of the service any more`);
  return answer as unknown as HistoryAnswer;
}

/**
 * Compares a text with `golden/<name>.txt`. With SANAD_WRITE_GOLDEN set, writes the file instead; read what changed
 * before you commit it.
 */
export function assertGolden(name: string, text: string): void {
  if (process.env.SANAD_WRITE_GOLDEN !== undefined) writeFileSync(place(`${name}.txt`), text);
  assert.equal(text, readFileSync(place(`${name}.txt`), 'utf8'));
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(place(file), 'utf8'));
}

function place(file: string): URL {
  return new URL(`./golden/${file}`, import.meta.url);
}
