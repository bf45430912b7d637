import { type MakeApp, makeAppBy } from '../../service/test/app-under-test.ts';
import { createApp } from '../src/app.ts';

/** The API with its pages. */
export const makeApp: MakeApp = (...parts) => makeAppBy(createApp, ...parts);
