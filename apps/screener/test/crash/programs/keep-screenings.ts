/**
 * Screens every listing of the database of argument 1 on the first of each month from the date of argument 2 to that
 * of argument 3, as if that were today, and says so after each answer. What was screened before is screened again.
 */
import { instantOfDate } from '../dates.ts';
