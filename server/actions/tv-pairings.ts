import type { Query } from '#db/connection/query'
import { addPairing, findPairing, pairingWithCode, savePairing } from '#db/repositories/tv-pairings'
import { TV_TOKEN_BYTES } from '#domain/display/tv-device'
import {
  PAIRING_LIVES_MS,
  type PairingState,
  pairingCode,
  TOKEN_IS_TOLD_FOR_MS,
} from '#domain/display/tv-pairing'
import { Refusal } from '#domain/errors'
import type { Clinic } from '../context.ts'
import { base32 } from '../security/base32.ts'
import { randomLetters, tokenHash } from '../security/tokens.ts'

const ID_BYTES = 20

/** A new pairing for the TV at this address. Throws a Refusal when it asks too often. */
export async function startPairing(clinic: Clinic, address: string) {
  const { write, pairingPace, now } = clinic
  const at = Date.parse(now())
  pairingPace(address, at)
  const pairingId = randomLetters(ID_BYTES)
  const endsAt = at + PAIRING_LIVES_MS
  const hashes = { idHash: tokenHash(pairingId), tokenHash: tokenHash(tokenOf(clinic, pairingId)) }
  const code = await write(async tx => {
    const code = await freeCode(tx, at)
    await addPairing(tx, { ...hashes, code, endsAt }, at)
    return code
  })
  return { code, pairingId, expiresAt: new Date(endsAt).toISOString() }
}

/** What a waiting TV is told; its token no longer than a minute after the first time. */
export async function lookAtPairing(clinic: Clinic, pairingId: string): Promise<PairingState> {
  const { read, write, now } = clinic
  const at = Date.parse(now())
  const pairing = await read(db => findPairing(db, tokenHash(pairingId), at))
  if (!pairing) throw new Refusal('This code ran out. Ask for a new one.', { status: 404 })
  const { idHash, state, endsAt } = pairing
  if (state === 'waiting') return { state, expiresAt: new Date(endsAt).toISOString() }
  const told = { idHash, state: 'told', endsAt: at + TOKEN_IS_TOLD_FOR_MS } as const
  if (state === 'paired') await write(tx => savePairing(tx, told))
  return { state: 'paired', token: tokenOf(clinic, pairingId) }
}

/** Made from what only the TV and the clinic know, so that it is kept nowhere until it is fetched. */
function tokenOf({ cookieSecret }: Pick<Clinic, 'cookieSecret'>, pairingId: string) {
  const made = new Bun.CryptoHasher('sha256', cookieSecret).update(`TV paired as ${pairingId}`)
  return base32(made.digest().subarray(0, TV_TOKEN_BYTES))
}

async function freeCode(tx: Query, now: number): Promise<string> {
  const code = pairingCode(crypto.getRandomValues(new Uint32Array(6)))
  return (await pairingWithCode(tx, code, now)) ? freeCode(tx, now) : code
}
