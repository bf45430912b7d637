/** `/verify`, as it is saved on a disk, against the command: one bundle in two programs must not find two things. */
import './verify-page/files-beside.ts';
import './verify-page/hostile-receipts.ts';
