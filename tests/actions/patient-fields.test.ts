import { beforeEach, expect, test } from 'bun:test'
import {
  LIST_FIELDS,
  mapFields,
  OPTIONAL_FIELDS,
  PATIENT_FIELD_NAMES,
  PATIENT_FIELDS,
  type PatientField,
  SEARCHED_FIELDS,
} from '#domain/patients/patient-fields'
import { matchesSearch } from '../../islands/desk/model/queue-model.ts'
import { findFilesWith } from '../support/server/data-files.ts'
import { type Client, withTestApp } from '../support/server/test-app.ts'
import { ROOMS, TEN_O_CLOCK } from '../support/server/test-clinic.ts'
import { storeSettings } from '../support/settings.ts'

const DAY = TEN_O_CLOCK.slice(0, 10)

/** A text of each field, as somebody types it. */
const typeTexts = (word: string, digits: string) =>
  mapFields(field =>
    PATIENT_FIELDS[field].inputType === 'tel' ? digits : `${word} ${field.slice(0, 8)}`,
  )
const FIRST = typeTexts('quokka', '+60 12-345 6789')
const SECOND = typeTexts('wombat', '+60 19-876 5432')
const toStored = (typed: Record<PatientField, string>) =>
  mapFields(field => PATIENT_FIELDS[field].clean(typed[field]))

const ctx = withTestApp()
let admin: Client

beforeEach(async () => {
  await storeSettings(ctx, { askPhone: 'true' })
  admin = await ctx.admin()
})

const register = async () =>
  (await admin.post('/api/patients', { ...FIRST, isPriority: true })).body.id as number

const read = async (id: number) =>
  (await admin('/api/patients')).body.find((patient: { id: number }) => patient.id === id)

test('each text is stored at the registration, stays when another changes, and can be changed', async () => {
  const id = await register()
  expect(await read(id)).toMatchObject(toStored(FIRST))
  await admin.patch(`/api/patients/${id}`, { isDiscreet: true })
  expect(await read(id)).toMatchObject(toStored(FIRST))
  for (const [at, field] of PATIENT_FIELD_NAMES.entries()) {
    const change = { [field]: SECOND[field], isPriority: true }
    expect((await admin.patch(`/api/patients/${id}`, change)).status).toBe(200)
    const changed = PATIENT_FIELD_NAMES.slice(0, at + 1)
    const expected = mapFields(one => (changed.includes(one) ? SECOND : FIRST)[one])
    expect(await read(id)).toMatchObject(toStored(expected))
  }
})

test('each text that is not needed can be removed, and leaves no field', async () => {
  const id = await register()
  await admin.patch(`/api/patients/${id}`, { name: '', ...mapFields(() => '', OPTIONAL_FIELDS) })
  const patient = await read(id)
  expect(patient.name).toBeNull()
  expect(OPTIONAL_FIELDS.filter(field => field in patient)).toEqual([])
})

test("the desks' search finds the texts of its fields", async () => {
  const patient = await read(await register())
  for (const field of SEARCHED_FIELDS) expect(matchesSearch(patient, FIRST[field])).toBe(true)
})

const upload = (texts: Record<string, string>) => {
  const listed = mapFields(field => texts[field] ?? '', LIST_FIELDS)
  const cells = LIST_FIELDS.map(field => listed[field])
  const headings = LIST_FIELDS.map(field => PATIENT_FIELDS[field].listHeadings?.at(-1))
  return {
    json: () => admin.put(`/api/appointments/${DAY}`, [{ time: '10:30', ...listed }]),
    csv: () =>
      admin(`/api/appointments/${DAY}`, {
        method: 'PUT',
        headers: { 'content-type': 'text/csv' },
        body: `Time,${headings}\n10:30,${cells}`,
      }),
  }
}

test.each(['json', 'csv'] as const)('a list (%s) brings its texts to the patient', async kind => {
  expect((await upload(FIRST)[kind]()).body).toEqual({ expected: 1, checkedIn: 0 })
  for (const field of LIST_FIELDS) {
    // A second list that differs in one text.
    await upload({ ...FIRST, [field]: SECOND[field] })[kind]()
    const [{ [field]: listed }, ...more] = (await admin(`/api/appointments?day=${DAY}`)).body
    expect([listed, more]).toEqual([toStored(SECOND)[field], []])
  }
  await upload(SECOND)[kind]()
  const [{ id }] = (await admin(`/api/appointments?day=${DAY}`)).body
  const { body } = await admin.post(`/api/appointments/${id}/check-in`)
  expect(body).toMatchObject(mapFields(field => toStored(SECOND)[field], LIST_FIELDS))
})

test('Forget name leaves no byte of what was typed, in whatever table', async () => {
  await upload(FIRST).json()
  const { id } = (await admin.post('/api/appointments/1/check-in')).body
  await admin.patch(`/api/patients/${id}`, { ...SECOND, isPriority: true })
  await admin.call(id, ROOMS.one)
  await admin.step(id, { status: 'requeue', requeueReason: 'quokka again' })
  const typed = [...Object.values(toStored(FIRST)), ...Object.values(toStored(SECOND)), 'QUOKKA']
  expect(await findFilesWith(ctx, toStored(SECOND).name)).toEqual(['clinic.db'])
  expect((await admin.post(`/api/patients/${id}/forget`)).status).toBe(200)
  for (const text of typed)
    expect({ text, in: await findFilesWith(ctx, text) }).toEqual({ text, in: [] })
})

/** What others than the desks read. */
const PUBLIC = [
  '/api/dashboard/current-call',
  '/api/dashboard/history',
  '/api/dashboard/shown-calls',
  '/api/dashboard/calls?after=0',
  `/api/reports?from=${DAY}&to=${DAY}`,
  `/api/reports/visits.csv?from=${DAY}&to=${DAY}`,
  `/api/audit/entries.csv?from=${DAY}&to=${DAY}`,
]

test('screens for patients, reports and files have none of the texts that are not needed', async () => {
  const id = await register()
  await admin.call(id, ROOMS.one)
  for (const path of PUBLIC) {
    const { status, body } = await admin(path)
    const text = JSON.stringify(body)
    const known = OPTIONAL_FIELDS.filter(field => text.includes(toStored(FIRST)[field]))
    expect({ path, status, known }).toEqual({ path, status: 200, known: [] })
  }
})
