import type { Audit } from './audit.ts';
import { memberOf } from './canonical.ts';
import { type DecodedValue, flag, listOf, object, text } from './decode.ts';

/** What a seal says of a screening. */
export const sealedStatement = object({
  type: text,
  issuer: text,
  subject: object({ kind: text, value: text }),
  claims: listOf(text),
  method: text,
  as_of: text,
  stale: flag,
  evidence_hash: text,
  issued_at: text,
  expires_at: text,
});
type SealedStatement = DecodedValue<typeof sealedStatement>;

/** What may be claimed of this screening, and nothing else. */
export function auditClaims(statement: SealedStatement, screening: unknown, audit: Audit): void {
  const said = (name: string) => String(memberOf(screening, name));
  const methodologies = memberOf(screening, 'methodologies');
  const claims = [
    said('compliance'),
    ...(Array.isArray(methodologies) ? methodologies : []).map(
      (one) => `${memberOf(one, 'id')}.${memberOf(one, 'status')}`,
    ),
  ];
  audit.same('sealed.statement.type', statement.type, 'sanad/statement/1');
  audit.same('sealed.statement.subject.kind', statement.subject.kind, 'ticker');
  audit.same('sealed.statement.subject.value', statement.subject.value, said('symbol'));
  audit.same('sealed.statement.claims', statement.claims.join(' '), claims.join(' '));
  audit.same(
    'sealed.statement.method',
    statement.method,
    `screener/${said('engine_version')}/${said('rules')}`,
  );
  audit.same('sealed.statement.as_of', statement.as_of, `${said('as_of')}T00:00:00.000Z`);
  audit.same('sealed.statement.stale', statement.stale, memberOf(screening, 'stale') !== null);
}
