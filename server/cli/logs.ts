import { createReadStream, readFileSync } from 'node:fs'
import { z } from 'zod'
import { getClinicDay, getClinicTime, type TimeZone } from '#domain/time'
import type { Config, Environment } from '../config/config.ts'
import { findServiceRoot, formatProgramCommand } from '../config/program.ts'
import { findWindowsService, getLogFile } from '../config/windows/installation.ts'
import { ConfigError } from '../domain/errors.ts'
import { readLines } from '../storage/backup/worker-client.ts'
import type { CallerFiles } from './caller-files.ts'

const UNIT = 'clinic-queue'
const LINES = 500
const STDIN = '-'

const entryForm = z.looseObject({
  at: z.iso.datetime(),
  level: z.string(),
  message: z.string(),
})

type Caller = Pick<CallerFiles, 'getOperand'> & { env: Environment }

export async function runLogs(options: Config, { getOperand, env }: Caller) {
  if (options.operand !== '' && options.operand !== STDIN) {
    await print(createReadStream('', { fd: getOperand().descriptor }), options)
    return 0
  }
  if (options.operand === STDIN) {
    await print(process.stdin, options)
    return 0
  }
  const onWindows = findWindowsService(env)
  if (onWindows) {
    const lines = readFileSync(getLogFile(onWindows.data), 'utf8').trimEnd().split('\n')
    for (const line of lines.slice(-LINES)) console.log(formatLogLine(line, options.timeZone))
    return 0
  }
  if (!Bun.which('journalctl') || findServiceRoot() === null) {
    throw new ConfigError(
      `There is no service here whose log could be read. Give a file with the log, or - for what is piped: ${formatProgramCommand('logs', '<file>')}`,
    )
  }
  const command = ['journalctl', '-u', UNIT, '-o', 'cat', '-n', String(LINES), '--no-pager']
  const journal = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  await print(journal.stdout, options)
  return journal.exited
}

async function print(source: AsyncIterable<Uint8Array>, { timeZone }: Config) {
  for await (const line of readLines(source)) console.log(formatLogLine(line, timeZone))
}

export function formatLogLine(line: string, timeZone: TimeZone) {
  const entry = parseEntry(line)
  if (!entry) return line
  const { at, level, message, stack, ...details } = entry
  const facts = Object.entries(details).filter(([, value]) => value !== null && value !== '')
  const list = facts.map(([name, value]) => `${name} ${formatValue(value)}`).join(', ')
  const time = `${getClinicDay(at, timeZone)} ${getClinicTime(at, timeZone)}`
  const sentence = `${time}  ${level.padEnd(5)}  ${message}${list && `: ${list}`}`
  return typeof stack === 'string' ? `${sentence}\n${stack}` : sentence
}

function parseEntry(line: string) {
  try {
    return entryForm.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(' ')
  // Escape control characters, because a terminal obeys them.
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll(
    /\p{Cc}/gu,
    ' ',
  )
}
