import { PLACES } from './open-store.ts';
import { storeSuite } from './store-suite.ts';

storeSuite('SQLite in memory', PLACES.sqliteInMemory, { shared: false });
storeSuite('SQLite in a file', PLACES.sqliteFile, { shared: true });
storeSuite('PostgreSQL', PLACES.postgres, { shared: true });
