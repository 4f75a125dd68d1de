import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#domain/time'

const ECDSA_WITH_SHA256 = oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)
const COMMON_NAME = oid(0x55, 0x04, 0x03)
const SUBJECT_ALT_NAME = oid(0x55, 0x1d, 0x11)

/** Without `isNamed` there is only a common name, as old recipes make it. */
type Options = { name?: string; from?: Date; to?: Date; isNamed?: boolean }

/** A self-signed certificate (X.509, RFC 5280), made here so that no tool is needed. */
export function createCertificate(options: Options = {}) {
  const { name = 'localhost', isNamed = true } = options
  const { from = daysFromNow(-1), to = daysFromNow(30) } = options
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const names = sequence(der(0x82, Buffer.from(name)), der(0x87, Buffer.from([127, 0, 0, 1])))
  const tbsCertificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    sequence(ECDSA_WITH_SHA256),
    subject,
    sequence(time(from), time(to)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(isNamed ? [der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, names))))] : []),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', tbsCertificate, privateKey)])
  const certificate = sequence(tbsCertificate, sequence(ECDSA_WITH_SHA256), der(0x03, signature))
  const lines = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

export function saveCertificate(folder: string, { cert, key } = createCertificate()) {
  const files = { cert: join(folder, 'clinic.crt'), key: join(folder, 'clinic.key') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  return files
}

function daysFromNow(days: number) {
  return new Date(Date.now() + days * DAY_MS)
}

function der(tag: number, content: Buffer) {
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: Buffer[]) {
  return der(0x30, Buffer.concat(parts))
}

function oid(...bytes: number[]) {
  return der(0x06, Buffer.from(bytes))
}

function time(at: Date) {
  return der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')))
}
