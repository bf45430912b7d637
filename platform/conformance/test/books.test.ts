/**
 * One deployment whose services are killed, and tried by a hostile model, and whose books agree after all of it:
 * money, uses, receipts, the log and the chains. Nothing is forged here that the books could not agree with.
 */
import './books/traces.ts';
import './books/notices.ts';
import './books/kills.ts';
import './books/hostile-model.ts';
import './books/agree.ts';
import './books/statement.ts';
import './books/export.ts';
