export type Finding = { topic: string; result: string; advice?: string }

const COLUMN = 9

export function ok(topic: string, result: string): Finding {
  return { topic, result }
}

export function problem(topic: string, result: string, advice: string): Finding {
  return { topic, result, advice }
}

export function formatFinding({ topic, result, advice }: Finding) {
  const line = `${(advice ? 'problem' : 'ok').padEnd(COLUMN)}${topic}: ${result}`
  return advice ? `${line}\n${' '.repeat(COLUMN)}${advice}` : line
}
