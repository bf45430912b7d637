/** The console, all services and a browser, for real. What each page says and does has tests in `platform/console/test/pages`. */
import './console-pages/origin.ts';
// It publishes a profile under which no earlier mandate is valid.
import './console-pages/story.ts';
