import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { minuteMs, secondMs } from '../model/instant.ts';

/** A process's resources: processor time since its start, in all its threads, and current memory, swapped or not. */
export type ProcessUsage = { processorMs: number; memoryOctets: number };

/** @returns null for a process that has ended, or on an unsupported system */
export type UsageOf = (pid: number) => Promise<ProcessUsage | null>;

/** `USER_HZ`, the unit that Linux reports on every architecture (proc_pid_stat(5)). */
const ticksPerSecond = 100;
const psMaxMs = 2 * secondMs;

/**
 * Read from outside, because a busy or stopped process does not respond. From `/proc` where there is one, elsewhere
 * from `ps`, which POSIX has.
 */
export const systemUsageOf: UsageOf = (pid) => (process.platform === 'linux' ? fromProc(pid) : fromPs(pid));

/** Synchronous, because these files take microseconds and the thread pool may be busy with signatures. */
async function fromProc(pid: number): Promise<ProcessUsage | null> {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    // The second field is the program's name in parentheses, which may contain blanks: the state is the next one.
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

/** Lower priority than the request handling, when both want the processor. */
const childNiceness = 10;

/** On machines with few processors, requests take precedence over this process. */
export function comeAfterDoors(pid: number): void {
  try {
    setPriority(pid, childNiceness);
  } catch {
    // It has ended.
  }
}

/** When Linux runs out of memory, this process is killed before any other. */
export function endFirstWithoutMemory(pid: number): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It has ended, or /proc is read-only: then its own memory limits have to suffice.
  }
}
