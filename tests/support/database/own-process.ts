import { join } from 'node:path'

/**
 * Runs these lines with `openDatabase` and `args` in a process of its own, because libSQL frees a
 * file only when its process ends. Returns what they print.
 */
export function runInOwnProcess(lines: string, ...args: string[]) {
  const script = `const { openDatabase } = await import('#db/connection/open')
    const args = process.argv.slice(1)
    ${lines}`
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, '-e', script, ...args], {
    cwd: join(import.meta.dirname, '../../..'),
  })
  if (exitCode !== 0) throw new Error(stderr.toString())
  return stdout.toString().trim()
}
