import { chmodSync, copyFileSync, existsSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { readCertificate } from '../../tls/certificate.ts'
import { canNotifySystemd } from './notify-systemd.ts'
import { renderUnit, SERVICE } from './unit.ts'

/** There while systemd manages the machine, as sd_booted(3) says; its folders may exist without it. */
const RUNNING_SYSTEMD = '/run/systemd/system'

export const PATHS = { programs: '/usr/local/bin', units: '/etc/systemd/system' }

/** `install-service`: prints the systemd unit, or installs it with this file and starts it. */
export async function runInstallService(options: Config) {
  if (options.tls) readCertificate(options.tls)
  if (!options.shouldInstall) {
    console.log(renderUnit(getOwnCommand(), options, describeMachine()).trimEnd())
    return 0
  }
  assertInstallable()
  installIn(PATHS, process.execPath, options)
  // As the package does; nothing changes if there is such a user.
  run('systemd-sysusers', '--inline', `u ${SERVICE} -`)
  systemctl('daemon-reload')
  systemctl('enable', SERVICE)
  systemctl('restart', SERVICE)
  console.log(`
The clinic queue runs as the service ${SERVICE}, on port ${options.port}, now and after every boot.

  journalctl -u ${SERVICE} -n 30      its log; the first admin's password is in /var/lib/${SERVICE}/initial-password
  systemctl status ${SERVICE}         whether it runs
  sudo ${SERVICE} doctor --data-dir /var/lib/${SERVICE} --port ${options.port}${otherFlags(options)}
${options.tls ? RENEWAL_HINT : ''}`)
  return 0
}

const RENEWAL_HINT = `
The service has a copy of the certificate. After a renewal run  systemctl restart ${SERVICE}
`

function otherFlags({ tls, host, backupDir }: Config) {
  return [
    host ? ` --host ${host}` : '',
    backupDir ? ` --backup-dir ${backupDir}` : '',
    tls ? ` --tls-cert ${tls.cert} --tls-key ${tls.key}` : '',
  ].join('')
}

function getOwnCommand() {
  if (Bun.isStandaloneExecutable) return [process.execPath]
  return [process.execPath, resolve(import.meta.dirname, '../../main.ts')]
}

function assertInstallable() {
  if (!Bun.isStandaloneExecutable) {
    throw new ConfigError(
      'Only the compiled program can be installed. Build it with: bun run compile',
    )
  }
  if (process.platform !== 'linux' || !existsSync(RUNNING_SYSTEMD)) {
    throw new ConfigError(
      'systemd does not run on this machine. Nothing was installed. Start the program in another way.',
    )
  }
  if (process.getuid?.() !== 0) {
    throw new ConfigError('This needs root. Run it with sudo.')
  }
}

/** Copies to a second name first: a running program cannot be overwritten, only replaced. */
export function installIn(paths: typeof PATHS, program: string, options: Config) {
  const target = join(paths.programs, SERVICE)
  if (resolve(program) !== target) {
    copyFileSync(program, `${target}.new`)
    chmodSync(`${target}.new`, 0o755)
    renameSync(`${target}.new`, target)
  }
  const unit = renderUnit([target], options, describeMachine())
  writeFileSync(join(paths.units, `${SERVICE}.service`), unit, { mode: 0o644 })
}

function describeMachine() {
  return { canNotify: canNotifySystemd(), systemdVersion: getSystemdVersion() }
}

function getSystemdVersion() {
  if (!Bun.which('systemctl')) return 0
  const { stdout } = Bun.spawnSync(['systemctl', '--version'])
  return Number(/^systemd (\d+)/.exec(stdout.toString())?.[1] ?? 0)
}

function systemctl(...args: string[]) {
  run('systemctl', ...args)
}

function run(...command: string[]) {
  const { success, stderr } = Bun.spawnSync(command)
  if (success) return
  const reason = stderr.toString().trim().replace(/\s+/g, ' ')
  throw new ConfigError(`${command.join(' ')} failed: ${reason}`)
}
