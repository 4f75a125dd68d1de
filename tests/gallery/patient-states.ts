import type { Page } from 'playwright'
import { DISPENSARY } from '#domain/rooms/room'
import { getPatients } from '../../server/queries/queue.ts'
import { getTicket } from '../../server/queries/tickets.ts'
import { addQueue, createTvDevice } from '../support/server/actions.ts'
import { type App, ROOMS } from '../support/server/test-clinic.ts'
import { aMorning, call, move } from './day.ts'
import { type Options, type Scene, type State, state } from './take.ts'

const settings = { ticketMode: 'screen', ticketText: 'Please keep this ticket.' } as const
const inEnglish = ['waiting', 'next', 'called', 'missed', 'hold', 'away', 'dispensary', 'done']

export const TICKET_STATES: State[] = [
  ...inEnglish.map(found => onPhone(found, 'en')),
  ...['ms', 'zh', 'ta'].flatMap(language => [
    onPhone('waiting', language),
    onPhone('called', language),
  ]),
  ...['80', '58'].map(onPaper),
  state('Ticket at reception', 'registered', '/register', {
    places: ['desk'],
    fill: aMorning,
    settings,
    async show({ page }) {
      await page.getByLabel('Patient Name').fill('wong mei yee')
      await page.keyboard.press('Enter')
      await page.getByRole('img', { name: /^Ticket of/ }).waitFor()
    },
  }),
]

function onPhone(found: string, language: string) {
  const name = language === 'en' ? found : `${found}, ${language}`
  const options = name === 'waiting' ? { readme: 'ticket.png' } : {}
  return showing('Ticket on a phone', name, options, async (clinic, page) => {
    const { ticket } = await findTicket(clinic, found)
    await page.goto(`/t/${ticket}?lang=${language}`)
  })
}

function onPaper(paper: string) {
  return showing('Ticket on paper', `${paper} mm`, {}, async (clinic, page) => {
    const { id } = await findTicket(clinic, 'waiting')
    await page.goto(`/tickets/${id}?paper=${paper}`)
  })
}

function showing(screen: string, name: string, options: Options, open: Open): State {
  const show = ({ clinic, page }: Scene) => open(clinic, page)
  const fill = aMorningForPhones
  return state(screen, name, null, { ...options, places: ['phone'], fill, settings, show })
}

type Open = (clinic: App, page: Page) => Promise<void>

async function aMorningForPhones(clinic: App) {
  await aMorning(clinic)
  const patients = await getPatients(clinic)
  const present = patients.find(({ room }) => room?.id && room.name !== DISPENSARY)
  const windowId = present?.room?.id
  const [last, first, sent] = patients.filter(({ status }) => status === 'waiting').toReversed()
  if (!present || !windowId || !last || !first || !sent) throw new Error('the morning has changed')
  await move(clinic, present.id, { status: 'completed' })
  await call(clinic, last.id, windowId)
  await move(clinic, last.id, { status: 'requeue', requeueReason: 'XRAY', holdMinutes: 20 })
  await call(clinic, sent.id, windowId)
  await move(clinic, sent.id, { status: 'requeue', requeueReason: 'Dressing' })
  await call(clinic, first.id, windowId)
  await move(clinic, first.id, { status: 'missed' })
}

async function findTicket(clinic: App, state: string) {
  for (const { id } of (await getPatients(clinic)).toReversed()) {
    const { ticket, view } = await getTicket(clinic, id)
    if (view.state === state) return { id, ticket }
  }
  throw new Error(`no patient is in the state ${state}`)
}

const CLOSED = { kioskFrom: '00:00', kioskTo: '00:01' }

export const KIOSK_STATES = [
  onKiosk('start', {}, async () => {}),
  onKiosk('queue', {}, scene => choose(scene, 'button[lang=en]')),
  onKiosk('name', {}, toName),
  onKiosk('number', {}, toNumber),
  onKiosk('number, ta', {}, scene => toNumber(scene, 'ta')),
  onKiosk('closed', CLOSED, async () => {}),
  onKiosk('away', {}, async scene => {
    await scene.page.locator('[data-island=KioskScreen][data-awake]').waitFor()
    await scene.loseTheClinic()
    await scene.page.locator('.kiosk__sentences').waitFor()
  }),
]

type Show = (scene: Scene) => Promise<void>

function onKiosk(name: string, settings: Options['settings'], show: Show) {
  return state('Kiosk', name, null, {
    places: ['upright', 'desk'],
    isSignedOut: true,
    settings: { ticketMode: 'screen', ...settings },
    async fill(clinic) {
      await aMorning(clinic)
      const rooms = { roomIds: [ROOMS.one], servesGeneral: true, isActive: true }
      for (const [name, prefix] of Object.entries({
        'Dr. Lim': null,
        'Blood test': 'B',
        Vaccination: 'V',
      }))
        await addQueue(clinic, { name, prefix, ...rooms })
    },
    async show(scene) {
      const kiosk = { userId: 1, name: 'Entrance', kind: 'kiosk' } as const
      const { token } = await createTvDevice(scene.clinic, kiosk)
      await scene.page.goto(`/kiosk/${token}`)
      await show(scene)
    },
  })
}

async function choose({ page }: Scene, selector: string) {
  await page.locator('[data-island=KioskScreen][data-awake]').waitFor()
  await page.locator(selector).click()
}

async function toName(scene: Scene, language = 'en') {
  await choose(scene, `button[lang=${language}]`)
  await scene.page.getByRole('button', { name: 'Blood test' }).click()
  await scene.page.getByRole('textbox').fill('zainab binti omar')
}

async function toNumber(scene: Scene, language = 'en') {
  await toName(scene, language)
  await scene.page.getByRole('textbox').press('Enter')
  await scene.page.locator('.kiosk-number__digits').waitFor()
}
