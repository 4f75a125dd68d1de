import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { DomainError } from '#domain/errors'
import { findV1Rights, formatScopes, getTokenSession } from '#domain/programs/api-token'
import { touchLastUsed } from '../../actions/api-tokens.ts'
import { findTokenAccess, findValidTokenById, type TokenAccess } from '../../queries/programs.ts'
import { FREE_FAILURES_OVERALL } from '../../security/login-throttle.ts'
import { getClientAddress } from '../client-address.ts'
import type { AppEnv } from './auth.ts'

const MAX_TOKEN_LENGTH = 200

/** The request acts as the administrator who made the token. Cookies are ignored. */
export const requireToken = createMiddleware<AppEnv>(async (c, next) => {
  const { app } = c.var
  const bearer = readBearer(c)
  const isPossible = bearer !== '' && bearer.length <= MAX_TOKEN_LENGTH
  const access = isPossible ? await findTokenAccess(app, bearer) : null
  if (!access) {
    // Failures are counted by address, so nobody can try many tokens.
    const key = `token from ${getClientAddress(c)}`
    const counts = [{ key, free: FREE_FAILURES_OVERALL }]
    await app.limits.login.attempt({ counts, stranger: key }, async () => null)
    throw invalidTokenError()
  }
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  const rights = findV1Rights(method, c.req.path)
  if (!rights) throw new DomainError('Not found', { status: 404 })
  const { scopes } = access.token
  if (!rights.some(scope => scopes.includes(scope))) {
    const needed = formatScopes(rights)
    throw new DomainError(`This token may not do this: it needs ${needed}`, { status: 403 })
  }
  c.set('scopes', scopes)
  c.set('session', toSession(access))
  c.set('recheck', async db => {
    const current = await findValidTokenById(db, access.token.id)
    if (!current) throw invalidTokenError()
    return current.user
  })
  await touchLastUsed(app, access.token)
  await next()
})

/** Returns '' if there is no token. Ignores case, and spaces around a pasted token. */
export function readBearer(c: Context) {
  const [, token = ''] = /^Bearer +([a-z0-9]+) *$/i.exec(c.req.header('authorization') ?? '') ?? []
  return token.toLowerCase()
}

const invalidTokenError = () => new DomainError('This token is not valid', { status: 401 })

function toSession({ token, user }: TokenAccess) {
  const username = `${user.username} (${token.name})`
  return {
    id: getTokenSession(token.id),
    user: { ...user, username },
    expiresAt: Number.POSITIVE_INFINITY,
  }
}
