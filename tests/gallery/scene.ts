import type { Browser } from 'playwright'
import type { Assets } from '../../server/http/assets.ts'
import { serve } from '../../server/serve.ts'
import { ADMIN, createTestClinic } from '../support/server/test-clinic.ts'
import { save } from './day.ts'
import { contextAt } from './places.ts'
import type { Look, Place, Scene, Screen, State } from './state.ts'

export type Stage = { browser: Browser; weatherUrl: string; assets: Assets }

/** A new clinic with data, and a browser for this picture. */
export async function createScene({ browser, weatherUrl, assets }: Stage, options: Options) {
  const { screen, state, place, look } = options
  const { clinic, close } = await createTestClinic({ weatherUrl })
  const serving = serve(clinic, { port: 0, hostname: '127.0.0.1', assets })
  if (look) await save(clinic, look.settings)
  await state.fill?.(clinic)

  const context = await contextAt(browser, place, serving.url)
  const contexts = [context]
  if (!screen.isSignedOut) await context.request.post('/api/auth/login', { data: ADMIN })
  const page = await context.newPage()
  let isLost = false

  const scene: Scene = {
    clinic,
    page,
    async openAnother(where) {
      const theirs = await contextAt(browser, where, serving.url)
      contexts.push(theirs)
      return theirs.newPage()
    },
    async open(path, island) {
      await page.goto(path)
      await page.locator(`[data-island=${island}][data-awake]`).waitFor()
    },
    async loseTheClinic() {
      isLost = true
      await serving.stop()
    },
  }

  async function closeScene() {
    for (const each of contexts) await each.close()
    if (!isLost) await serving.stop()
    await close()
  }
  return { scene, closeScene }
}

export type Options = { screen: Screen; state: State; place: Place; look?: Look | undefined }
