import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getErrorCode } from '#db/connection/errors'
import type { TlsFiles } from '../config/config.ts'
import { describeUser } from '../config/file-access.ts'
import { ConfigError } from '../domain/errors.ts'

/** `from` and `to`: times in ISO 8601 and UTC. `names`: the names of the subject. */
export type Certificate = {
  files: TlsFiles
  pair: { cert: string; key: string }
  names: string[]
  from: string
  to: string
}

export function readCertificate(files: TlsFiles): Certificate {
  const pair = { cert: readText(files.cert, 'certificate'), key: readText(files.key, 'key') }
  const certificate = orExplain(
    () => new X509Certificate(pair.cert),
    () => `${files.cert} contains no certificate in PEM format (-----BEGIN CERTIFICATE-----).`,
  )
  const key = orExplain(
    () => createPrivateKey(pair.key),
    () =>
      `${files.key} contains no private key in PEM format, or the key has a passphrase. Use a key without one.`,
  )
  if (!certificate.checkPrivateKey(key)) {
    throw new ConfigError(
      `The key ${files.key} does not belong to the certificate ${files.cert}. In a chain, the clinic's own certificate must come first.`,
    )
  }
  const { validFrom, validTo, subjectAltName } = certificate
  const [from, to] = [new Date(validFrom).toISOString(), new Date(validTo).toISOString()]
  return { files, pair, names: getNames(subjectAltName), from, to }
}

export function getFingerprint({ pair }: Pick<Certificate, 'pair'>) {
  return new X509Certificate(pair.cert).fingerprint256
}

/** Browsers ignore the common name, so missing names are a problem. */
export const NO_NAMES = 'has no subjectAltName, so browsers reject it for every address'

export function getValidityProblem({ from, to }: Pick<Certificate, 'from' | 'to'>, now: string) {
  if (now > to) return `expired on ${to.slice(0, 10)}`
  if (now < from) return `is not valid before ${from.slice(0, 10)}`
  return null
}

function readText(file: string, label: string) {
  return orExplain(
    () => readFileSync(file, 'utf8'),
    cause =>
      `The ${label} ${file} cannot be read (${getErrorCode(cause) || 'unknown'}). It must be a PEM file that ${describeUser()} can read.`,
  )
}

function orExplain<T>(read: () => T, explain: (cause: unknown) => string) {
  try {
    return read()
  } catch (cause) {
    throw new ConfigError(explain(cause))
  }
}

export function getNames(subjectAltName = '') {
  return subjectAltName
    .split(', ')
    .flatMap(name => name.match(/^(?:DNS|IP Address):(.+)$/)?.[1] ?? [])
}
