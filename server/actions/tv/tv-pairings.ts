import type { Query } from '#db/connection/query'
import {
  createPairing,
  deleteExpiredPairings,
  deletePairing,
  findPairing,
  findPairingByCode,
  listWaitingPairings,
  updatePairing,
} from '#db/repositories/tv/tv-pairings'
import { TV_TOKEN_BYTES, type TvKind } from '#domain/display/tv-device'
import {
  createPairingCode,
  findSurplusPairing,
  MAX_PAIRINGS,
  PAIRING_TTL_MS,
  type PairingState,
  TOKEN_TTL_MS,
  type WaitingPairing,
} from '#domain/display/tv-pairing'
import { DomainError } from '#domain/errors'
import type { App } from '../../context.ts'
import { refuseTooMany } from '../../security/rate-limit.ts'
import { base32, createMac, createRandomId, hashToken } from '../../security/tokens.ts'

const ID_BYTES = 20

const TOO_MANY = 'Too many codes requested. Please wait a moment.'
const NO_ROOM_RETRY_MS = 5_000

export async function startPairing(app: App, address: string, kind: TvKind = 'tv') {
  const { read, write, cached, limits, tv, now } = app
  const at = Date.parse(now())
  const waiting = await cached('waiting TV codes', () => read(listWaitingPairings))
  // Check this first, so a TV that waits for room does not use up the limit of its address.
  getSurplus(
    app,
    waiting.filter(({ endsAt }) => endsAt > at),
  )
  refuseTooMany(await limits.pairing.consume(address, at), TOO_MANY)
  const pairingId = createRandomId(ID_BYTES)
  const endsAt = at + PAIRING_TTL_MS
  const hashes = { idHash: hashToken(pairingId), tokenHash: hashToken(deriveToken(app, pairingId)) }
  const code = await write(async tx => {
    await deleteExpiredPairings(tx, at)
    const surplus = getSurplus(app, await listWaitingPairings(tx))
    if (surplus) await deletePairing(tx, surplus)
    const code = await createUniqueCode(tx, at)
    await createPairing(tx, { ...hashes, kind, code, address, endsAt })
    return code
  })
  tv.pairingPolls.addNew(hashes.idHash)
  return { code, pairingId, expiresAt: new Date(endsAt).toISOString() }
}

/** Returns the code to remove for a new code, or null if there is room. Throws if all must stay. */
function getSurplus({ tv }: App, waiting: WaitingPairing[]) {
  if (waiting.length < MAX_PAIRINGS) return null
  const surplus = findSurplusPairing(waiting, tv.pairingPolls.isPolled)
  if (!surplus) refuseTooMany(NO_ROOM_RETRY_MS, TOO_MANY)
  return surplus
}

/** A TV can fetch its token for a minute after the first time. */
export async function getPairing(app: App, pairingId: string): Promise<PairingState> {
  const { read, write, tv, now } = app
  const at = Date.parse(now())
  const pairing = await read(db => findPairing(db, hashToken(pairingId), at))
  if (!pairing) throw new DomainError('This code has expired. Get a new one.', { status: 404 })
  const { idHash, state, endsAt } = pairing
  tv.pairingPolls.addPoll(idHash)
  if (state === 'waiting') return { state, expiresAt: new Date(endsAt).toISOString() }
  const delivered = { idHash, state: 'told', endsAt: at + TOKEN_TTL_MS } as const
  if (state === 'paired') await write(tx => updatePairing(tx, delivered))
  return { state: 'paired', token: deriveToken(app, pairingId) }
}

/** Derives the token from data that only the TV and the server know, so it is never stored. */
function deriveToken({ config }: App, pairingId: string) {
  return base32(createMac(config, `TV paired as ${pairingId}`).subarray(0, TV_TOKEN_BYTES))
}

async function createUniqueCode(tx: Query, now: number): Promise<string> {
  const code = createPairingCode(crypto.getRandomValues(new Uint32Array(6)))
  return (await findPairingByCode(tx, code, now)) ? createUniqueCode(tx, now) : code
}
