import { expect } from 'bun:test'
import { join } from 'node:path'
import type { CallPlace } from '#domain/events'
import { ROOMS } from '../server/test-clinic.ts'
import { type signIn, until } from '../server/test-server.ts'

export type Admin = Awaited<ReturnType<typeof signIn>>

/** With a token it is a TV, otherwise a desk. */
export type PageOptions = {
  url: string
  cookie?: string
  token?: string
  options?: { timeout?: number; reconnectionDelay?: number; reconnectionDelayMax?: number }
  slowDelayMs?: number
  silentIsDeadMs?: number
  newestCall?: CallPlace
}
type State = { isLive: boolean; isConnected: boolean; shows: string[]; played: string[] }

export function startPage(options: PageOptions) {
  const program = join(import.meta.dirname, 'page-actor-main.ts')
  const kind = options.token === undefined ? 'desk' : 'TV'
  const states: State[] = []
  const child = Bun.spawn([process.execPath, program, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'json',
    ipc: (state: State) => states.push(state),
  })
  const latest = () => states.at(-1)

  return {
    latest,
    joined: () => states.filter(({ isLive }, n) => isLive && states[n - 1]?.isLive !== true).length,
    played: () => latest()?.played ?? [],
    listens: (isLive = true) =>
      until(`the ${kind} listens: ${isLive}`, () => latest()?.isLive === isLive),
    shows: (...names: string[]) =>
      until(
        `the ${kind} shows ${names}, not ${latest()?.shows}`,
        () => JSON.stringify(latest()?.shows) === JSON.stringify(names),
      ),
    close: () => child.kill('SIGKILL'),
  }
}

/** A call played twice would have been played before the next one. */
export async function expectNextCallPlayed(admin: Admin, tv: ReturnType<typeof startPage>) {
  await registerAndCall(admin, 'CARA', ROOMS.dispensary)
  await until('the next is played', () => tv.played().includes('CARA'))
  expect(tv.played()).toEqual(['ALI', 'BEN', 'CARA'])
}

export async function registerAndCall(admin: Admin, name: string, room: number) {
  const { id } = await admin.register(name)
  expect((await admin.call(id, room)).status).toBe(200)
}
