import { and, asc, gt, inArray, isNotNull, isNull, max, or } from 'drizzle-orm'
import type { Kept } from '#domain/backups/kept-state'
import { mapFields, NO_LIST_TEXTS, OPTIONAL_FIELDS } from '#domain/patients/patient-fields'
import type { Query } from '../../connection/query.ts'
import { appointments, patients } from '../../schema/index.ts'
import { forgetPatients } from '../patients/forgotten-patients.ts'

const ROWS_AT_ONCE = 500
/** Excludes the priority's reason, which is removed only with the priority or with all texts. */
const REMOVABLE = ['name', ...OPTIONAL_FIELDS] as const

export type Person = Pick<typeof patients.$inferSelect, 'id' | 'registeredAt'>

/** Includes the time of registration, because two patients can have the same id. */
const toKey = ({ id, registeredAt }: Person) => `${id} ${registeredAt}`

export async function findNewestPatientId(db: Query) {
  const [row] = await db.select({ id: max(patients.id) }).from(patients)
  return row?.id ?? 0
}

export function listForgotten(db: Query, after: number): Promise<Person[]> {
  const { id, registeredAt, forgottenAt } = patients
  const isMeant = and(gt(id, after), isNotNull(forgottenAt))
  return db.select({ id, registeredAt }).from(patients).where(isMeant)
}

type Forgetting = { at: string; kept: Kept }

/** `forgotten`: patients whom the present data no longer has. */
export async function forgetAgain(
  tx: Query,
  present: Query,
  forgotten: Person[],
  { at, kept }: Forgetting,
) {
  const forgottenKeys = new Set(forgotten.map(toKey))
  for (let after = 0; ; ) {
    const rows = await listPeople(tx, after)
    if (rows.length === 0) break
    after = rows.at(-1)?.id ?? 0
    const ids = rows.map(({ id }) => id)
    const isOfRows = inArray(patients.id, ids)
    const people = await present.select(COLUMNS).from(patients).where(isOfRows)
    const byKey = new Map(people.map(person => [toKey(person), person]))
    const isForgotten = (row: Row) => {
      const now = byKey.get(toKey(row))
      if (!now) return forgottenKeys.has(toKey(row))
      return now.forgottenAt !== null && now.forgottenAt !== row.forgottenAt
    }
    for (const field of REMOVABLE) {
      const wasRemoved = (row: Row) => isForgotten(row) || byKey.get(toKey(row))?.[field] === null
      const lost = rows.filter(row => row[field] !== null && wasRemoved(row))
      if (field === 'name') kept.names += lost.length
      if (field === 'phone') kept.phones += lost.length
      await tx
        .update(patients)
        .set({ [field]: null })
        .where(isOneOf(lost))
    }
    const again = rows.filter(isForgotten).map(({ id }) => id)
    await forgetPatients(tx, again, at)
    const isOfAgain = inArray(appointments.patientId, again)
    await tx.update(appointments).set(NO_LIST_TEXTS).where(isOfAgain)
  }
  await forgetAppointmentsAgain(tx, present, kept)
}

const COLUMNS = {
  ...mapFields(field => patients[field], REMOVABLE),
  id: patients.id,
  registeredAt: patients.registeredAt,
  forgottenAt: patients.forgottenAt,
}
type Row = Awaited<ReturnType<typeof listPeople>>[number]

const isOneOf = (rows: Row[]) =>
  inArray(
    patients.id,
    rows.map(({ id }) => id),
  )

function listPeople(db: Query, after: number) {
  const { id, forgottenAt } = patients
  const hasText = REMOVABLE.map(field => isNotNull(patients[field]))
  const mayHaveData = or(isNull(forgottenAt), ...hasText)
  const isNext = and(gt(id, after), mayHaveData)
  return db.select(COLUMNS).from(patients).where(isNext).orderBy(asc(id)).limit(ROWS_AT_ONCE)
}

async function forgetAppointmentsAgain(tx: Query, present: Query, kept: Kept) {
  const { id, day, name } = appointments
  const named = await tx.select({ id, day }).from(appointments).where(isNotNull(name))
  const nameless = await present.select({ id, day }).from(appointments).where(isNull(name))
  const keys = new Set(nameless.map(row => `${row.id} ${row.day}`))
  const again = named.filter(row => keys.has(`${row.id} ${row.day}`)).map(row => row.id)
  kept.names += again.length
  for (let from = 0; from < again.length; from += ROWS_AT_ONCE) {
    const isMeant = inArray(id, again.slice(from, from + ROWS_AT_ONCE))
    await tx.update(appointments).set(NO_LIST_TEXTS).where(isMeant)
  }
}
