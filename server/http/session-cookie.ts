import type { Context } from 'hono'
import { signOut } from '../actions/auth.ts'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import {
  findSessionByToken,
  renewSession,
  SESSION_TTL_MS,
  type Session,
  signToken,
} from '../security/session.ts'
import { write } from '../write.ts'
import { getClientAddress } from './client-address.ts'
import {
  type Cookie,
  clearCookie,
  formatPageCookie,
  isNamedAsWritten,
  readCookies,
  readOwnCookies,
  writeCookie,
} from './cookies.ts'

const NAME = 'session'
/** The page sets this cookie, so a reload shows no patients if its request to sign out is lost. */
const SIGNED_OUT_COOKIE = 'signed_out'
const SIGNED_OUT = '1'

/** Renews the session if necessary, and sets the new cookie in the response. */
export async function getSession(c: Context): Promise<Session | null> {
  const app: App = c.get('app')
  const header = c.req.header('cookie') ?? null
  if (isSignedOut(app, header)) return endSignedOutSession(c)
  const found = await findSession(app, header)
  if (!found) return null
  const { session, cookie } = found
  const current = await tryRenew(app, session)
  const isUpToDate = current === session && isNamedAsWritten(c, NAME, cookie)
  if (current && !isUpToDate) await writeSessionCookie(c, current)
  return current
}

/** Live connections use this, because they have no Hono context. */
export async function getSessionFromHeader(app: App, header: string | null) {
  return isSignedOut(app, header) ? null : ((await findSession(app, header))?.session ?? null)
}

type Found = { session: Session; cookie: Cookie }

async function findSession(app: App, header: string | null): Promise<Found | null> {
  for (const cookie of readCookies(app.config, header, NAME)) {
    const session = await findSessionByToken(app, cookie.value)
    if (session) return { session, cookie }
  }
  return null
}

function isSignedOut({ config }: App, header: string | null) {
  return readCookies(config, header, SIGNED_OUT_COOKIE).some(({ value }) => value === SIGNED_OUT)
}

/** Signs out on the server, because the browser's own request to sign out was lost. */
async function endSignedOutSession(c: Context) {
  const app: App = c.get('app')
  await endCurrentSession(c).catch(cause =>
    app.log('warn', 'sign-out failed', describeError(cause)),
  )
  clearSessionCookie(c)
  return null
}

/** Ends the sessions on the server. The caller replaces or clears the cookie. */
export async function endCurrentSession(c: Context) {
  const app: App = c.get('app')
  for (const { value } of readOwnCookies(c, NAME)) {
    const session = await findSessionByToken(app, value)
    if (session)
      await write(app, { user: session.user, address: getClientAddress(c) }, tx =>
        signOut(tx, session),
      )
  }
}

/** A failed renewal, as on a full disk, must not hide the queue from signed-in users. */
async function tryRenew(app: App, session: Session) {
  try {
    return await renewSession(app, session)
  } catch (cause) {
    app.log('warn', 'session renewal failed', describeError(cause))
    return session
  }
}

export async function writeSessionCookie(c: Context, session: Session) {
  const maxAge = Math.floor(SESSION_TTL_MS / 1000)
  writeCookie(c, NAME, await signToken(c.get('app'), session), maxAge)
  if (readOwnCookies(c, SIGNED_OUT_COOKIE).length > 0) clearCookie(c, SIGNED_OUT_COOKIE)
}

/** The cookie that a page sets before its request to sign out. No session lasts longer. */
export function formatSignedOutCookie(c: Context) {
  const maxAge = Math.floor(SESSION_TTL_MS / 1000)
  return formatPageCookie(c, SIGNED_OUT_COOKIE, SIGNED_OUT, maxAge)
}

export function clearSessionCookie(c: Context) {
  clearCookie(c, NAME)
  clearCookie(c, SIGNED_OUT_COOKIE)
}
