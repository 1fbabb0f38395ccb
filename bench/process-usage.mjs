import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const clockTicksPerSecond = 100

/**
 * Returns the CPU time that a process has used in all its threads; `NaN` on systems without /proc.
 * @param {number} pid
 */
export function cpuUsOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces; user and system time are the 12th and 13th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * (1_000_000 / clockTicksPerSecond)
  } catch {
    return Number.NaN
  }
}

/**
 * Returns the resident memory of a process in megabytes.
 * @param {number} pid
 */
export function residentMbOf(pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}
