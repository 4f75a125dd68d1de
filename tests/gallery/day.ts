import type { Browser } from 'playwright'
import { LOGO_NAME } from '#domain/media/media'
import type { StatusChange } from '#domain/queue/transitions'
import { listValues } from '#domain/settings/settings'
import type { SettingTexts } from '#domain/settings-record'
import { MINUTE_MS } from '#domain/time'
import { createClinicDay } from '../../server/cli/demo/clinic-day.ts'
import { catchUp } from '../../server/cli/demo/demo.ts'
import { createSeededRandom } from '../../server/cli/demo/seeded-random.ts'
import { getPatients } from '../../server/queries/queue.ts'
import { aRoomInput } from '../support/samples.ts'
import {
  addQueue,
  addRoom,
  changePatientStatus,
  importAppointments,
  registerPatient,
  renameRoom,
  saveSettings,
  uploadImage,
} from '../support/server/actions.ts'
import { type App, ROOMS } from '../support/server/test-clinic.ts'

/** Names of the maximum length, in the scripts that patients use. */
export const LONG_NAMES = [
  'MUHAMMAD AMIRUL HAKIM ALI',
  'WWWWWWWWWWWWWWWWWWWWWWWWW',
  'KUNJU VALLIAMMAH A/P SIVA',
  '欧阳娜娜上官婉儿司马相如诸葛孔明',
  'ராமச்சந்திரன் சுப்பிரமணியன்',
]
/** The third room; a new clinic has two. */
export const THREE = 4
const MORNING_MINUTES = 58
/** Their mornings have patients in every state. */
const [SEED, SEED_OF_QUEUES] = [1185, 2]

/**
 * A morning at ten: some are completed, some are with doctors, some came back or wait for medicine.
 */
export async function aMorning(clinic: App) {
  await nameTheRooms(clinic)
  await spendMorning(clinic, SEED)
}

/** As a morning, with a queue of Dr. Lim's, one of blood tests, and four who are expected. */
export async function aMorningOfQueues(clinic: App) {
  await nameTheRooms(clinic)
  await addQueue(clinic, { ...QUEUE, name: 'Dr. Lim', roomIds: [ROOMS.two] })
  await addQueue(clinic, { ...QUEUE, name: 'Blood test', prefix: 'B', roomIds: [THREE] })
  await spendMorning(clinic, SEED_OF_QUEUES, 2)
  const expected = ['09:30 ROSLAN BIN YUSOF', '10:10 JENNIFER LAU', '10:20 CHUA', '10:30 MARIAM']
  const rows = expected.map((text, index) => {
    return { line: index + 1, time: text.slice(0, 5), name: text.slice(6), queueId: null }
  })
  await importAppointments(clinic, clinic.now().slice(0, 10), rows)
}

function spendMorning(clinic: App, seed: number, queues = 0) {
  const options = { rooms: 3, patients: 40, perHour: [44], queues }
  return catchUp(clinic, createClinicDay(createSeededRandom(seed), options), MORNING_MINUTES)
}

const QUEUE = { prefix: null, servesGeneral: false, isActive: true }

/** A long name with each doctor, the longest and two scripts among them, and a long reason. */
export async function longNames(clinic: App) {
  await nameTheRooms(clinic)
  await renameRoom(clinic, THREE, aRoomInput('Treatment Room 3 - Dr. Rajeswari Pillai'))
  for (const [index, name] of LONG_NAMES.entries()) await register(clinic, name, 45 - index * 10)
  await register(clinic, 'NUR AISYAH BINTI RAHMAN', 3, 'ELDERLY, CANNOT STAND LONG. '.repeat(3))
  await call(clinic, 5, THREE, 2)
  await call(clinic, 4, ROOMS.one, 2)
  await call(clinic, 2, ROOMS.two, 1)
}

