/** One line of what the doctor has to say: what was found, and where it is not right, what to do. */
export type Finding = { about: string; is: string; doThis?: string }

const COLUMN = 14

export function ok(about: string, is: string): Finding {
  return { about, is }
}

export function problem(about: string, is: string, doThis: string): Finding {
  return { about, is, doThis }
}

export function formatFinding({ about, is, doThis }: Finding) {
  const line = `${(doThis ? 'look at this' : 'ok').padEnd(COLUMN)}${about}: ${is}`
  return doThis ? `${line}\n${' '.repeat(COLUMN)}${doThis}` : line
}
