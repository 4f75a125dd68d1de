export type Finding = { topic: string; result: string; advice?: string }

const COLUMN = 9

export function pass(topic: string, result: string): Finding {
  return { topic, result }
}

export function fail(topic: string, result: string, advice: string): Finding {
  return { topic, result, advice }
}

export function getPermissionAdvice(error: string) {
  if (!/\b(EACCES|EPERM|SQLITE_CANTOPEN|SQLITE_READONLY)\b/.test(error)) return null
  return 'Run doctor with sudo, or as the user that runs the program, to whom all files must belong.'
}

export function formatFinding({ topic, result, advice }: Finding) {
  const line = `${(advice ? 'problem' : 'ok').padEnd(COLUMN)}${topic}: ${result}`
  return advice ? `${line}\n${' '.repeat(COLUMN)}${advice}` : line
}
