import { chmodSync, copyFileSync, existsSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { readCertificate } from '../../tls/certificate.ts'
import { renderUnit, SERVICE } from './unit.ts'

export const PATHS = { programs: '/usr/local/bin', units: '/etc/systemd/system' }

/** `install-service`: shows the service, or puts it and this file in their places and starts it. */
export async function runInstallService(options: Config) {
  if (options.tls) readCertificate(options.tls)
  if (!options.wantsInstall) {
    console.log(renderUnit(getOwnCommand(), options).trimEnd())
    return 0
  }
  assertInstallable()
  installIn(PATHS, process.execPath, options)
  systemctl('daemon-reload')
  systemctl('enable', SERVICE)
  systemctl('restart', SERVICE)
  console.log(`
The clinic queue runs as the service ${SERVICE}, on port ${options.port}, now and after every start of this machine.

  journalctl -u ${SERVICE} -n 30      its messages; the first start tells the admin's password here
  systemctl status ${SERVICE}         whether it runs
  sudo ${SERVICE} doctor --data-dir /var/lib/${SERVICE} --port ${options.port}${tlsFlags(options)}
${options.tls ? RENEWAL_HINT : ''}`)
  return 0
}

const RENEWAL_HINT = `
It has a copy of the certificate: after a renewal say  systemctl restart ${SERVICE}
`

function tlsFlags({ tls }: Config) {
  return tls ? ` --tls-cert ${tls.cert} --tls-key ${tls.key}` : ''
}

function getOwnCommand() {
  if (Bun.isStandaloneExecutable) return [process.execPath]
  return [process.execPath, resolve(import.meta.dirname, '../../main.ts')]
}

function assertInstallable() {
  if (!Bun.isStandaloneExecutable) {
    throw new ConfigError('Only the compiled program can be installed: bun run compile makes it.')
  }
  if (process.platform !== 'linux' || !existsSync(PATHS.units)) {
    throw new ConfigError('There is no systemd on this machine; have it started in another way.')
  }
  if (process.getuid?.() !== 0) {
    throw new ConfigError('This needs root: put sudo before it.')
  }
}

/** Copies the program beside its place first: a running one cannot be written over, only replaced. */
export function installIn(places: typeof PATHS, program: string, options: Config) {
  const place = join(places.programs, SERVICE)
  if (resolve(program) !== place) {
    copyFileSync(program, `${place}.new`)
    chmodSync(`${place}.new`, 0o755)
    renameSync(`${place}.new`, place)
  }
  writeFileSync(join(places.units, `${SERVICE}.service`), renderUnit([place], options), {
    mode: 0o644,
  })
}

function systemctl(...order: string[]) {
  const { success, stderr } = Bun.spawnSync(['systemctl', ...order])
  if (success) return
  const said = stderr.toString().trim().replace(/\s+/g, ' ')
  throw new ConfigError(`systemctl ${order.join(' ')} did not work: ${said}`)
}