async function nameTheRooms(clinic: App) {
  await renameRoom(clinic, ROOMS.one, aRoomInput('Room 1 - Dr. Aminah'))
  await renameRoom(clinic, ROOMS.two, aRoomInput('Room 2 - Dr. Lim'))
  await addRoom(clinic, aRoomInput('Room 3 - Dr. Raj'))
}

export function register(clinic: App, name: string | null, minutesAgo = 0, reason?: string) {
  const priority = reason ? { isPriority: true, priorityReason: reason } : {}
  return registerPatient(ago(clinic, minutesAgo), { name, ...priority })
}

export function call(clinic: App, id: number, windowId: number, minutesAgo = 0) {
  return move(clinic, id, { status: 'called', windowId }, minutesAgo)
}

export async function callAgain(clinic: App, roomId: number) {
  const patient = (await getPatients(clinic)).find(({ room }) => room?.id === roomId)
  if (!patient) throw new Error(`nobody is in room ${roomId}`)
  return call(clinic, patient.id, roomId)
}

export function move(clinic: App, id: number, change: StatusChange, minutesAgo = 0) {
  return changePatientStatus(ago(clinic, minutesAgo), id, change)
}

function ago(clinic: App, minutes: number): App {
  const at = new Date(Date.parse(clinic.now()) - minutes * MINUTE_MS).toISOString()
  return { ...clinic, now: () => at }
}

export function save(clinic: App, settings: Partial<SettingTexts>) {
  return saveSettings(clinic, listValues(settings))
}

const font = 'font-family="Inter, Noto Sans, sans-serif"'
const title = `${font} font-size="92" font-weight="800"`

const DRAWINGS = {
  'wash-hands.png': `<svg width="1248" height="700">
<rect width="1248" height="700" fill="#dff3ee"/><circle cx="980" cy="350" r="250" fill="#7cc6b4"/>
<circle cx="900" cy="300" r="60" fill="#fff"/><circle cx="1010" cy="240" r="38" fill="#fff"/><circle cx="1040" cy="400" r="84" fill="#fff"/>
<text x="80" y="310" ${title} fill="#114b43">Wash your</text><text x="80" y="420" ${title} fill="#114b43">hands.</text>
<text x="84" y="500" ${font} font-size="40" fill="#2b6b61">Basuh tangan anda</text></svg>`,
  'vaccination.png': `<svg width="1000" height="1414">
<rect width="1000" height="1414" fill="#e8eefc"/><rect x="110" y="640" width="780" height="640" rx="60" fill="#9db7f5"/>
<text x="100" y="260" ${font} font-size="150" font-weight="800" fill="#1e3a8a">Measles?</text>
<text x="100" y="400" ${font} font-size="76" fill="#1e3a8a">Two doses protect.</text></svg>`,
  'logo.png': `<svg width="344" height="232">
<rect x="56" width="232" height="232" rx="52" fill="#fff"/><path d="M148 50h48v42h42v48h-42v42h-48v-42h-42V92h42z" fill="#0f766e"/></svg>`,
}

const drawn = new Map<string, Uint8Array<ArrayBuffer>>()

export async function drawPictures(browser: Browser) {
  const page = await browser.newPage()
  for (const [name, svg] of Object.entries(DRAWINGS)) {
    await page.setContent(svg)
    drawn.set(name, new Uint8Array(await page.locator('svg').screenshot({ omitBackground: true })))
  }
  await page.close()
}

export async function hangPictures(clinic: App, ...names: (keyof typeof DRAWINGS)[]) {
  for (const name of names) await upload(clinic, name)
  const { id } = await upload(clinic, 'logo.png', LOGO_NAME)
  await save(clinic, { clinicLogo: `/api/media/${id}/file`, showClinicLogo: 'true' })
}

function upload(clinic: App, fileName: keyof typeof DRAWINGS, name?: string) {
  const bytes = drawn.get(fileName)
  if (!bytes) throw new Error(`${fileName} was not drawn`)
  return uploadImage(clinic, { bytes, fileName, ...(name ? { name } : {}) })
}
