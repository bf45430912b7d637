import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@platform/proof/node';
import { report } from '@platform/proof/report';
import { verify } from '@platform/proof/verify';
import { webCrypto } from '@platform/proof/web';
import { CAST, keysOf, tell } from '../story.ts';
import { approverWith, KINDS } from './people.ts';

const ANY_KEY = {
  approval: {
    routes: [
      {
        ...{ approver_type: 'finance', approvers: ['badr'], wait_s: 3_600, notify: ['app'] },
        assurance: 'signature' as const,
      },
    ],
  },
};

describe('a receipt approved with', () => {
  for (const kind of KINDS) {
    test(`${kind} verifies offline, in Node and in the browser`, () => {
      const cast = { ...CAST, approver: approverWith(kind) };
      const receipt = tell({ cast, mandate: kind === 'ed25519 file' ? ANY_KEY : {} });
      const keys = keysOf(cast);
      const verified = verify(nodeCrypto, receipt, { keys });
      assert.equal(verified.verdict, 'verified', JSON.stringify(verified.checks));
      assert.deepEqual(verify(webCrypto, receipt, { keys }), verified);
      const { claims } = report(verified, receipt);
      const strength = claims.find(({ id }) => id === 'approval')?.strength;
      assert.equal(strength, kind === 'ed25519 file' ? 3 : 4);
    });
  }
});
