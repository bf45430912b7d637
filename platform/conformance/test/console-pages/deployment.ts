import { useBrowser } from '@common/web/testing/browser';
import { useDeployment } from '../support/use-deployment.ts';

export const browser = useBrowser();

export const used = useDeployment({ console: true, alone: [] });

/** As people open the console, and passkeys know it. */
export const consoleUrl = () => used().d.urls.console.replace('127.0.0.1', 'localhost');
