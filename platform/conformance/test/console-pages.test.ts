/**
 * The console, all services and a browser, for real. What each page says and does has tests in `platform/console/test/pages`.
 * And `/verify`, as it is saved on a disk, against the command: one bundle in two programs must not find two things.
 */
import './verify-page/files-beside.ts';
import './verify-page/hostile-receipts.ts';
import './console-pages/origin.ts';
// It publishes a profile under which no earlier mandate is valid.
import './console-pages/story.ts';
