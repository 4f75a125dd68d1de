import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { SignInClient } from '../actions/auth.ts'
import type { App } from '../context.ts'
import { readDeviceToken, signDeviceToken } from '../security/device.ts'
import { getClientAddress } from './client-address.ts'
import { writeCookie } from './cookies.ts'

const NAME = 'device'
/** The longest that browsers keep a cookie. */
const MAX_AGE_S = 400 * 24 * 60 * 60

export async function getSignInClient(c: Context): Promise<SignInClient> {
  const { config }: App = c.get('app')
  return {
    address: getClientAddress(c),
    device: await readDeviceToken(config, getCookie(c, NAME)),
  }
}

/** Call it after the right password: nobody else's failures count in this browser then. */
export async function rememberDevice(c: Context, { device }: SignInClient, username: string) {
  const { config }: App = c.get('app')
  const token = await signDeviceToken(config, device, username)
  writeCookie(c, NAME, token, { path: '/', maxAge: MAX_AGE_S })
}
