import { openLedger } from '../kills/ledger.ts'
import { type Check, check } from './agree.ts'
import { openChance } from './chance.ts'
import { checkEvening } from './checks.ts'
import { openClinic } from './clinic.ts'
import { joined } from './deaf.ts'
import { type Answered, writeDown } from './desk.ts'
import { sightByDoors } from './doors.ts'
import { untilAllAgree } from './evening.ts'
import { openDoor, receive, serveCounter, serveRoom } from './people.ts'
import { planOf } from './plan.ts'
import { DESKS, openStaff, TVS } from './staff.ts'
import { beginTroubles } from './troubles.ts'

const LINES_A_DAY = 10
/** Then nobody comes in any more, and the rest of the day is for whoever is there. */
const DOOR_SHUTS_AT = 0.9
const DISK_IS_FULL = 507
const A_NAME = 'MEI LING'

type Day = { seed: number; patients: number; dayMs: number; hurry: number }

/** Lives a clinic's worst day, and answers what was right and what was wrong in the evening. */
export async function liveWorstDay(
  { seed, patients, dayMs, hurry }: Day,
  say: (line: string) => void,
) {
  const ledger = openLedger()
  let metFullDisk = 0
  function hear(answered: Answered) {
    if (answered.status === DISK_IS_FULL) metFullDisk++
    writeDown(ledger, answered)
  }
  const clinic = await openClinic()
  const staff = await openStaff(clinic, hear, hurry)
  try {
    const plan = planOf(seed, dayMs, [...DESKS, ...TVS])
    const openedAt = Date.now()
    const happened: string[] = []
    const wifi: string[] = []
    const troubles = beginTroubles(plan, {
      clinic,
      staff,
      tell: what => happened.push(what),
      tellOfWifi: what => wifi.push(what),
    })
    const door = openDoor(patients, (dayMs * DOOR_SHUTS_AT) / patients)
    const pace = { beatMs: dayMs / patients, isOver: () => Date.now() - openedAt >= dayMs }
    const work = [
      ...staff.receptions.map((desk, n) => receive(desk, door, openChance(seed + 1 + n), pace)),
      ...staff.rooms.map((desk, n) => serveRoom(desk, openChance(seed + 11 + n), pace)),
      serveCounter(staff.counter, openChance(seed + 21), pace),
    ]
    for (let line = 1; line <= LINES_A_DAY; line++) {
      const atMs = (dayMs * line) / LINES_A_DAY
      await Bun.sleep(openedAt + atMs - Date.now())
      const done = `${ledger.patients.size} registered, ${ledger.calls.length} calls`
      const said = [`${clockOf(atMs)}  ${done}`, ...happened.splice(0)]
      if (wifi.length > 0) said.push(`Wi-Fi: ${wifi.splice(0).join(', ')}`)
      say(said.join('; '))
    }
    await Promise.all([...work, troubles.over()])

    const shutAt = performance.now()
    const sights = await untilAllAgree(staff, () => sightByDoors(clinic.admin))
    say(`looked at ${sights.size} screens and doors, ${seconds(performance.now() - shutAt)} after`)
    const code = await clinic.stop()
    const evening = checkEvening({
      dataDir: clinic.dataDir,
      ledger,
      came: door.came(),
      sights,
      announced: new Map(staff.tvs.map(({ name, announced }) => [name, announced])),
      deaf: new Map([...troubles.deaf].map(([tv, spans]) => [tv, joined(spans, clinic.clocks)])),
      clocks: clinic.clocks,
    })
    const wasWorst = [
      check('the day', code === 0, `SIGTERM ended it with ${code}`),
      check('the day', troubles.kills() === 2, `${troubles.kills()} kills instead of 2`),
      check('the day', metFullDisk > 0 || !clinic.disk, 'nobody met the full disk'),
      check('the day', !clinic.logged().includes(A_NAME), "the log holds patients' names"),
    ]
    const consoles = [...staff.desks, ...staff.tvs].map(
      ({ name, troubles: [first] }): Check => ({
        about: name,
        fault: first === undefined ? null : `${name}, console: ${first}`,
      }),
    )
    return {
      ...evening,
      checks: [...evening.checks, ...wasWorst, ...consoles],
      ledger,
      metFullDisk,
    }
  } finally {
    await staff.close()
    await clinic.remove()
  }
}

function clockOf(ms: number) {
  const [minutes, rest] = [Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 1000)]
  return [minutes, rest].map(part => String(part).padStart(2, '0')).join(':')
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(1)} s`
}
