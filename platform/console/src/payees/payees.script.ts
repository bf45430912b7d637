import { webCrypto } from '@common/evidence/web';
import { printable } from '@platform/core/verify/report-html';
import { afterDrawing, byId, fromTemplate } from '../browser/dom.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { refuseOpening } from '../site/compared.ts';
import { askDirectory } from './ask-directory.ts';
import type { DirectoryData } from './entry-data.ts';

/** Runs in the browser: replays the directory, and says what it found. */

const place = byId('directory-data');
const data = JSON.parse(place.dataset.directory ?? '') as DirectoryData;
void check();

async function check(): Promise<void> {
  await afterDrawing();
  const { keys, areTrusted } = readerKeys(JSON.stringify(data.keys));
  const asked = await askDirectory(webCrypto, data, keys);
  if (!asked.ok && asked.error.code !== 'directory_disagrees' && asked.error.code !== 'profile_disagrees') {
    byId('checked').replaceChildren(fromTemplate('directory-fails', { why: printable(asked.error.message) }));
    return;
  }
  const head = asked.ok ? (asked.value.state.head?.entry_hash ?? '') : null;
  if (!asked.ok || head !== place.dataset.head) {
    const why = asked.ok
      ? 'An entry was added since this page was made: load it again.'
      : printable(asked.error.message);
    byId('checked').replaceChildren(fromTemplate('directory-fails', { why }));
    if (!asked.ok) refuse();
    return;
  }
  const { entries, state } = asked.value;
  byId('checked').replaceChildren(
    fromTemplate('directory-checked', {
      count: entries.length === 1 ? 'One entry' : `${entries.length} entries`,
      head: state.head === null ? 'No entry' : `Entry ${state.head.entry.sequence}`,
      trusted: areTrusted,
      untrusted: !areTrusted,
    }),
  );
}

/** INVARIANT: after this, nothing on the page leads to a signature. */
function refuse(): void {
  refuseOpening();
  for (const link of [...byId('content').querySelectorAll('.act')]) link.remove();
}
