import { isInScope, type TvOptions } from '#domain/display/tv-options'
import { maskCall } from '#domain/display/tv-patient'
import { type Audience, type Greeting, type LiveEvents, toCallJson } from '#domain/events'
import type { Channel, ChannelEvent } from './channel.ts'

export type Client = {
  session: string
  name: string
  audience: Audience
  options: TvOptions | null
}

export function isTv<C extends Client>(client: C): client is C & { options: TvOptions } {
  return client.options !== null
}

type Handshake = { cookie: string | null; tvToken: unknown; isPage?: boolean }

export type Authenticate = (handshake: Handshake) => Promise<Client | null>

type GreetingEvent = { [E in Greeting]: { name: E; payload: LiveEvents[E] } }[Greeting]

export function getGreeting({ name, audience }: Client, { getVersion }: Channel): GreetingEvent {
  const version = getVersion()
  return audience === 'tv'
    ? { name: 'tv:connected', payload: { name, version } }
    : { name: 'clinic:joined', payload: { username: name, version } }
}

export function toClientEvent(
  client: Client,
  event: ChannelEvent,
): Pick<ChannelEvent, 'name' | 'payload'> | null {
  const { name, payload, audience } = event
  // A TV's session and its channel have the same name.
  if (!audience.some(one => one === client.audience || one === client.session)) return null
  if (client.options === null) return { name, payload }
  if (name === 'tv:changed') client.options = payload.options
  if (name !== 'patient:called') return { name, payload }
  const { call } = payload
  if (!isInScope(client.options, call)) {
    const { sequence, calledAt } = call
    return { name: 'call:skipped', payload: { sequence, calledAt } }
  }
  return { name, payload: toCallJson(maskCall(call, client.options)) }
}
