/*
 * Names the sources in the stack traces of a bundle. Node's own way (`--enable-source-maps`) reads every map at the start,
 * which takes a second and 120 MiB in the screener; this reads a map when the first trace that needs it is asked for.
 */
const { readFileSync } = require('node:fs');
const { SourceMap } = require('node:module');
const { dirname } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');

/* `folder` holds the bundle: places in other files stay as they are. */
function nameSources(folder) {
  const maps = new Map();
  const start = pathToFileURL(folder).href;
  const place = /(file:\/\/[^\s()]+?\.mjs):(\d+):(\d+)/g;
  const named = (text, url, line, column) => {
    if (!url.startsWith(start)) return text;
    if (!maps.has(url)) maps.set(url, mapOf(url));
    // What comes from a package is not in the map.
    const found = maps.get(url)?.findOrigin(Number(line), Number(column));
    return found?.fileName ? `${found.fileName}:${found.lineNumber}:${found.columnNumber}` : text;
  };
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map((frame) => `    at ${String(frame).replace(place, named)}`)].join('\n');
}

function mapOf(url) {
  try {
    const file = fileURLToPath(`${url}.map`);
    const payload = JSON.parse(readFileSync(file, 'utf8'));
    const at = pathToFileURL(`${dirname(file)}/`);
    return new SourceMap({
      ...payload,
      sources: payload.sources.map((path) =>
        path.endsWith('a package') ? '' : fileURLToPath(new URL(path, at)),
      ),
    });
  } catch {
    return null;
  }
}

function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'an error that cannot be printed';
  }
}

module.exports = { nameSources };
