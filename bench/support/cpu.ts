import { readdirSync, readFileSync } from 'node:fs';

/** The clock ticks in /proc/<pid>/stat. */
const TICKS_PER_SECOND = 100;
const KIB_PER_MIB = 1_024;

/** Processor time of a process so far, user and system, in milliseconds; NaN where there is no /proc. */
export function cpuMsOf(pid: number): number {
  return ofThreads(pid) ?? ofProcess(pid);
}

/** To the nanosecond, if the kernel keeps such statistics. */
function ofThreads(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
      const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return sum + Number(nanoseconds) / 1e6;
    }, 0);
  } catch {
    return null;
  }
}

function ofProcess(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** The bytes that a process has made the system write to a disk so far; NaN where there is no /proc. */
export function writtenBytesOf(pid: number): number {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** Resident memory of a process, and the part of it that files of the program take, in MiB; NaN where there is no /proc. */
export function memoryOf(pid: number): { readonly resident: number; readonly shared: number } {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {}
  const mib = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / KIB_PER_MIB;
  return { resident: mib('VmRSS'), shared: mib('RssFile') };
}
