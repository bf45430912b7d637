/**
 * All services as real processes, opened once: each of these has mandates of its own. What compares books is in
 * `books.test.ts`: here objects are forged that no book would agree with.
 */
import './whole-platform/api.ts';
import './whole-platform/plugins.ts';
import './whole-platform/mcp.ts';
import './whole-platform/currencies.ts';
import './whole-platform/attacks.ts';
import './whole-platform/replay.ts';
// The last ones edit the plugins' folder, and publish profiles under which no earlier mandate is valid.
import './whole-platform/signed-rules.ts';
import './whole-platform/reasons.ts';
import './whole-platform/directories.ts';
