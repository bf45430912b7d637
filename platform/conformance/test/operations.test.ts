/**
 * What an operator does, and what befalls them, on one deployment: each leaves it whole. The first one needs a database
 * without any receipt; the last one goes on in another place.
 */
import './operations/restore.ts';
import './operations/old-backup.ts';
import './operations/continuity.ts';
import './operations/key-rotation.ts';
import './operations/backup.ts';
