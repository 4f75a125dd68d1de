import { join } from 'node:path'
import { installPackages, isRunningOn, stop } from './install.ts'

/** `bun run start` installs and builds nothing while a program runs on the same data. */
const ROOT = join(import.meta.dirname, '../..')
const MAIN = join(ROOT, 'server/main.ts')
const args = process.argv.slice(2)

const dataDir = findDataDir()
if (isServing() && (await isRunningOn(dataDir))) {
  stop(
    `The clinic queue is already running on ${dataDir}. Stop it first (Ctrl+C in its window), then start this version.`,
  )
}
await installPackages()
await runOrExit([join(import.meta.dirname, 'build.ts')])
if (process.platform === 'win32' || !process.execve) {
  await runOrExit([MAIN, ...args])
} else {
  process.execve(process.execPath, [process.execPath, MAIN, ...args], process.env)
}

function isServing() {
  const [first = 'serve'] = args
  return (first === 'serve' || first.startsWith('-')) && !args.includes('--demo')
}

function findDataDir() {
  const joined = args.find(arg => arg.startsWith('--data-dir='))?.slice('--data-dir='.length)
  const apart = args.includes('--data-dir') ? args[args.indexOf('--data-dir') + 1] : undefined
  return joined ?? apart ?? (process.env.DATA_DIR || './data')
}

async function runOrExit(script: string[]) {
  const child = Bun.spawn([process.execPath, ...script], {
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const code = await child.exited
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal)
  if (code !== 0) process.exit(code)
}
