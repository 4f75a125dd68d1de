import type { launchOldBrowser } from '../../support/browser/old-browser.ts'
import { runClinic } from '../program.ts'

/** The shortest interval of calls: each is shown for five seconds, then blinks for four. */
export const CALL_EVERY_MS = 10_000
/** More than a clinic of six desks makes in its busiest hour. */
export const BUSY_CALL_EVERY_MS = 20_000
const ROOM = 2

const NAMES = ['AHMAD BIN ABDULLAH', 'LIM WEI MING', 'PRIYA A/P RAMAN', '陈伟明', 'கிருஷ்ணன்']

/** The real program with a TV added, and a desk that calls one patient after another. */
export async function aTvClinic(settings: Record<string, string> = {}) {
  const clinic = await runClinic(settings)
  const tv = await clinic.send('POST', '/api/tv-devices', { userId: 1, name: 'Hall' })
  let count = 0
  let inRoom: number | null = null

  const move = (id: number, command: object) =>
    clinic.send('PATCH', `/api/patients/${id}/status`, command)

  async function callNext() {
    if (inRoom !== null) await move(inRoom, { status: 'completed' })
    const name = NAMES[count++ % NAMES.length]
    const { id } = (await clinic.send('POST', '/api/patients', { name })).body
    const { status } = await move(id, { status: 'called', windowId: ROOM })
    if (status !== 200) throw new Error(`the call was answered with ${status}`)
    inRoom = id
  }

  return { ...clinic, tvPath: `/tv/${tv.body.token}`, callNext }
}

export type TvClinic = Awaited<ReturnType<typeof aTvClinic>>

/** A TV as in the waiting room: hydrated, with sound allowed by a key press. */
export async function startTv(browser: Awaited<ReturnType<typeof launchOldBrowser>>, url: string) {
  await browser.goto(url)
  while (!(await browser.evaluate('document.body.hasAttribute("data-awake")'))) await Bun.sleep(20)
  // By now the page has checked whether sound is allowed.
  await Bun.sleep(1_000)
  await browser.press('Enter')
}
