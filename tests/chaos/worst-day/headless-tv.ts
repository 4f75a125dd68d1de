import { aHeadless } from './headless.ts'
import type { Tv } from './page-tv.ts'

export async function aHeadlessTv(
  name: string,
  wish: { url: string; token: string; timeZone: string; hurry: number },
): Promise<Tv & { close(): void }> {
  const announced: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  type FromTv = { isReady: true } | { announced: string }
  const { ask, close } = aHeadless<object, FromTv>('a-headless-tv.ts', wish, told => {
    if ('isReady' in told) resolve()
    else announced.push(told.announced)
  })
  await promise
  type Shown = { isQuiet: boolean; current: string; history: string[] }
  const look = () => ask<Shown>({})
  return {
    name,
    announced,
    troubles: [],
    close,
    isQuiet: async () => (await look()).isQuiet,
    async looks() {
      const { current, history } = await look()
      return { 'current call': [current], 'history on TV': history }
    },
  }
}
