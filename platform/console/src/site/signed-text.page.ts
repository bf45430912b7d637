import { utf8 } from '@common/evidence/bytes';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { html, type Safe } from '@common/web/html';
import { inGroups } from '@platform/words/short';

/**
 * The exact text that a signature would bind, and its hash. The page’s script reads the text back and hashes
 * it again.
 */
export function signedText(object: object): Safe {
  const text = canonicalText(object);
  return html`<h3>The exact text, ${utf8(text).length} bytes</h3>
<pre class="id" id="exact">${text}</pre>
<p>Its hash, which is what a key signs:</p>
<p class="hash" id="hash">${inGroups(hashOf(nodeCrypto, object), 8)}</p>`;
}
