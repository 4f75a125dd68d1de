export const LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type Level = (typeof LEVELS)[number]
export type Log = (level: Level, message: string, details?: Record<string, unknown>) => void

/** Details must never contain a patient's name, a body or a secret. */
export function createLog(lowest: Level): Log {
  return (level, message, details = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(lowest)) return
    const line = JSON.stringify({ at: new Date().toISOString(), level, message, ...details })
    if (level === 'error') console.error(line)
    else console.log(line)
  }
}

const STACK_LINES = 5

/** Reports the cause of a drizzle error, because drizzle's message contains the parameters. */
export function describeError(error: unknown): { error: string; stack?: string } {
  if (!(error instanceof Error)) return { error: typeof error }
  const root = error.cause instanceof Error ? error.cause : error
  const message = 'params' in root ? 'a query failed' : root.message
  return { error: `${root.name}: ${message}`, ...getStack(root) }
}

function getStack({ stack = '' }: Error) {
  const frames = stack.split('\n').filter(line => /^\s+at /.test(line))
  return frames.length > 0 ? { stack: frames.slice(0, STACK_LINES).join('\n') } : {}
}

export function formatErrorLine(cause: unknown) {
  return describeError(cause).error.replace(/\s+/g, ' ')
}

export function createFailedDays(log: Log) {
  const failed = new Set<string>()
  return {
    add(day: string, failure: { error: string }) {
      if (!failed.has(day)) log('error', 'report day not counted', { day, ...failure })
      failed.add(day)
    },
    delete: (day: string) => failed.delete(day),
  }
}
