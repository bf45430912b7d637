import { nodeCrypto } from '@common/evidence/node';
import { verify } from '@platform/core/verify/verify';
import { CASES, CASE_COUNT } from './cases.ts';
import { keptForm } from './make-kit.ts';
import { writeFileSync } from 'node:fs';
let bad = 0; const out: Record<string, unknown> = {};
for (const [id, { make, refused }] of CASES) {
  try {
    const { receipt, keys, previous, asOf } = make();
    const text = typeof receipt === 'string' ? receipt : JSON.stringify(receipt);
    const { verdict, checks } = verify(nodeCrypto, text, { ...(keys ? { keys } : {}), ...(previous ? { previous } : {}), ...(asOf ? { asOf } : {}) });
    out[id] = keptForm({ verdict, checks: checks.map(({number,outcome,codes})=>({number,outcome,codes})) });
    const ok = refused === null ? verdict !== 'failed' : checks[refused[0]-1]!.codes.includes(refused[1]);
    if (!ok) { bad++; console.log(`## ${id} wants ${refused}; ${verdict} ` + checks.filter(c=>c.outcome==='fail').map(c=>`${c.number}[${c.codes}] ${c.detail.slice(0,260)}`).join(' || ')); }
  } catch (e) { bad++; console.log('!!', id, String((e as Error).stack).slice(0, 300)); }
}
console.log(CASES.size, CASE_COUNT, bad);
writeFileSync('/tmp/expected.json', JSON.stringify(out, null, 1));
