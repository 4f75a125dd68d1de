import { Hono } from 'hono'
import { getPairing, startPairing } from '../../actions/tv-pairings.ts'
import { getClientAddress } from '../client-address.ts'
import type { AppEnv } from '../middleware/auth.ts'

/** For a TV that nobody is signed in on: it shows a code, and asks until an admin has typed it. */
export const tvPairings = new Hono<AppEnv>()
  .post('/', async c => c.json(await startPairing(c.var.app, getClientAddress(c)), 201))

  .get('/:pairingId', async c => c.json(await getPairing(c.var.app, c.req.param('pairingId'))))
