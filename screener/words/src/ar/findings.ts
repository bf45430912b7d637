import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

export const FINDINGS: Words['findings'] = {
  byCode: (line, status, code) => `${line}: ${status}، وفق رمز ${isolated('SIC')} رقم ${code}`,
  byCompany: (line, status, facts) => `${line}: ${status} (${facts.map(isolated).join('؛ ')})`,
};
