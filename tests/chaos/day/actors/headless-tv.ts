import { startHeadlessProcess } from './headless-process.ts'
import type { Tv } from './page-tv.ts'

export async function startHeadlessTv(
  name: string,
  options: { url: string; token: string; timeZone: string; speedup: number },
): Promise<Tv & { close(): void }> {
  const announced: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  type TvMessage = { isReady: true } | { announced: string }
  const { request, close } = startHeadlessProcess<object, TvMessage>(
    'headless-tv-main.ts',
    options,
    message => {
      if ('isReady' in message) resolve()
      else announced.push(message.announced)
    },
  )
  await promise
  type Shown = { isQuiet: boolean; current: string; history: string[] }
  const getState = () => request<Shown>({})
  return {
    name,
    announced,
    consoleErrors: [],
    close,
    isQuiet: async () => (await getState()).isQuiet,
    async getView() {
      const { current, history } = await getState()
      return { 'current call': [current], 'history on TV': history }
    },
  }
}
