/** Every row of the interface document, and what else is asked over HTTP, of one screener in a process of its own. */
import './batch.ts';
import './billing.ts';
import './bulk.ts';
import './docs.ts';
import './health.ts';
import './history-ticker.ts';
import './keys-keep.ts';
import './keys.ts';
import './links.ts';
import './mcp.ts';
import './openapi.ts';
import './overlays.ts';
import './portal.ts';
import './public-pages.ts';
import './rankings.ts';
import './screen-ticker.ts';
import './search.ts';
import './session-attacks.ts';
import './session.ts';
import './tasks.ts';
import './typed-client.ts';
// Last, since what was counted is stored after some seconds.
import './admin.ts';
