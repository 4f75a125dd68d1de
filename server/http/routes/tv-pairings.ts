import { Hono } from 'hono'
import { lookAtPairing, startPairing } from '../../actions/tv-pairings.ts'
import { addressOf } from '../client-address.ts'
import type { Door } from '../middleware/auth.ts'

/** For a TV that nobody is signed in on: it shows a code, and asks until an admin has typed it. */
export const tvPairings = new Hono<Door>()
  .post('/', async c => c.json(await startPairing(c.var.clinic, addressOf(c)), 201))

  .get('/:pairingId', async c =>
    c.json(await lookAtPairing(c.var.clinic, c.req.param('pairingId'))),
  )
