import type { Browser } from 'playwright'
import { LOGO_NAME } from '#domain/media/media'
import type { StatusChange } from '#domain/queue/transitions'
import { listValues } from '#domain/settings/settings'
import type { SettingTexts } from '#domain/settings-record'
import { MINUTE_MS } from '#domain/time'
import { DEMO_NAMES } from '../../server/cli/demo.ts'
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

/** Invented names as in a Malaysian waiting room: short, long, in three scripts, and null. */
const NAMES = [
  ...DEMO_NAMES.slice(0, 12),
  null,
  ...DEMO_NAMES.slice(12),
  ...`陈伟明, ROSLAN BIN YUSOF, ONG BEE LENG, கிருஷ்ணன், KAMALA A/P SUBRAMANIAM, ZULKIFLI HASSAN
NG SIEW PENG, ABDUL RAHMAN BIN ABDULLAH, JENNIFER LAU, AMINAH OSMAN, VIKNESWARAN, CHUA, MARIAM`.split(
    /, |\n/,
  ),
]
/** Names of the maximum length, in the scripts that patients use. */
export const LONG_NAMES = [
  'MUHAMMAD AMIRUL HAKIM ALI',
  'WWWWWWWWWWWWWWWWWWWWWWWWW',
  'KUNJU VALLIAMMAH A/P SIVA',
  '欧阳娜娜上官婉儿司马相如诸葛孔明',
  'ராமச்சந்திரன் சுப்பிரமணியன்',
]
const PRIORITY: Record<number, string> = {
  6: 'PREGNANT, 36 WEEKS',
  12: 'ELDERLY, CANNOT STAND LONG',
  18: 'CHEST PAIN SINCE THIS MORNING, SENT BY DR. LIM TO BE SEEN BEFORE ALL THE OTHERS',
}

/** The third room; a new clinic has two. */
const THREE = 4
const COMPLETED = { status: 'completed' } as const
const TO_DISPENSARY = { status: 'dispensary' } as const

/** Patient, room, how many minutes ago, and what followed two minutes later. */
const CALLS: [number, number, number, StatusChange?][] = [
  [1, ROOMS.one, 40, COMPLETED],
  [2, ROOMS.two, 38, COMPLETED],
  [3, THREE, 34, { status: 'requeue', requeueReason: 'XRAY' }],
  [4, ROOMS.one, 28, TO_DISPENSARY],
  [5, ROOMS.two, 24, TO_DISPENSARY],
  [7, THREE, 18, { status: 'requeue', requeueReason: 'Waiting for the Test result' }],
  [8, ROOMS.one, 12, TO_DISPENSARY],
  [4, ROOMS.dispensary, 5],
  [9, ROOMS.two, 6, { status: 'in-progress' }],
  [10, THREE, 4],
  [6, ROOMS.one, 1],
]

/**
 * A morning at ten: some are completed, some are with doctors, some came back or wait for medicine.
 */
export async function aMorning(clinic: App) {
  await nameTheRooms(clinic)
  for (const [index, name] of NAMES.entries())
    await register(clinic, name, 58 - (index * 56) / NAMES.length, PRIORITY[index + 1])
  for (const [id, room, minutesAgo, next] of CALLS) {
    await call(clinic, id, room, minutesAgo)
    if (next) await move(clinic, id, next, minutesAgo - 2)
  }
}

/** As a morning, with a queue of Dr. Lim's, one of blood tests, and four who are expected. */
export async function aMorningOfQueues(clinic: App) {
  await nameTheRooms(clinic)
  const { id: lim } = await addQueue(clinic, { ...QUEUE, name: 'Dr. Lim', roomIds: [ROOMS.two] })
  const blood = { ...QUEUE, name: 'Blood test', prefix: 'B', roomIds: [THREE] }
  const { id: test } = await addQueue(clinic, blood)
  for (const [index, name] of NAMES.slice(0, 18).entries()) {
    const queueId = [null, lim, test][index % 3] ?? null
    await registerPatient(ago(clinic, 50 - index * 2.7), { name, queueId })
  }
  await call(clinic, 1, ROOMS.one, 6)
  await call(clinic, 2, ROOMS.two, 4)
  await call(clinic, 3, THREE, 1)
  const expected = ['09:30 ROSLAN BIN YUSOF', '10:10 JENNIFER LAU', '10:20 CHUA', '10:30 MARIAM']
  const rows = expected.map((text, index) => {
    return { line: index + 1, time: text.slice(0, 5), name: text.slice(6), queueId: null }
  })
  await importAppointments(clinic, clinic.now().slice(0, 10), rows)
}

