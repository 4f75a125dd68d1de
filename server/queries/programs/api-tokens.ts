import { findValidToken, listApiTokens, type TokenAccess } from '#db/repositories/api-tokens'
import type { App } from '../../context.ts'
import { hashToken } from '../../security/tokens.ts'

export { findValidTokenById } from '#db/repositories/api-tokens'
export type { TokenAccess }

export function getApiTokens({ read }: App) {
  return read(listApiTokens)
}

/** Null if the token is unknown or revoked, or if its user is no longer an active administrator. */
export function findTokenAccess(
  { read, cached }: Pick<App, 'read' | 'cached'>,
  token: string,
): Promise<TokenAccess | null> {
  const hash = hashToken(token)
  const find = () => read(db => findValidToken(db, hash))
  return cached(`api token ${hash}`, find, ['api_tokens', 'users'])
}
