#!/usr/bin/env node
/* `npx sanad-verify`: starts main.ts through tools/node.cjs, which says what to do if Node is too old. */
process.argv.splice(2, 0, require('node:path').join(__dirname, '../platform/verifier/src/main.ts'));
require('../tools/node.cjs');
