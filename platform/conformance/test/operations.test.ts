/**
 * What an operator does, and what befalls them, on one deployment. The first one needs a database without any receipt; all
 * leave it whole but the last ones, which lose a receipt for good: no book agrees after them.
 */
import './operations/restore.ts';
import './operations/old-backup.ts';
import './operations/continuity.ts';
import './operations/key-rotation.ts';
import './operations/backup.ts';
import './operations/lost-for-good.ts';
