import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { getErrorCode } from '#db/connection/errors'
import { type Environment, readConfig } from '../../config/config.ts'
import { readWindowsSettings } from '../../config/service-settings.ts'
import {
  AS_ADMINISTRATOR,
  getServicePaths,
  type ServicePaths,
} from '../../config/windows/installation.ts'
import { ConfigError } from '../../domain/errors.ts'
import { askHealth } from '../port.ts'
import { listAddresses } from '../startup-banner.ts'
import {
  createTask,
  getFirewallCommands,
  getRightsCommands,
  getTaskCommands,
  SETTINGS_TEMPLATE,
} from './service.ts'

const START_LIMIT_MS = 60_000
const LOOK_INTERVAL_MS = 500
const ONLY_WINDOWS =
  'This is for Windows. On Debian and Ubuntu the package installs the service; docs/install.md has the other ways.'

export async function runInstall(env: Environment) {
  const paths = getPathsOnWindows(env)
  // Read the settings first, so that a faulty setting is reported before anything changes.
  const options = readConfig({}, readWindowsSettings(paths).env)
  const task = getTaskCommands(paths)
  const firewall = getFirewallCommands(paths)
  tryToRun(task.end)
  refuseWithoutRights(() => {
    installProgram(paths)
    mkdirSync(paths.home, { recursive: true })
  })
  mkdirSync(paths.data, { recursive: true })
  if (!existsSync(paths.settings)) writeFileSync(paths.settings, SETTINGS_TEMPLATE)
  for (const command of getRightsCommands(paths)) run(command)
  // Windows reads a task file only in UTF-16.
  writeFileSync(paths.task, `\uFEFF${createTask(paths)}`.replaceAll('\n', '\r\n'), 'utf16le')
  run(task.create)
  tryToRun(firewall.close)
  run(firewall.open)
  run(task.run)
  return report(options, paths)
}

export async function runUninstall(env: Environment) {
  const paths = getPathsOnWindows(env)
  const task = getTaskCommands(paths)
  tryToRun(task.end)
  run(task.remove)
  tryToRun(getFirewallCommands(paths).close)
  console.log(`The clinic queue no longer starts with this computer.
The data stays in ${paths.home}, the program in ${paths.programs}.`)
  return 0
}

type Options = ReturnType<typeof readConfig>

function getPathsOnWindows(env: Environment) {
  if (process.platform === 'win32' && Bun.isStandaloneExecutable) return getServicePaths(env)
  throw new ConfigError(ONLY_WINDOWS)
}

/** Renames the old program, because Windows does not replace a program that runs. */
function installProgram({ programs, program }: ServicePaths) {
  if (process.execPath.toLowerCase() === program.toLowerCase()) return
  mkdirSync(programs, { recursive: true })
  copyFileSync(process.execPath, `${program}.new`)
  for (const old of [1, 2].map(count => `${program}.old${count}`)) {
    try {
      rmSync(old, { force: true })
      if (existsSync(program)) renameSync(program, old)
    } catch {
      // This old program still runs.
    }
  }
  renameSync(`${program}.new`, program)
}

function refuseWithoutRights(work: () => void) {
  try {
    work()
  } catch (cause) {
    if (!/^(EACCES|EPERM)$/.test(getErrorCode(cause))) throw cause
    throw new ConfigError(
      `The program cannot be installed (${getErrorCode(cause)}). ${AS_ADMINISTRATOR}`,
    )
  }
}

function run(command: string[]) {
  const { success, stdout, stderr } = Bun.spawnSync(command, { windowsHide: true })
  if (success) return
  const output = `${stdout}${stderr}`.trim()
  throw new ConfigError(`${command.join(' ')} failed: ${output}\n${AS_ADMINISTRATOR}`)
}

/** Ignores a failure, because nothing may be installed yet. */
function tryToRun(command: string[]) {
  Bun.spawnSync(command, { windowsHide: true })
}

async function report(options: Options, { data, settings }: ServicePaths) {
  const deadline = performance.now() + START_LIMIT_MS
  while (!(await askHealth(options))?.ok) {
    if (performance.now() > deadline) {
      console.error(`It was installed, but does not answer yet. Its log is in ${data}\\logs`)
      return 1
    }
    await Bun.sleep(LOOK_INTERVAL_MS)
  }
  console.log('The clinic queue is running, and starts with this computer.\n')
  for (const [label, url] of listAddresses(options.port, options)) console.log(`  ${label}  ${url}`)
  const password = `${data}\\initial-password`
  if (existsSync(password)) console.log(`\n  The first password of admin is in ${password}`)
  console.log(`
  Settings (then install again)  ${settings}
  Data and log                   ${data}`)
  return 0
}
