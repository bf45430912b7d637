import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licence of each package in `node_modules` that contributes a file to a bundle; `inputs` are paths below `root`. */
export function licencesOf(root: string, inputs: readonly string[]): string {
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []);
  const texts = [...new Set(folders)].sort().map((folder) => {
    const { name, version }: { name: string; version: string } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    return `${name} ${version}\n\n${licenceText(join(root, folder))}`;
  });
  return texts.join('\n\n');
}

function licenceText(folder: string): string {
  const name = readdirSync(folder).find((file) => /^licen[cs]e(\.\w+)?$/i.test(file));
  if (name === undefined) throw new Error(`${folder} has no licence file`);
  return readFileSync(join(folder, name), 'utf8').trim();
}
