import type { Migration } from '@common/kit/sql/migrate';
import { intents } from './migrations/0001-intents.ts';

export const MIGRATIONS: Readonly<Record<string, Migration>> = { '0001-intents': intents };
