import { findTokenByHash, listApiTokens, type TokenAccess } from '#db/repositories/api-tokens'
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
  const access = await cached(`api token ${hash}`, () => read(db => findTokenByHash(db, hash)))
  return access?.user.isActive && access.user.role === 'admin' ? access : null
}
