import { ANSWER, FIGURES, GLANCE, NO_ANSWER, SEVERAL } from './answer.ts';
import { BADGE } from './badge.ts';
import { BLOG } from './blog.ts';
import { CHOICE } from './choice.ts';
import { DATES } from './dates.ts';
import { DEVELOPERS, REFERENCE } from './developers.ts';
import { FORMS } from './forms.ts';
import { FRAME } from './frame.ts';
import { PRIVACY, TERMS } from './legal.ts';
import { LIST_ROWS, LIST_RULES, LISTS } from './lists.ts';
import { METHODOLOGY, PRINCIPLES } from './methodology.ts';
import { NAMES } from './names.ts';
import { NUMBERS } from './numbers.ts';
import { DATA, INTERVAL_KEY, PARTS } from './parts.ts';
import { RULE_BOOKS, VERDICT_RULES } from './rule-books.ts';
import { ERRORS, START } from './start.ts';
import { TIME } from './time.ts';
import { ZAKAT_SOURCES } from './zakat-sources.ts';

/** Every text of the public and portal pages, by the room that shows it. */
export const EN = {
  answer: ANSWER,
  badge: BADGE,
  blog: BLOG,
  choice: CHOICE,
  data: DATA,
  dates: DATES,
  developers: DEVELOPERS,
  errors: ERRORS,
  figures: FIGURES,
  forms: FORMS,
  frame: FRAME,
  glance: GLANCE,
  intervalKey: INTERVAL_KEY,
  listRows: LIST_ROWS,
  listRules: LIST_RULES,
  lists: LISTS,
  methodology: METHODOLOGY,
  names: NAMES,
  noAnswer: NO_ANSWER,
  numbers: NUMBERS,
  parts: PARTS,
  principles: PRINCIPLES,
  privacy: PRIVACY,
  reference: REFERENCE,
  ruleBooks: RULE_BOOKS,
  several: SEVERAL,
  start: START,
  terms: TERMS,
  time: TIME,
  verdictRules: VERDICT_RULES,
  zakatSources: ZAKAT_SOURCES,
};

export type Words = typeof EN;
