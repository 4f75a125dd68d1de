import { formatFlags, formatVariables, VARIABLES, type Variable } from '../config/flags.ts'
import { describeProgram } from '../config/program.ts'
import { COMMANDS, type Command } from './commands.ts'

const COLUMN = 26

export function formatHelp() {
  const lines = COMMANDS.map(
    command => `  ${formatUsage(command).padEnd(COLUMN)} ${command.summary}`,
  )
  return `Usage: ${describeProgram()} [command] [options]

Commands (each has its own --help)
${lines.join('\n')}

${formatFlags([...COMMANDS[0].flags, 'help'])}

${formatVariables(Object.keys(VARIABLES) as Variable[])}`
}

export function formatCommandHelp(command: Command) {
  const parts = [
    `Usage: ${describeProgram()} ${formatUsage(command)} [options]\n\n${toSentence(command.summary)}`,
    ...(command.more ? [command.more] : []),
    formatFlags([...command.flags, 'help']),
    formatVariables(command.variables ?? []),
  ]
  return parts.filter(part => part !== '').join('\n\n')
}

function formatUsage({ name, operand }: Command) {
  return operand ? `${name} ${operand}` : name
}

function toSentence(summary: string) {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
}