const QUEUE = { prefix: null, servesGeneral: false, isActive: true }

/** A long name with each doctor, the longest and two scripts among them, and a long reason. */
export const longNames = (clinic: App) => callLongNames(clinic, 2)

/** The same with another Latin name: that of 25 W stands elsewhere where letters are whole px. */
export const threeScripts = (clinic: App) => callLongNames(clinic, 3)

async function callLongNames(clinic: App, latin: number) {
  await nameTheRooms(clinic)
  await renameRoom(clinic, THREE, aRoomInput('Treatment Room 3 - Dr. Rajeswari Pillai'))
  for (const [index, name] of LONG_NAMES.entries()) await register(clinic, name, 45 - index * 10)
  await register(clinic, 'NUR AISYAH BINTI RAHMAN', 3, 'ELDERLY, CANNOT STAND LONG. '.repeat(3))
  await call(clinic, 5, THREE, 2)
  await call(clinic, 4, ROOMS.one, 2)
  await call(clinic, latin, ROOMS.two, 1)
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

/** The posters on the TV, and the clinic's logo. */
const DRAWINGS = {
  'wash-hands.png': `<svg width="1248" height="700">
<rect width="1248" height="700" fill="#dff3ee"/><circle cx="980" cy="350" r="250" fill="#7cc6b4"/>
<circle cx="900" cy="300" r="60" fill="#fff"/><circle cx="1010" cy="240" r="38" fill="#fff"/><circle cx="1040" cy="400" r="84" fill="#fff"/>
<text x="80" y="310" ${title} fill="#114b43">Wash your</text><text x="80" y="420" ${title} fill="#114b43">hands.</text>
<text x="84" y="500" ${font} font-size="40" fill="#2b6b61">Basuh tangan anda</text></svg>`,
  'flu-season.png': `<svg width="1248" height="700">
<rect width="1248" height="700" fill="#fdf0d8"/><rect x="760" y="140" width="360" height="420" rx="40" fill="#f0b65a"/>
<text x="80" y="340" ${title} fill="#5b3a06">Flu vaccine</text>
<text x="84" y="420" ${font} font-size="40" fill="#7a5a20">Ask at the counter</text></svg>`,
  'vaccination.png': `<svg width="1000" height="1414">
<rect width="1000" height="1414" fill="#e8eefc"/><rect x="110" y="640" width="780" height="640" rx="60" fill="#9db7f5"/>
<text x="100" y="260" ${font} font-size="150" font-weight="800" fill="#1e3a8a">Measles?</text>
<text x="100" y="400" ${font} font-size="76" fill="#1e3a8a">Two doses protect.</text></svg>`,
  'logo.png': `<svg width="344" height="232">
<rect x="56" width="232" height="232" rx="52" fill="#fff"/><path d="M148 50h48v42h42v48h-42v42h-48v-42h-42V92h42z" fill="#0f766e"/></svg>`,
}

const drawn = new Map<string, Uint8Array<ArrayBuffer>>()

/** Draws them once, for all clinics of the gallery. */
export async function drawPictures(browser: Browser) {
  const page = await browser.newPage()
  for (const [name, svg] of Object.entries(DRAWINGS)) {
    await page.setContent(svg)
    drawn.set(name, new Uint8Array(await page.locator('svg').screenshot({ omitBackground: true })))
  }
  await page.close()
}

/** Uploads posters and the clinic's logo. */
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
