import { join } from 'node:path'
import { ROOT } from './test-files.ts'

type Options = {
  env?: Record<string, string>
  /** Collects the output in this folder and prints it at the end, for steps that run beside others. */
  collectIn?: string
}

/** Runs `bun` with these arguments, prints how long it took and returns whether it succeeded. */
export async function runStep(name: string, args: string[], { env, collectIn }: Options = {}) {
  const started = performance.now()
  const output = collectIn === undefined ? 'inherit' : Bun.file(join(collectIn, `${name}.log`))
  if (output === 'inherit') console.log(`\n— ${name}`)
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  })
  const isRight = (await child.exited) === 0
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (output !== 'inherit') console.log(`\n— ${name}\n${await output.text()}`.trimEnd())
  console.log(`— ${name}: ${isRight ? 'ok' : 'FAILED'} in ${seconds} s`)
  return isRight
}
