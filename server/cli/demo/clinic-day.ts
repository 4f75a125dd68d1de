import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import type { StatusChange } from '#domain/queue/transitions'
import type { SeededRandom } from './seeded-random.ts'

/** Invented names as in a Malaysian waiting room: short, long and in three scripts. */
export const NAMES = `AHMAD BIN ISMAIL, TAN MEI LING, SITI NURHALIZA, RAJESH KUMAR, WONG KAH WAI
NUR AISYAH BINTI RAHMAN, LEE CHONG, PRIYA A/P MUTHU, MOHD FAIZAL, CHEN XIAO YAN, FATIMAH ZAHRA
SURESH NAIDU, LIM SOO HOON, HAFIZ ABDULLAH, GRACE ANAK JAMES, DEVI KRISHNAN, 陈伟明, ONG BEE LENG
கிருஷ்ணன், KAMALA A/P SUBRAMANIAM, ZULKIFLI HASSAN, NG SIEW PENG, ABDUL RAHMAN BIN ABDULLAH
AMINAH OSMAN, VIKNESWARAN, LAU SHU FEN, HALIM BIN OTHMAN, LOW PEI SHAN, SELVAM A/L RAJAN, ISKANDAR
NURUL IZZAH, TEOH BOON KEAT, KAVITHA, YAP SIEW LING, JOSEPH ANAK LIMBAI, RAMLAH BINTI SAAD, 黄美玲
MAGESWARI, LEONG, DAYANG INTAN`.split(/, |\n/)

const PRIORITY_REASONS = [
  'ELDERLY, CANNOT STAND LONG',
  'PREGNANT, 36 WEEKS',
  'CHEST PAIN SINCE THIS MORNING, SENT BY DR. LIM TO BE SEEN BEFORE ALL THE OTHERS',
]
const SHARES = {
  ...{ priority: 0.2, nameless: 0.1, queue: 0.3 },
  ...{ missed: 0.06, requeued: 0.08, medicine: 0.6, started: 0.3 },
}
/** About half of a service time is fixed, because nobody is served in a moment. */
const SPREAD = 1.2
const ROOM_MINUTES = 3.4
const COUNTER_MINUTES = 1.4
const MISSED_MINUTES = 1.5
const IDLE_MINUTES = 0.5
const LUNCH = { from: 240, to: 300 }

/** `minute` counts from the opening. Room 0 is the dispensary. `queue`: index, null for General. */
export type DayEvent = { minute: number } & (
  | { action: 'register'; name: string | null; priorityReason: string | null; queue: number | null }
  | { action: 'call'; room: number }
  | { action: 'step'; room: number; change: StatusChange }
  | { action: 'bring back' }
)

type Options = {
  rooms: number
  patients: number
  /** Patients in each hour. The list repeats after its last hour. */
  perHour: number[]
  queues?: number
}

export type ClinicDay = ReturnType<typeof createClinicDay>

/** Never ends. Pass `next` true if the event happened, because only called patients are served. */
export function* createClinicDay(
  random: SeededRandom,
  { rooms, patients, perHour, queues = 0 }: Options,
): Generator<DayEvent, never, boolean> {
  const pace = random.between(0.85, 1.15)
  const minutes = Array.from({ length: rooms + 1 }, (_, room) =>
    room === 0 ? COUNTER_MINUTES : ROOM_MINUTES * pace * random.between(0.75, 1.3),
  )
  let arrivals = Math.floor(random.between(0, NAMES.length))
  const last = arrivals + patients
  const due: DayEvent[] = [...minutes.keys().map(room => callAt(0, room)), ...arrive(0)]
  for (;;) {
    const event = due.reduce((first, other) => (other.minute < first.minute ? other : first))
    due.splice(due.indexOf(event), 1)
    due.push(...follow(event, yield event))
  }

  function arrive(after: number): DayEvent[] {
    if (arrivals === last) return []
    const name = NAMES[arrivals++ % NAMES.length] ?? null
    const rate = perHour[Math.floor(after / 60) % perHour.length] ?? 1
    const event: DayEvent = {
      action: 'register',
      minute: after - (Math.log(1 - random.next()) * 60) / rate,
      name: random.happens(SHARES.nameless) ? null : name,
      priorityReason: random.happens(SHARES.priority) ? random.oneOf(...PRIORITY_REASONS) : null,
      queue: random.happens(queues * SHARES.queue) ? Math.floor(random.between(0, queues)) : null,
    }
    return [event]
  }

  function follow(event: DayEvent, hasHappened: boolean): DayEvent[] {
    const { minute } = event
    if (event.action === 'register') return arrive(minute)
    if (event.action === 'bring back') return []
    const { room } = event
    if (event.action === 'call')
      return hasHappened ? serve(minute, room) : [callAt(minute + IDLE_MINUTES, room)]
    const { status, holdMinutes } = event.change
    if (status === 'in-progress') return []
    if (status !== 'requeue' || holdMinutes) return [callAt(minute, room)]
    return [callAt(minute, room), { action: 'bring back', minute: minute + random.between(10, 40) }]
  }

  function callAt(minute: number, room: number): DayEvent {
    const isLunch = room % 2 === 1 && minute >= LUNCH.from && minute < LUNCH.to
    return { action: 'call', minute: isLunch ? LUNCH.to : minute, room }
  }

  function serve(minute: number, room: number): DayEvent[] {
    const change = room === 0 ? ({ status: 'completed' } as const) : drawChange(random)
    const isMissed = change.status === 'missed'
    const drawn = (minutes[room] ?? 0) * (1 - Math.log(1 - random.next()) * SPREAD)
    const time = isMissed ? MISSED_MINUTES : drawn
    const finish: DayEvent = { action: 'step', minute: minute + time, room, change }
    if (isMissed || !random.happens(SHARES.started)) return [finish]
    const start = { status: 'in-progress' } as const
    return [{ action: 'step', minute: minute + time / 4, room, change: start }, finish]
  }
}

function drawChange(random: SeededRandom): StatusChange {
  if (random.happens(SHARES.missed)) return { status: 'missed' }
  if (!random.happens(SHARES.requeued))
    return { status: random.happens(SHARES.medicine) ? 'dispensary' : 'completed' }
  const requeueReason = random.oneOf(...REQUEUE_REASONS)
  const holdMinutes = random.happens(0.5) ? random.oneOf(10, 20, 30) : null
  return { status: 'requeue', requeueReason, holdMinutes }
}
