import { DISPENSARY } from '#domain/rooms/room'
import { getPatients } from '../../server/queries/queue.ts'
import { getTicket } from '../../server/queries/tickets.ts'
import type { App } from '../support/server/test-clinic.ts'
import { aMorning, call, move } from './day.ts'
import { type State, state } from './take.ts'

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
  return state('Ticket on a phone', language === 'en' ? found : `${found}, ${language}`, null, {
    places: ['phone'],
    fill: aMorningForPhones,
    settings,
    ...(found === 'waiting' && language === 'en' ? { readme: 'ticket.png' } : {}),
    async show({ clinic, page }) {
      const { ticket } = await findTicket(clinic, found)
      await page.goto(`/t/${ticket}?lang=${language}`)
    },
  })
}

function onPaper(paper: string) {
  return state('Ticket on paper', `${paper} mm`, null, {
    places: ['phone'],
    fill: aMorningForPhones,
    settings,
    async show({ clinic, page }) {
      const { id } = await findTicket(clinic, 'waiting')
      await page.goto(`/tickets/${id}?paper=${paper}`)
    },
  })
}

/** With a patient in every state that a phone shows. */
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
