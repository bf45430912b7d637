import { html, type Safe } from '@common/web/html';
import { utf8 } from '@platform/proof/bytes';
import { canonicalText } from '@platform/proof/canonical';
import { hashOf } from '@platform/proof/hash';
import { nodeCrypto } from '@platform/proof/node';

/** The exact text that a signature would bind, and its hash: what the page’s script reads back and hashes again. */
export function signedText(object: object): Safe {
  const text = canonicalText(object);
  return html`<h3>The exact text, ${utf8(text).length} bytes</h3>
<pre class="id" id="exact">${text}</pre>
<p>Its hash, which is what a key signs:</p>
<p class="hash" id="hash">${(hashOf(nodeCrypto, object).match(/.{8}/g) ?? []).join(' ')}</p>`;
}
