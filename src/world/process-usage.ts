import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { minuteMs, secondMs } from '../model/instant.ts';

/** Processor time of all threads since the start, and current memory including swap. */
export type ProcessUsage = { processorMs: number; memoryOctets: number };

/** @returns null if the process has ended, or on an unsupported system */
export type ReadUsage = (pid: number) => Promise<ProcessUsage | null>;

/** `USER_HZ`, the unit that Linux reports on every architecture (proc_pid_stat(5)). */
const ticksPerSecond = 100;
const psMaxMs = 2 * secondMs;

/** Reads a process's usage from outside, because a busy or stopped process does not respond: from `/proc` on Linux, otherwise from POSIX `ps`. */
export const readSystemUsage: ReadUsage = (pid) =>
  process.platform === 'linux' ? fromProc(pid) : fromPs(pid);

/** Reads synchronously, because these files take microseconds and the thread pool may be busy with signatures. */
async function fromProc(pid: number): Promise<ProcessUsage | null> {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    // The second field, the program's name in parentheses, may contain blanks. The state follows it.
    const [, , , , , , , , , , , userTicks, systemTicks] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const kibibytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
    return {
      processorMs: ((userTicks! + systemTicks!) / ticksPerSecond) * secondMs,
      memoryOctets: (kibibytes('VmRSS') + kibibytes('VmSwap')) * 1024,
    };
  } catch {
    return null;
  }
}

function fromPs(pid: number): Promise<ProcessUsage | null> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=,time=', '-p', String(pid)], { timeout: psMaxMs }, (error, out) => {
      const [, kibibytes, days = '0', hours = '0', minutes, seconds] =
        /^\s*(\d+)\s+(?:(\d+)-)?(?:(\d+):)?(\d+):([\d.]+)\s*$/.exec(out) ?? [];
      if (error || kibibytes === undefined) return resolve(null);
      const wholeMinutes = (Number(days) * 24 + Number(hours)) * 60 + Number(minutes);
      resolve({
        processorMs: wholeMinutes * minuteMs + Number(seconds) * secondMs,
        memoryOctets: Number(kibibytes) * 1024,
      });
    });
  });
}

/** Lower priority than request handling. */
const childNiceness = 10;

/** Lowers a process's priority, so that requests take precedence on machines with few processors. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, childNiceness);
  } catch {
    // The process has ended.
  }
}

/** Lets Linux kill this process before any other when it runs out of memory. */
export function preferForOomKill(pid: number): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process has ended, or /proc is read-only. Then its own memory limits have to suffice.
  }
}
