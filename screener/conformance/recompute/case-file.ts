import type { Anchor, Answer, Evidence } from './answer.ts';
import type { Audit } from './audit.ts';
import { daysBetween } from './dates.ts';
import type { Figures } from './expression.ts';
import { fractionOf } from './fraction.ts';
import { YEAR_DAYS } from './published-rules.ts';
import { type Role, roleOf } from './published-tags.ts';

/** An answer with its figures by the ids that expressions use. */
export interface CaseFile {
  readonly answer: Answer;
  readonly audit: Audit;
  /** The evidence by id; the first entry if an id appears twice. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** Values of evidence and of the market figure. */
  readonly figures: Figures;
}

/** An answer that has a report to screen. */
export interface ScreenedCase extends CaseFile {
  readonly anchor: Anchor;
}

const MARKET_ROLE = 'market';

export function openCase(answer: Answer, audit: Audit): CaseFile {
  const evidence = new Map<string, Evidence>();
  for (const entry of answer.evidence) if (!evidence.has(entry.id)) evidence.set(entry.id, entry);
  const figures = new Map([...evidence].map(([id, entry]) => [id, fractionOf(entry.value)]));
  const { id, value } = answer.market_data;
  if (id !== null && value !== null && !figures.has(id)) figures.set(id, fractionOf(value));
  return { answer, audit, evidence, figures };
}

/**
 * Returns what the figure behind an id may stand for; null if there is no such figure or no rule names its
 * tag.
 */
export function roleOfFigure(caseFile: CaseFile, id: string): Role | null {
  const entry = caseFile.evidence.get(id);
  return entry === undefined ? null : (roleOf(entry.xbrl_tag) ?? null);
}

/** Returns the name of a figure's role, for comparing expressions. */
export function roleName(caseFile: CaseFile, id: string): string {
  if (id === caseFile.answer.market_data.id) return MARKET_ROLE;
  return roleOfFigure(caseFile, id)?.name ?? 'unknown';
}

/** Whether the days from `from` to `to` make a fiscal year. */
export function isYear(from: string, to: string): boolean {
  const days = daysBetween(from, to);
  return days >= YEAR_DAYS.least && days <= YEAR_DAYS.most;
}

export function isAnnualForm(form: string): boolean {
  return /^(10-K|10-KT|20-F|40-F)(\/A)?$/.test(form);
}
