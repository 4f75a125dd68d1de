import type { Query } from '#db/connection/query'
import {
  findToken,
  findTokenByHash,
  listApiTokens,
  type TokenAccess,
} from '#db/repositories/api-tokens'
import type { App } from '../context.ts'
import { hashToken } from '../security/tokens.ts'

export type { TokenAccess }

export function getApiTokens({ read }: App) {
  return read(listApiTokens)
}

/** Null for a token that is unknown or revoked, or whose administrator is none any more. */
export async function findTokenAccess(
  { read, cached }: Pick<App, 'read' | 'cached'>,
  token: string,
): Promise<TokenAccess | null> {
  const hash = hashToken(token)
  const find = (db: Query) => findTokenByHash(db, hash)
  return onlyIfValid(await cached(`api token ${hash}`, () => read(find)))
}

/** Past the cache, such as in the transaction of a write. */
export async function findTokenAccessById(db: Query, id: number) {
  return onlyIfValid(await findToken(db, id))
}

function onlyIfValid(access: TokenAccess | null) {
  return access?.user.isActive && access.user.role === 'admin' ? access : null
}
