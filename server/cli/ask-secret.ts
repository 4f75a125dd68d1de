import { splitGraphemes } from '#domain/text'

const ENTER = ['\r', '\n']
const ERASE = ['\x7f', '\b']
const INTERRUPT = '\x03'

export async function askSecret(question: string) {
  const { stdin, stderr } = process
  // Set raw mode before the question, because early keystrokes must not be shown.
  stdin.setRawMode(true)
  // A letter of several bytes may arrive in two parts.
  stdin.setEncoding('utf8')
  stderr.write(question)
  let typed = ''
  try {
    for await (const chunk of stdin) {
      for (const key of String(chunk)) {
        if (ENTER.includes(key)) return typed
        if (key === INTERRUPT) process.kill(process.pid, 'SIGINT')
        typed = ERASE.includes(key) ? splitGraphemes(typed).slice(0, -1).join('') : typed + key
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stderr.write('\n')
  }
}
