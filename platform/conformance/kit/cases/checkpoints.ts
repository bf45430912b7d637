import { nodeCrypto } from '@common/evidence/node';
import { formatLogProof } from '@platform/core/log/note/log-proof';
import { formatNoteKey, KEY_TYPES } from '@platform/core/log/note/note-key';
import { NOTHING_ENDED } from '@platform/core/log/standing/endings';
import type { Receipt } from '@platform/core/objects/receipt';
import type { StandingHead } from '@platform/core/objects/standing';
import { noteSigner, signCheckpoint } from '@platform/core/testing/note-signer';
import { draftOf } from '../../../core/test/verify/hostile/resign.ts';
import { tell } from '../../../core/test/verify/story.ts';
import type { LogExpected } from '../protocol.ts';
import { placed } from './case.ts';

/** A receipt with a proof of the log, judged by a policy. */
export interface LogCase {
  readonly name: string;
  readonly make: () => { readonly receipt: Receipt; readonly proof: string; readonly policy: string };
  readonly expected: LogExpected;
}

const LOG = noteSigner(nodeCrypto, 'log.example/1');
const STRANGER = noteSigner(nodeCrypto, 'log.example/1', KEY_TYPES.log, 'another key');
const WITNESS = noteSigner(nodeCrypto, 'witness.example', KEY_TYPES.cosigner);
const ALONE = `log ${formatNoteKey(LOG.key)}\nquorum none\n`;
const WITNESSED = `log ${formatNoteKey(LOG.key)}\nwitness w ${formatNoteKey(WITNESS.key)}\nquorum w\n`;

/** The receipt is the only leaf of its log; its own head says this of what had ended. */
function alone(standing: StandingHead | null): Receipt {
  const draft = draftOf(tell());
  const { log } = draft.status;
  if (log !== null && standing !== null) Object.assign(log.tree_head, { standing });
  return placed(draft);
}

interface Newer {
  /** Of the receipt’s own head, and of the checkpoint. */
  readonly own?: StandingHead | null;
  readonly newer?: StandingHead | null;
  readonly policy?: string;
  readonly log?: typeof LOG;
  readonly witnesses?: readonly (typeof LOG)[];
  readonly index?: number;
  readonly change?: (note: string) => string;
}

function logged(
  name: string,
  expected: LogExpected['logged'] | LogExpected['codes'],
  { own = null, newer = null, policy = ALONE, log = LOG, witnesses = [], index = 0, change }: Newer,
): LogCase {
  const make = () => {
    const receipt = alone(own);
    const root = receipt.status.log?.leaf_hash ?? '';
    const signed = signCheckpoint(
      log,
      { size: 1, root, ...(newer === null ? {} : { standing: newer }) },
      { witnesses },
    );
    const checkpoint = change === undefined ? signed : change(signed);
    return { receipt, proof: formatLogProof({ index, hashes: [], checkpoint }), policy };
  };
  const right =
    typeof expected === 'string'
      ? { logged: expected, codes: [] }
      : { logged: 'no' as const, codes: expected };
  return { name, make, expected: right };
}

const ENDED: StandingHead = { size: 1, root_hash: 'ab'.repeat(32) };

export const CHECKPOINTS: readonly LogCase[] = [
  logged('from before there was a standing', 'log_alone', {}),
  logged('the first with a standing', 'log_alone', { newer: NOTHING_ENDED }),
  logged('that keeps the standing', 'log_alone', { own: NOTHING_ENDED, newer: ENDED }),
  logged('that leaves the standing out', ['standing_left_out'], { own: NOTHING_ENDED }),
  logged('that leaves the standing out, and a witness signed it', ['standing_left_out'], {
    own: ENDED,
    policy: WITNESSED,
    witnesses: [WITNESS],
  }),
  logged('that keeps the standing, and a witness signed it', 'everyone', {
    own: NOTHING_ENDED,
    newer: ENDED,
    policy: WITNESSED,
    witnesses: [WITNESS],
  }),
  logged('that no witness signed', ['witnesses_too_few'], { policy: WITNESSED }),
  logged('of another key of the log', ['checkpoint_refused'], { log: STRANGER }),
  logged('with a standing that was put in later', ['checkpoint_refused'], {
    own: NOTHING_ENDED,
    change: (note) => note.replace('\n\n', `\nsanad-standing/1 0 ${'A'.repeat(43)}=\n\n`),
  }),
  logged('with the line of a witness from another checkpoint', ['cosignature_invalid'], {
    policy: WITNESSED,
    change: (note) => {
      const root = nodeCrypto.sha256('another tree');
      const other = signCheckpoint(LOG, { size: 2, root }, { witnesses: [WITNESS] });
      return `${note}${other.split('\n').at(-2)}\n`;
    },
  }),
  logged('for another place', ['other_place', 'inclusion_not_proven'], { index: 1 }),
];
