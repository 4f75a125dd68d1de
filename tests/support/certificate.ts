import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DAY_MS = 24 * 60 * 60_000
const ECDSA_WITH_SHA256 = oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)
const COMMON_NAME = oid(0x55, 0x04, 0x03)
const SUBJECT_ALT_NAME = oid(0x55, 0x1d, 0x11)

/** One that is not named has a common name alone, as old recipes make it. */
type Wish = { name?: string; from?: Date; to?: Date; isNamed?: boolean }

/** A self-signed certificate (X.509, RFC 5280) for localhost, and its key; made here, so that no tool has to be there. */
export function aCertificate(wish: Wish = {}) {
  const { name = 'localhost', from = new Date(), isNamed = true } = wish
  const { to = new Date(Date.now() + 30 * DAY_MS) } = wish
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const who = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const names = sequence(der(0x82, Buffer.from(name)), der(0x87, Buffer.from([127, 0, 0, 1])))
  const said = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    sequence(ECDSA_WITH_SHA256),
    who,
    sequence(time(from), time(to)),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(isNamed ? [der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, names))))] : []),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', said, privateKey)])
  const whole = sequence(said, sequence(ECDSA_WITH_SHA256), der(0x03, signature))
  const lines = whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Puts a certificate and its key where a program finds them. */
export function keepCertificate(folder: string, { cert, key } = aCertificate()) {
  const files = { cert: join(folder, 'clinic.crt'), key: join(folder, 'clinic.key') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  return files
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
