import { and, asc, gt, inArray, isNotNull, isNull, max, or } from 'drizzle-orm'
import type { Kept } from '#domain/backups/kept-state'
import type { Query } from '../../connection/query.ts'
import { appointments, patients } from '../../schema/index.ts'
import { forgetPatients } from '../patients/forgotten-patients.ts'

const ROWS_AT_ONCE = 500

export type Person = Pick<typeof patients.$inferSelect, 'id' | 'registeredAt'>

/** Compares both, because an id can be given twice. */
const toKey = ({ id, registeredAt }: Person) => `${id} ${registeredAt}`

export async function findNewestPatientId(db: Query) {
  const [row] = await db.select({ id: max(patients.id) }).from(patients)
  return row?.id ?? 0
}

/** Forgotten patients with a higher id than `after`. */
export function listForgotten(db: Query, after: number): Promise<Person[]> {
  const { id, registeredAt, forgottenAt } = patients
  const isMeant = and(gt(id, after), isNotNull(forgottenAt))
  return db.select({ id, registeredAt }).from(patients).where(isMeant)
}

type Forgetting = { at: string; kept: Kept }

/** `forgotten` are patients whom the present data do not have any more. */
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
    const lost = (field: 'name' | 'phone') =>
      rows.filter(
        row => row[field] !== null && (isForgotten(row) || byKey.get(toKey(row))?.[field] === null),
      )
    const [names, phones] = [lost('name'), lost('phone')]
    kept.names += names.length
    kept.phones += phones.length
    await tx.update(patients).set({ name: null }).where(isOneOf(names))
    await tx.update(patients).set({ phone: null }).where(isOneOf(phones))
    const again = rows.filter(isForgotten).map(({ id }) => id)
    await forgetPatients(tx, again, at)
    await tx.update(appointments).set({ name: null }).where(inArray(appointments.patientId, again))
  }
  await forgetAppointmentsAgain(tx, present, kept)
}

const COLUMNS = {
  id: patients.id,
  registeredAt: patients.registeredAt,
  name: patients.name,
  phone: patients.phone,
  forgottenAt: patients.forgottenAt,
}
type Row = Awaited<ReturnType<typeof listPeople>>[number]

const isOneOf = (rows: Row[]) =>
  inArray(
    patients.id,
    rows.map(({ id }) => id),
  )

/** Patients who may have a name, a phone number or reasons. */
function listPeople(db: Query, after: number) {
  const { id, name, phone, forgottenAt } = patients
  const mayHaveData = or(isNull(forgottenAt), isNotNull(name), isNotNull(phone))
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
    await tx.update(appointments).set({ name: null }).where(isMeant)
  }
}
