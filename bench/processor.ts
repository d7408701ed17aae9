// Processor time of processes and of PostgreSQL (Linux), and on which cores they may run.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** /proc counts hundredths of a second. */
const tickMs = 10

/** The numbers of /proc/PID/stat after the name, from the state on. */
const statOf = (pid: number | string): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const sumOf = (fields: string[], from: number, to: number) =>
  fields.slice(from, to).reduce((sum, field) => sum + Number(field), 0) * tickMs

/** Milliseconds that the process ran, in user mode and in the kernel. */
export const processorMs = (pid: number): number => sumOf(statOf(pid), 11, 13)

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter(entry => /^\d+$/.test(entry))
    .flatMap(entry => {
      try {
        return Number(statOf(entry)[1]) === parent ? [Number(entry)] : []
      } catch {
        return []
      }
    })

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Of all of PostgreSQL's processes, those that ended included. */
export const postgresMs = (dataDir: string): number => {
  const postmaster = postmasterOf(dataDir)
  const running = childrenOf(postmaster).map(pid => {
    try {
      return processorMs(pid)
    } catch {
      return 0
    }
  })
  return running.reduce((sum, ms) => sum + ms, sumOf(statOf(postmaster), 11, 15))
}

const pin = (pid: number, core: number) => execFileSync('taskset', ['-acp', `${core}`, `${pid}`])

/** All threads of these processes to one core, and PostgreSQL to another. */
export const pinProcesses = (pids: number[], core: number): void => {
  for (const pid of pids) pin(pid, core)
}
export const pinPostgres = (dataDir: string, core: number): void => {
  const postmaster = postmasterOf(dataDir)
  for (const pid of [postmaster, ...childrenOf(postmaster)]) pin(pid, core)
}
