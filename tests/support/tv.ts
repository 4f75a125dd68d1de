import type { Page } from 'playwright/test'
import { listenForTrouble } from './page-trouble.ts'
import { test as base, expect } from './screen.ts'

type Tv = {
  /** The address of a TV's own page. */
  tvUrl: string
  /** A browser in the waiting room: no cookie, and nothing that is wrong in its console. */
  tv: Page
}

export const test = base.extend<Tv>({
  tvUrl: async ({ desk, clinic }, use) => {
    const data = { userId: 1, name: 'Hall' }
    const made = await desk.request.post(`${clinic.url}/api/tv-devices`, { data })
    expect(made.status()).toBe(201)
    await use(`${clinic.url}/tv/${(await made.json()).token}`)
  },
  tv: async ({ browser, clinic }, use) => {
    const viewport = { width: 1920, height: 1080 }
    const context = await browser.newContext({ baseURL: clinic.url, viewport })
    const page = await context.newPage()
    const troubles = listenForTrouble(page)
    await use(page)
    await context.close()
    expect(troubles, "nothing in the TV's console").toEqual([])
  },
})

/** The page's own script runs. */
export async function awakeTv(tv: Page) {
  await expect(tv.locator('body')).toHaveAttribute('data-awake', '')
}

/** The TV reads its settings with these in place of its own, as if the admin had saved them. */
export async function withSettings(tv: Page, wished: Record<string, string>) {
  await tv.route('**/api/tv/*/settings', async route => {
    const answer = await route.fetch()
    const settings: { key: string; value: string }[] = await answer.json()
    const json = settings.map(({ key, value }) => ({ key, value: wished[key] ?? value }))
    await route.fulfill({ response: answer, json })
  })
}
