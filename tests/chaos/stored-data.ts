import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the server acknowledged with 2xx, and so must not lose. */
export type Ledger = {
  patients: Map<number, Acknowledged>
  calls: { sequence: number; patientId: number }[]
  writes: number
  refused: number
}

type Acknowledged = {
  name: string
  number: number
  day: string
  steps: number
  /** Steps that may be stored although no response was received. */
  unanswered: number
}

export function createLedger(): Ledger {
  return { patients: new Map(), calls: [], writes: 0, refused: 0 }
}

export type Rows = ReturnType<typeof readRows>

type Patient = {
  id: number
  name: string
  number: number
  day: string
  series: number
  windowId: number | null
  deletedAt: string | null
  registeredAt: string
  steps: number
}
/** In order; a patient's first is the registration. */
type JourneyEntry = { patientId: number; action: string; room: string | null }
type Room = { id: number; name: string }
type AuditLine = { action: string; subject: string | null }
type Call = { sequence: number; patientId: number; room: string; calledAt: string }

/** Reads a copy of the database. No writes may be in progress. */
export function readRows(dataDir: string) {
  const copy = mkdtempSync(join(tmpdir(), 'clinic-rows-'))
  for (const name of ['clinic.db', 'clinic.db-wal']) {
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(copy, name))
  }
  const database = new Database(join(copy, 'clinic.db'))
  const all = <T>(query: string) => database.query<T, []>(query).all()
  try {
    return {
      integrity: all<{ integrity_check: string }>('pragma integrity_check'),
      danglingReferences: all('pragma foreign_key_check'),
      patients: all<Patient>(`select id, name, number, day, series, window_id as windowId,
        deleted_at as deletedAt, registered_at as registeredAt,
        (select count(*) from journey where patient_id = patients.id) as steps
        from patients order by id`),
      journey: all<JourneyEntry>(
        'select patient_id as patientId, action, room_name as room from journey order by id',
      ),
      audit: all<AuditLine>('select action, subject from audit order by id'),
      rooms: all<Room>('select id, name from rooms'),
      calls: all<Call>(`select sequence, patient_id as patientId, room_name as room,
        called_at as calledAt from calls order by rowid`),
    }
  } finally {
    database.close()
    rmSync(copy, { recursive: true })
  }
}

/** What is wrong with the rows by themselves, or lost of what was acknowledged. */
export function findLosses(rows: Rows, ledger: Ledger): string[] {
  const { patients, calls } = rows
  const errors = rows.integrity.map(row => row.integrity_check).filter(line => line !== 'ok')
  const check = (isRight: boolean, error: string) => isRight || errors.push(error)
  check(rows.danglingReferences.length === 0, 'references lead nowhere')

  const byId = new Map(patients.map(patient => [patient.id, patient]))
  for (const [id, { number, day, steps, unanswered }] of ledger.patients) {
    const stored = byId.get(id)
    if (!stored) {
      errors.push(`patient ${id} was acknowledged and is lost`)
      continue
    }
    const isSame = stored.number === number && stored.day === day
    check(isSame, `patient ${id} has a different number than acknowledged`)
    const isComplete = stored.steps >= steps && stored.steps <= steps + unanswered
    check(isComplete, `patient ${id} has ${stored.steps} steps, acknowledged were ${steps}`)
  }
  const names = new Set(patients.map(({ name }) => name))
  check(names.size === patients.length, 'a registration happened twice')
  const inRooms = patients.flatMap(({ windowId }) => windowId ?? [])
  check(new Set(inRooms).size === inRooms.length, 'two patients in one room')

  const series = Map.groupBy(patients, ({ day, series }) => `${day}, series ${series}`)
  for (const [name, ofSeries] of series) {
    const numbers = new Set(ofSeries.map(({ number }) => number))
    check(numbers.size === ofSeries.length, `a number twice on ${name}`)
    check(Math.max(...numbers) === ofSeries.length, `a gap in the numbers of ${name}`)
  }

  const stored = new Map(calls.map(({ sequence, patientId }) => [sequence, patientId]))
  for (const { sequence, patientId } of ledger.calls) {
    const isStored = stored.get(sequence) === patientId
    check(isStored, `call ${sequence} was acknowledged and is lost`)
  }
  const isRising = calls.every(({ sequence }, index) => sequence === index + 1)
  check(isRising, 'the calls are not numbered one after another')
  return errors
}
