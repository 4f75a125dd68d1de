import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { PatientJson } from '#domain/patients/patient-json'

export const INSUFFICIENT_STORAGE = 507

type Outcome = 'unknown' | 'done' | 'refused'
export type Check = { about: string; error: string | null }
/** `query` returns a row with its `error` for each thing that it checks. */
export type StoredCheck = { about: string; query: string }

/** `seenSteps` is the journey's length on the screen of the desk that asked for the step. */
const STEP = z.object({
  status: z.string(),
  seenSteps: z.coerce.number(),
  windowId: z.number().nullish(),
  queueId: z.number().nullish(),
})
const TABLES = `
  create table acknowledged (id integer primary key, name text, label text, queue_name text,
    day text, steps integer);
  create table acknowledged_calls (sequence integer, patient_id integer);
  create table acknowledged_check_ins (appointment_id integer, patient_id integer);
  create table presses (name text, label text);
  create table asked (key text primary key, patient_id integer, seen_steps integer, status text,
    room_id integer, queue_id integer, outcome text);
  create index asked_steps on asked (patient_id, seen_steps);`

const NAMES = 'select name from acknowledged union select name from presses'

/** What the server acknowledged with 2xx, and so must not lose, and each step that was asked for. */
export function createLedger() {
  const database = new Database(':memory:', { strict: true })
  database.run(TABLES)
  const all = <T>(query: string) => database.query<T, []>(query).all()

  function acknowledge(patient: Acknowledged) {
    const { id, name, label, day, trackingHistory, callSequence } = patient
    const steps = Math.max(1, trackingHistory.length)
    // In which it was registered: another desk may have moved the patient since.
    const queueName = trackingHistory[0]?.queueName ?? null
    const save = `insert into acknowledged values ($id, $name, $label, $queueName, $day, $steps)
      on conflict (id) do update set steps = max(steps, excluded.steps)`
    database.query(save).run({ id, name, label, queueName, day, steps })
    if (callSequence === null || !trackingHistory.at(-1)?.action.startsWith('called')) return
    database.query('insert into acknowledged_calls values (?, ?)').run(callSequence, id)
  }

  return {
    writes: 0,
    refused: [] as number[],
    names: () => all<{ name: string }>(NAMES).map(({ name }) => name),
    count(table: Table) {
      return all(`select 1 from ${table}`).length
    },
    /** Records the response to a write: `json` is the patient as it is then, if it is about one. */
    receive(status: number, path: string, json: Acknowledged | null) {
      if (status >= 300) return void this.refused.push(status)
      this.writes++
      if (!json?.trackingHistory) return
      acknowledge(json)
      const appointmentId = /\/appointments\/(\d+)/.exec(path)?.[1]
      const save = 'insert into acknowledged_check_ins values (?, ?)'
      if (appointmentId) database.query(save).run(Number(appointmentId), json.id)
    },
    /** What a kiosk has shown to whom; `label` is null for the way to the counter. */
    press(name: string, label: string | null) {
      database.query('insert into presses values (?, ?)').run(name, label)
    },
    /**
     * Records what became of a step. `status` is 0 without a response: if that attempt was carried
     * out, the response to a later one says so.
     */
    settle(key: string, patientId: number, step: unknown, status: number) {
      const { windowId = null, queueId = null, ...asked } = STEP.parse(step)
      const save = `insert into asked
        values ($key, $patientId, $seenSteps, $status, $windowId, $queueId, $outcome)
        on conflict (key) do update set outcome = excluded.outcome
        where outcome <> 'done' and excluded.outcome <> 'unknown'`
      const outcome = getOutcome(status)
      database.query(save).run({ key, patientId, windowId, queueId, ...asked, outcome })
    },
    /** Compares it with a copy of a clinic's database; no writes may be in progress. */
    compare<T>(dataDir: string, read: (stored: Stored) => T): T {
      const copy = mkdtempSync(join(tmpdir(), 'clinic-rows-'))
      for (const name of ['clinic.db', 'clinic.db-wal']) {
        if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(copy, name))
      }
      database.query('attach ? as clinic').run(join(copy, 'clinic.db'))
      try {
        const check = ({ about, query }: StoredCheck) =>
          all<Omit<Check, 'about'>>(query).map(({ error }) => ({ about, error }))
        return read({ all, check: checks => checks.flatMap(check) })
      } finally {
        database.run('detach clinic')
        rmSync(copy, { recursive: true })
      }
    },
  }
}

export type Ledger = ReturnType<typeof createLedger>
type Table = 'acknowledged' | 'acknowledged_calls' | 'acknowledged_check_ins' | 'presses'
type Acknowledged = Pick<PatientJson, 'id' | 'name' | 'label' | 'day' | 'callSequence'> & {
  trackingHistory: { action: string; queueName?: string }[]
}
export type Stored = {
  all<T>(query: string): T[]
  check(checks: StoredCheck[]): Check[]
}

export function createCheck(about: string, isRight: boolean, error: string): Check {
  return { about, error: isRight ? null : error }
}

function getOutcome(status: number): Outcome {
  if (status >= 200 && status < 300) return 'done'
  const isRefused = (status >= 400 && status < 500) || status === INSUFFICIENT_STORAGE
  return isRefused ? 'refused' : 'unknown'
}
