import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { VisibilityProof } from '@platform/core/verify/report';
import { ROOT } from './stage.ts';

const run = promisify(execFile);

interface Verdict {
  readonly exitCode: number;
  readonly verdict: string;
  /** Numbers of the checks that failed. */
  readonly failed: readonly number[];
  readonly printed: string;
}

/** The bundled verifier in an empty folder: one file and a plain Node, no modules beside it. */
export interface Verifier {
  verify(receipt: unknown, previous: unknown | null): Promise<Verdict>;
}

export async function bundledVerifier(folder: string, keys: string): Promise<Verifier> {
  await run(process.execPath, [join(ROOT, 'tools/bundle-verifier.ts')], { cwd: ROOT });
  const place = join(folder, 'verifier');
  await mkdir(place);
  await copyFile(join(ROOT, 'dist/sanad-verify.mjs'), join(place, 'sanad-verify.mjs'));
  await writeFile(join(place, 'keys.json'), keys);
  return {
    verify: async (receipt, previous) => {
      await writeFile(join(place, 'receipt.json'), JSON.stringify(receipt));
      const args = ['sanad-verify.mjs', 'receipt.json', '--keys', 'keys.json', '--report', 'report.json'];
      if (previous !== null) {
        await writeFile(join(place, 'previous.json'), JSON.stringify(previous));
        args.push('--prev', 'previous.json');
      }
      const { exitCode, printed } = await runPlain(place, args);
      const proof: VisibilityProof = JSON.parse(await readFile(join(place, 'report.json'), 'utf8'));
      const failed = proof.verification.checks.filter(({ outcome }) => outcome === 'fail');
      return { exitCode, verdict: proof.verdict, failed: failed.map(({ number }) => number), printed };
    },
  };
}

async function runPlain(
  cwd: string,
  args: readonly string[],
): Promise<{ readonly exitCode: number; readonly printed: string }> {
  try {
    const { stdout } = await run(process.execPath, [...args], { cwd, env: {} });
    return { exitCode: 0, printed: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (code === 1) return { exitCode: 1, printed: stdout ?? '' };
    throw new Error(`the verifier ended with ${String(code)}: ${stderr}`);
  }
}
