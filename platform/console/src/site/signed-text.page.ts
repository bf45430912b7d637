import { html, type Safe } from '@common/web/html';
import { utf8 } from '@platform/core/crypto/bytes';
import { canonicalText } from '@platform/core/crypto/canonical';
import { hashOf } from '@platform/core/crypto/hash';
import { nodeCrypto } from '@platform/core/crypto/node';
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
