import { integer, oneOf, text } from '../config.ts';
import { logLevels } from '../log.ts';

/** Settings that every service declares under its own names, so that they read the same everywhere. */

/** Where to listen. `whose` tells several listeners apart: "of both". */
export function hostSetting(whose = '') {
  return text({
    description: `Address to listen on${whose === '' ? '' : `, ${whose}`}.`,
    default: '127.0.0.1',
    minLength: 1,
  });
}

/** `whose` tells several ports apart: "Port of the bank". */
export function portSetting(port: number, whose = 'Port to listen on') {
  return integer({
    description: `${whose}; 0 picks a free one.`,
    default: port,
    minimum: 0,
    maximum: 65_535,
  });
}

export const logLevelSetting = oneOf(logLevels, { description: 'How much is logged.', default: 'info' });
