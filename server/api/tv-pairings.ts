import { Hono } from 'hono'
import { Refusal } from '#clinic/refusal'
import { addressOf } from './address.ts'
import type { Door } from './guard.ts'

/** For a TV that nobody is signed in on: it shows a code, and asks until an admin has typed it. */
export const tvPairings = new Hono<Door>()
  .post('/', c => {
    const { pairings, now } = c.var.clinic
    return c.json(pairings.start(addressOf(c), Date.parse(now())), 201)
  })

  .get('/:pairingId', c => {
    const { pairings, now } = c.var.clinic
    const told = pairings.look(c.req.param('pairingId'), Date.parse(now()))
    if (!told) throw new Refusal('This code ran out. Ask for a new one.', { status: 404 })
    return c.json(told)
  })
