import { useBrowser } from '@common/web/testing/browser';

export const browser = useBrowser();
