import type { QrSession, QrSides } from './qr-handshake.ts'
import { hashToken } from './tokens.ts'

/** What a browser has brought of a QR code: the TV its secret, the phone the ticket it was answered with. */
export type QrProof = { secret: string | undefined; ticket: string | undefined }

type SecretKey = { cookieSecret: string }

/** The address in a QR code is seen by everybody in the room, so it proves nothing by itself. */
export function getSides(key: SecretKey, qr: QrSession, { secret, ticket }: QrProof): QrSides {
  return {
    isTv: secret !== undefined && isEqualConstantTime(hashToken(secret), qr.secretHash),
    isPhone:
      ticket !== undefined &&
      isEqualConstantTime(hashToken(ticket), hashToken(getTicket(key, qr.id))),
  }
}

/** Handed to the phone on which the password was typed; made from the clinic's key, it need not be kept. */
export function getTicket({ cookieSecret }: SecretKey, qrId: string) {
  return new Bun.CryptoHasher('sha256', cookieSecret).update(`phone of ${qrId}`).digest('hex')
}

/** Takes the same time wherever they differ. */
export function isEqualConstantTime(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && crypto.timingSafeEqual(a, b)
}
