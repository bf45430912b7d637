import { type Database, write } from '@common/kit/sql/database';
import { chosenAmong } from '@screener/engine/chosen';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import { languageOf } from '@screener/words/language';
import type { ScreenerSchema } from '../store/schema.ts';
import type { ChoiceStore } from './choice.store.ts';

export function createChoiceStore(database: Database<ScreenerSchema>): ChoiceStore {
  return {
    async choiceOf(account) {
      const row = await database.db
        .selectFrom('followed')
        .select(['methodologies', 'rules'])
        .where('account', '=', account)
        .executeTakeFirst();
      return {
        methodologies: chosenAmong((row?.methodologies ?? '').split(',')),
        rules: (row?.rules ?? 'current') as RuleSetId,
      };
    },
    async saveChoice(account, { methodologies, rules }) {
      const chosen = { methodologies: methodologies?.join() ?? '', rules };
      await write(database, (executor) =>
        executor
          .insertInto('followed')
          .values({ account, ...chosen, language: null })
          .onConflict((conflict) => conflict.column('account').doUpdateSet(chosen))
          .execute(),
      );
    },
    async languageOf(account) {
      const row = await database.db
        .selectFrom('followed')
        .select('language')
        .where('account', '=', account)
        .executeTakeFirst();
      return languageOf(row?.language ?? '');
    },
    async languageOfAddress(email) {
      const row = await database.db
        .selectFrom('account')
        .innerJoin('followed', 'followed.account', 'account.id')
        .select('followed.language')
        .where('account.email', '=', email)
        .where('account.proven_at', 'is not', null)
        .executeTakeFirst();
      return languageOf(row?.language ?? '');
    },
    async saveLanguage(account, language) {
      await write(database, (executor) =>
        executor
          .insertInto('followed')
          .values({ account, methodologies: '', rules: 'current', language })
          .onConflict((conflict) => conflict.column('account').doUpdateSet({ language }))
          .execute(),
      );
    },
  };
}
