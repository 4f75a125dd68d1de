import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { connect, type PeerCertificate } from 'node:tls'
import { DAY_MS, YEAR_MS } from '#domain/time'
import { type Config, hasLocalData, isSharedDatabase } from '../../config/config.ts'
import { findExplanation } from '../../config/explain-start-error.ts'
import { BUILD } from '../../config/version.ts'
import { ConfigError } from '../../domain/errors.ts'
import { formatErrorLine } from '../../observability/log.ts'
import { MIN_CERTIFICATE_DAYS } from '../../queries/system/notices.ts'
import {
  type Certificate,
  getFingerprint,
  getNames,
  getValidityProblem,
  NO_NAMES,
} from '../../tls/certificate.ts'
import type { CallerFiles } from '../caller-files.ts'
import { findRunningAddress } from '../local-commands.ts'
import { askHealth, assertListenable, getHost, MAX_WAIT_MS } from '../port.ts'
import * as data from './data.ts'

/** `check` returns a good result or null, and throws a problem. */
type Check = [topic: string, check: () => string | null | Promise<string | null>]

export async function runDoctor(options: Config, files: CallerFiles) {
  process.umask(0o077)
  const dataDir = resolve(options.dataDir)
  let code = 0
  for (const [topic, check] of await listChecks(options, dataDir, files)) {
    try {
      const result = await check()
      if (result !== null) console.log(`ok       ${topic}: ${result}`)
    } catch (cause) {
      code = 1
      const problem =
        findExplanation(cause, dataDir) ?? `this could not be checked: ${formatErrorLine(cause)}`
      console.log(`problem  ${topic}: ${problem}`)
    }
  }
  return code
}

async function listChecks(
  options: Config,
  dataDir: string,
  { getCertificate }: CallerFiles,
): Promise<Check[]> {
  const folder: Check = ['data folder', () => data.checkFolder(dataDir)]
  if (!isPassed(() => readdirSync(dataDir))) return [folder]
  const now = new Date()
  const running = await findRunningAddress(dataDir)
  const address = { ...options, ...running }
  const health = await askHealth(address)
  // Check the folder first, because SQLite reports a file of another user as damaged.
  const isUsable = !hasLocalData(options) || isPassed(() => data.checkFolder(dataDir))
  const database = isUsable ? await data.inspect(options, dataDir) : { state: 'unusable' as const }
  const inspection = database.state === 'opened' ? database.inspection : null
  const isOpen = inspection !== null || database.state === 'new'
  const isOtherData = isOpen && running === null && !isSharedDatabase(options)
  return [
    ['settings', () => checkSettings(options)],
    folder,
    ['disk', () => data.checkDisk(dataDir)],
    ['size', () => data.checkSize(dataDir)],
    ['database', () => data.checkDatabase(database, health !== null)],
    ['schema', () => inspection && data.checkSchema(inspection)],
    ['users', () => inspection && data.checkUsers(inspection)],
    ['restore', () => data.checkRestore(dataDir)],
    ['backups', () => data.checkBackups(options, dataDir, now)],
    ['off-site copy', () => data.checkCopies(options, health)],
    [
      `port ${address.port}`,
      () => {
        if (health) return checkUsedPort(isOtherData)
        // The program that holds the database may be starting.
        return database.state === 'locked' ? null : checkFreePort(address)
      },
    ],
    [
      'certificate',
      async () => {
        const served = health?.isTls ? await findServedCertificate(address) : null
        return checkCertificate(getCertificate(), served, now)
      },
    ],
    ['clock', () => checkClock(now, inspection?.newest ?? null)],
  ]
}

function isPassed(check: () => unknown) {
  try {
    check()
    return true
  } catch {
    return false
  }
}

function checkSettings({ warnings }: Config) {
  if (warnings.length === 0) return null
  throw new ConfigError(`${warnings.join(' ')} Correct this, then restart the program.`)
}

function checkUsedPort(isOtherData: boolean) {
  if (!isOtherData) return 'a clinic queue responds'
  throw new ConfigError(
    'used by a clinic queue with other data. Stop it, or choose another port with --port.',
  )
}

function checkFreePort(address: Config) {
  assertListenable(address)
  return 'free'
}

/** `served` is the certificate of the running program, whose files this command may not know. */
export function checkCertificate(
  own: Certificate | undefined,
  served: PeerCertificate | null,
  now: Date,
) {
  if (own && served && served.fingerprint256 !== getFingerprint(own)) {
    throw new ConfigError(
      `the running program serves another one than ${own.files.cert}. It uses new files within a minute; otherwise restart it. A service uses copies made at its start.`,
    )
  }
  const certificate = own ?? (served && parseServed(served))
  if (!certificate) return null
  const invalid = getValidityProblem(certificate, now.toISOString())
  if (invalid) throw new ConfigError(`it ${invalid}. ${RENEW_ADVICE}`)
  const { names, to } = certificate
  if (names.length === 0) {
    throw new ConfigError(`it ${NO_NAMES}. Get one for the name or address that people type.`)
  }
  const days = Math.floor((Date.parse(to) - now.getTime()) / DAY_MS)
  const result = `for ${names.join(', ')}, until ${to.slice(0, 10)} (${days} days)`
  if (days >= MIN_CERTIFICATE_DAYS) return result
  throw new ConfigError(`${result}. ${RENEW_ADVICE}`)
}

const RENEW_ADVICE = 'Renew it. The running program uses the new one within a minute.'

function parseServed({ subjectaltname, valid_from, valid_to }: PeerCertificate) {
  const [from = '', to = ''] = [valid_from, valid_to].map(date => new Date(date).toISOString())
  return { names: getNames(subjectaltname), from, to }
}

function findServedCertificate(address: Config) {
  return new Promise<PeerCertificate | null>(resolve => {
    const host = getHost(address).replace(/[[\]]/g, '')
    // A certificate rarely contains the name that is used here.
    const socket = connect({ host, port: address.port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    })
    socket.setTimeout(MAX_WAIT_MS, () => socket.destroy())
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(null))
  })
}

const SET = 'set it (Linux: timedatectl set-ntp true), then restart the program.'
const TOLERANCE_MS = 60_000

export function checkClock(now: Date, newest: string | null, builtAt = BUILD.builtAt) {
  const time = now.toISOString()
  const sinceMs = (instant: string | null) => now.getTime() - Date.parse(instant ?? time)
  if (sinceMs(builtAt) < -TOLERANCE_MS) {
    throw new ConfigError(
      `it says ${time}, but this program was built on ${builtAt}. The clock is wrong: ${SET}`,
    )
  }
  const result = `it says ${time}, but the newest entry is from ${newest}.`
  if (sinceMs(newest) < -TOLERANCE_MS) {
    throw new ConfigError(
      `${result} If the clock is wrong, ${SET} If it is right now, the entry was made while it was ahead: nothing needs to be done.`,
    )
  }
  if (sinceMs(newest) > YEAR_MS) {
    throw new ConfigError(
      `${result} If the clinic was not closed for so long, the clock is wrong: ${SET}`,
    )
  }
  return time
}
