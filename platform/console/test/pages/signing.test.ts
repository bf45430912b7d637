/**
 * Pages on which people sign, and those that show what was signed. They share a process and its browser, whose start takes
 * as long as the tests of one of them.
 */
import './answers.ts';
import './books.ts';
import './mandates.ts';
import './revoke.ts';
