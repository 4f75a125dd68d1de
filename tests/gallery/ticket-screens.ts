import type { StatusChange } from '#domain/queue/transitions'
import { DISPENSARY } from '#domain/rooms/room'
import { changePatientStatus } from '../../server/actions/patients.ts'
import { getPatients } from '../../server/queries/queue.ts'
import { getTicket } from '../../server/queries/tickets.ts'
import { ADMIN, type App } from '../support/server/test-clinic.ts'
import { aMorning, save } from './day.ts'
import type { Scene, Screen, State } from './state.ts'

const STATES = ['waiting', 'next', 'called', 'missed', 'hold', 'dispensary', 'done'] as const
type TicketState = (typeof STATES)[number]

/** A morning with tickets, and a patient in every state that a phone shows. */
async function aMorningWithTickets(clinic: App) {
  await aMorning(clinic)
  await save(clinic, { ticketMode: 'screen', ticketText: 'Please keep this ticket.' })
  const patients = await getPatients(clinic)
  const present = patients.find(({ room }) => room !== null && room.name !== DISPENSARY)
  const [last, first] = patients.filter(({ status }) => status === 'waiting').toReversed()
  const windowId = present?.room?.id
  if (!present || !windowId || !last || !first) throw new Error('the morning has changed')
  const step = (id: number, change: StatusChange) =>
    changePatientStatus(clinic, id, change, ADMIN.id)
  await step(present.id, { status: 'completed' })
  await step(last.id, { status: 'called', windowId })
  await step(last.id, { status: 'requeue', requeueReason: 'XRAY', holdMinutes: 20 })
  await step(first.id, { status: 'called', windowId })
  await step(first.id, { status: 'missed' })
}

async function findTicket(clinic: App, state: TicketState) {
  for (const { id } of (await getPatients(clinic)).toReversed()) {
    const { ticket, view } = await getTicket(clinic, id)
    if (view.state === state) return { id, ticket }
  }
  throw new Error(`no patient is in the state ${state}`)
}

const openTicket = (state: TicketState, language: string) => async (scene: Scene) => {
  const { ticket } = await findTicket(scene.clinic, state)
  await scene.page.goto(`/t/${ticket}?lang=${language}`)
}

function phoneState(state: TicketState, language = 'en', readme?: string): State {
  return {
    name: language === 'en' ? state : `${state}, ${language}`,
    fill: aMorningWithTickets,
    ...(readme ? { readme } : {}),
    show: openTicket(state, language),
  }
}

export const TICKET_SCREENS: Screen[] = [
  {
    title: 'Ticket on a phone',
    places: ['phone'],
    isSignedOut: true,
    states: [
      ...STATES.map(state =>
        phoneState(state, 'en', state === 'waiting' ? 'ticket.png' : undefined),
      ),
      ...['ms', 'zh', 'ta'].flatMap(language => [
        phoneState('waiting', language),
        phoneState('called', language),
      ]),
      { name: 'unknown', show: ({ page }) => page.goto('/t/1-a') },
    ],
  },
  {
    title: 'Ticket on paper',
    places: ['phone'],
    states: ['80', '58'].map(paper => ({
      name: `${paper} mm`,
      fill: aMorningWithTickets,
      async show({ clinic, page }) {
        const { id } = await findTicket(clinic, 'waiting')
        await page.goto(`/tickets/${id}?paper=${paper}`)
      },
    })),
  },
  {
    title: 'Ticket at reception',
    places: ['desk'],
    states: [
      {
        name: 'registered',
        fill: aMorningWithTickets,
        async show(scene) {
          await scene.open('/register', 'RegisterScreen')
          await scene.page.getByLabel('Patient Name').fill('tan mei ling')
          await scene.page.keyboard.press('Enter')
          await scene.page.getByRole('img', { name: /^Ticket of/ }).waitFor()
        },
      },
      {
        name: 'settings',
        fill: aMorningWithTickets,
        isWhole: true,
        async show(scene) {
          await scene.open('/settings?section=queue', 'SettingsScreen')
          await scene.page.getByRole('img', { name: 'Test code' }).waitFor()
        },
      },
    ],
  },
]
