import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigError } from '../config/config-error.ts'

/** Where the certificate and its key lie, as PEM files. */
export type TlsFiles = { cert: string; key: string }

/** What encrypts the connections, in PEM form; for whom, and between which instants (ISO 8601 in UTC). */
export type Certificate = {
  files: TlsFiles
  pair: { cert: string; key: string }
  names: string[]
  from: string
  to: string
}

/** Reads both files; whatever is wrong with them is one sentence. A date that has passed is not: see `outOfDate`. */
export function readCertificate(files: TlsFiles): Certificate {
  const pair = { cert: readText(files.cert, 'certificate'), key: readText(files.key, 'key') }
  const own = parseCertificate(pair.cert, files.cert)
  if (!own.checkPrivateKey(parseKey(pair.key, files.key))) {
    throw new ConfigError(
      `The key ${files.key} does not belong to the certificate ${files.cert}, whose first part must be the clinic's own.`,
    )
  }
  const [from, to] = [toIso(own.validFrom), toIso(own.validTo)]
  return { files, pair, names: getNames(own), from, to }
}

/** Browsers have not looked at a certificate's common name for years. */
export const NO_NAMES = 'has no subjectAltName, so that browsers refuse it for every address'

/** Why browsers refuse it at this moment, or null. */
export function getValidityProblem({ from, to }: Pick<Certificate, 'from' | 'to'>, now: string) {
  if (now > to) return `ended on ${to.slice(0, 10)}`
  if (now < from) return `is not valid before ${from.slice(0, 10)}`
  return null
}

function readText(file: string, what: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? cause.code : 'unknown'
    throw new ConfigError(
      `The ${what} ${file} cannot be read (${why}). It must be a PEM file that this program's user may read.`,
    )
  }
}

function parseCertificate(text: string, file: string) {
  try {
    return new X509Certificate(text)
  } catch {
    throw new ConfigError(`${file} holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).`)
  }
}

function parseKey(text: string, file: string): KeyObject {
  try {
    return createPrivateKey(text)
  } catch {
    throw new ConfigError(
      `${file} holds no private key in PEM form, or one with a passphrase: it must have none.`,
    )
  }
}

function getNames({ subjectAltName = '' }: X509Certificate) {
  return subjectAltName
    .split(', ')
    .flatMap(name => name.match(/^(?:DNS|IP Address):(.+)$/)?.[1] ?? [])
}

function toIso(date: string) {
  return new Date(date).toISOString()
}
