import type { Ledger } from '../kills/ledger.ts'
import { look, prove } from '../kills/proof.ts'
import { agrees, type Check, check } from './agree.ts'
import { announcedRightly, type Deaf } from './announced.ts'
import type { ClockSet } from './clinic.ts'
import { onTheWall } from './deaf.ts'
import { type Sight, sightOf } from './sight.ts'

/** All that is known when the day is over and the program has ended. */
export type Evening = {
  dataDir: string
  ledger: Ledger
  came: number
  /** By whom, what he saw last. */
  sights: Map<string, Sight>
  /** By TV. */
  announced: Map<string, string[]>
  deaf: Map<string, Deaf[]>
  clocks: ClockSet[]
}

/** Compares what everybody saw and was promised with the rows. */
export function checkEvening({ dataDir, ledger, came, ...seen }: Evening) {
  const rows = look(dataDir)
  const there = sightOf(rows)
  const proof = prove(dataDir, ledger)
  const names = new Map(rows.patients.map(({ id, name }) => [id, name]))
  const calls = rows.calls.map(({ sequence, patientId, room, calledAt }) => ({
    sequence,
    label: `${names.get(patientId)}, ${room}`,
    atMs: onTheWall(calledAt, seen.clocks),
  }))
  const announcements = [...seen.announced].map(([tv, said]) => ({
    tv,
    ...announcedRightly(tv, said, calls, seen.deaf.get(tv) ?? []),
  }))
  const kept = ledger.patients.size + ledger.calls.length
  const checks: Check[] = [
    ...[...seen.sights].flatMap(([whose, sight]) => agrees(whose, sight, there)),
    ...announcements.flatMap(({ checks }) => checks),
    ...proof.faults.map((fault): Check => ({ about: 'rows', fault })),
    ...Array.from({ length: kept }, (): Check => ({ about: 'rows', fault: null })),
    ...everybodyOnce(rows.patients, came),
    ...nobodyInTwoRooms(there),
  ]
  const silent = new Map(announcements.map(({ tv, silent }) => [tv, silent]))
  return { checks, silent, calls: calls.length, patients: rows.patients.length }
}

/** Whoever came in has a row, whatever happened while he was registered. */
function everybodyOnce(patients: { name: string }[], came: number): Check[] {
  const names = new Set(patients.map(({ name }) => name))
  const fault = `${came} came, ${patients.length} rows of ${names.size} names are there`
  return [check('rows', names.size === came && patients.length === came, fault)]
}

function nobodyInTwoRooms({ rooms = [] }: Sight): Check[] {
  const inside = rooms.flatMap(room => room.split(': ')[1] ?? [])
  return [check('rows', new Set(inside).size === inside.length, 'somebody is in two rooms')]
}
