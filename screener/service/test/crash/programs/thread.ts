/** A thread of the programs in this folder. */
import { serveScreenerThread } from '@screener/service/threads/serve';

serveScreenerThread();
