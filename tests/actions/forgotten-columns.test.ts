import { expect, test } from 'bun:test'
import { eq, getTableColumns } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { appointments, journey, patients } from '#db/schema/queue'
import { withTestApp } from '../support/server/test-app.ts'
import { TEN_O_CLOCK } from '../support/server/test-clinic.ts'

const ctx = withTestApp()

/** What stays after **Forget name**: times, places, and who of the staff did it. */
const KEPT = {
  patients: ['day', 'prefix', 'type', 'status', 'registeredAt', 'appointmentAt', 'calledAt'],
  hold: ['holdKind', 'holdUntil', 'deletedAt', 'forgottenAt'],
  appointments: ['day', 'time', 'queueName'],
  journey: ['action', 'timestamp', 'roomName', 'fromRoom', 'queueName', 'byUsername'],
}

function listTexts(table: SQLiteTable, kept: string[]) {
  const columns = Object.entries(getTableColumns(table))
  const texts = columns.filter(([, column]) => column.columnType.startsWith('SQLiteText'))
  return texts.map(([name]) => name).filter(name => !kept.includes(name))
}

test('Forget name empties every text column about a patient, but those that are listed', async () => {
  const admin = await ctx.admin()
  const day = TEN_O_CLOCK.slice(0, 10)
  await admin.put(`/api/appointments/${day}`, [{ time: '10:30', name: 'ali' }])
  const { id } = (await admin.post('/api/appointments/1/check-in')).body
  const keptOfPatient = [...KEPT.patients, ...KEPT.hold]
  const rows = [
    { table: patients, of: eq(patients.id, id), texts: listTexts(patients, keptOfPatient) },
    {
      table: appointments,
      of: eq(appointments.patientId, id),
      texts: listTexts(appointments, KEPT.appointments),
    },
    { table: journey, of: eq(journey.patientId, id), texts: listTexts(journey, KEPT.journey) },
  ]
  await ctx.clinic.write(async tx => {
    await tx.update(patients).set({ isPriority: true, priorityReason: 'MEI' })
    for (const { table, of, texts } of rows) {
      const typed = Object.fromEntries(texts.map(name => [name, 'MEI']))
      // Safe: these are columns of the table.
      await tx
        .update(table)
        .set(typed as never)
        .where(of)
    }
  })
  expect((await admin.post(`/api/patients/${id}/forget`)).status).toBe(200)
  for (const { table, of, texts } of rows) {
    const [row = {}] = await ctx.clinic.read(db => db.select().from(table).where(of))
    const left = texts.filter(name => row[name as keyof typeof row] !== null)
    expect({ left }).toEqual({ left: [] })
  }
  expect(rows.map(({ texts }) => texts.length)).toEqual([4, 1, 1])
})
