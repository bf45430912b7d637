/**
 * The log and who watches it, on one deployment with two witnesses, on a made-up cloud's machine, and with heads in a made-up
 * public log. The last ones change its key.
 */
import './log/anchors.ts';
import './log/public-formats.ts';
import './log/witness-audit.ts';
import './log/cosigned-proof.ts';
import './log/witnesses.ts';
import './log/figures.ts';
import './log/changed-key.ts';
