/*
 * Loaded into a service by `npm run faults`: gives its standard output to another file as soon as the file
 * `SWAP_LOG` says so, and back to the pipe when that file is gone. A running process shows the same as one
 * whose disk fills up.
 */
const fs = require('node:fs');

const order = process.env.SWAP_LOG ?? '';
const PIPE = 1;
let swapped = false;

setInterval(() => {
  const wanted = fs.existsSync(order);
  if (wanted === swapped) return;
  swapped = wanted;
  fs.closeSync(PIPE);
  fs.openSync(wanted ? '/dev/full' : `${order}.log`, 'a');
}, 100).unref();
