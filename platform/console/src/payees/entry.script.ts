import { webCrypto } from '@common/evidence/web';
import { byId } from '../browser/dom.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { refuseToSign } from '../site/compared.ts';
import { askDirectory } from './ask-directory.ts';
import type { EntryData } from './entry-data.ts';
import { entryPanel } from './sign-entry.ts';

/** Runs in the browser: replays the directory, and only then makes the form that signs the next entry. */

const data = JSON.parse(byId('entry-data').dataset.entry ?? '') as EntryData;
void begin();

async function begin(): Promise<void> {
  const { keys, areTrusted } = readerKeys(JSON.stringify(data.keys));
  const read = await askDirectory(webCrypto, data, keys);
  if (!read.ok) {
    refuseToSign(read.error.message);
    return;
  }
  byId('signing').replaceChildren(entryPanel({ data, keys, areTrusted, read: read.value }));
}
