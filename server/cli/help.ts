import { aboutFlags, ENVIRONMENT } from '../config/flags.ts'
import { COMMANDS, type Command } from './commands.ts'

const PROGRAM = Bun.isStandaloneExecutable ? 'clinic' : 'bun server/main.ts'
const COLUMN = 26

/** Everything there is, for somebody who does not know the program yet. */
export function helpOfAll() {
  const lines = COMMANDS.map(command => `  ${asTyped(command).padEnd(COLUMN)} ${command.summary}`)
  return `Usage: ${PROGRAM} [command] [options]

Commands (each has a --help of its own)
${lines.join('\n')}

${aboutFlags([...COMMANDS[0].flags, 'help'])}

${ENVIRONMENT}`
}

export function helpOf(command: Command) {
  const parts = [
    `Usage: ${PROGRAM} ${asTyped(command)} [options]\n\n${sentence(command.summary)}`,
    ...(command.more ? [command.more] : []),
    aboutFlags([...command.flags, 'help']),
  ]
  return parts.join('\n\n')
}

function asTyped({ name, operand }: Command) {
  return operand ? `${name} ${operand}` : name
}

function sentence(summary: string) {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
}
