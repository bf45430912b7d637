import { BUCKET_WORDS, type Bucket } from '@screener/engine/funds/asset-buckets';

/** What a part of a fund's weight holds. */
export const WEIGHTS: Readonly<Record<Bucket, string>> = BUCKET_WORDS;
