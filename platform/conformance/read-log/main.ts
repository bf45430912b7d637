import { LogFault, readLog } from './read-log.ts';

const HELP = `Reads a whole log by its public formats (C2SP tlog-tiles), and computes its root from its
entries, and that of all that has ended from the list of it, where the log has one.

  npm run read-log -- <url> <vkey> [<entry>...]

<url> is the log's prefix, such as http://127.0.0.1:8001; <vkey> its verifier key, which sanad log key prints; <entry>
some data to look for, such as the 64 hex digits of a receipt's leaf. Exits with 0 if everything is as the log signed it
and every entry is found, 1 if not, 2 if the input cannot be used.`;

const AS_SIGNED = 0;
const NOT_AS_SIGNED = 1;
const UNUSABLE = 2;

const [url, vkey, ...wanted] = process.argv.slice(2);
if (url === undefined || vkey === undefined || !URL.canParse(url)) {
  console.log(HELP);
  process.exitCode = url === '--help' ? AS_SIGNED : UNUSABLE;
} else {
  process.exitCode = await read(url, vkey, new Set(wanted));
}

async function read(url: string, vkey: string, missing: Set<string>): Promise<number> {
  try {
    const log = await readLog({
      url,
      vkey,
      onEntry: (entry, index) => {
        const text = entry.toString('latin1');
        if (missing.delete(text)) console.log(`entry ${index}: ${text}`);
      },
    });
    console.log(`${log.origin}: ${log.size} entries make the root ${log.root}, which the log signed`);
    if (log.endings !== null) console.log(`${log.endings} endings make the root in its line of the standing`);
    console.log(`${log.requests} requests, ${log.bytes} bytes`);
    for (const entry of missing) console.log(`not in the log: ${JSON.stringify(entry)}`);
    return missing.size === 0 ? AS_SIGNED : NOT_AS_SIGNED;
  } catch (error) {
    console.log(error instanceof LogFault ? JSON.stringify(error.message) : String(error));
    return NOT_AS_SIGNED;
  }
}
