import { join } from 'node:path'
import { openDatabase } from '#db/connection/open'
import { createPatient } from '#db/repositories/patients/save-patient'
import { validateRegistration } from '#domain/patients/registration'
import { addDays, HOUR_MS, MINUTE_MS } from '#domain/time'
import { saveHistory } from '../../support/database/history.ts'
import { seedWithAdmin } from '../../support/server/test-clinic.ts'

/**
 * `bun hospital-database.ts FOLDER DAY PATIENTS WAITING`: the finished patients of the last week and of
 * this day, which has lasted for eleven hours, and those who wait now. Run as a process of its own,
 * because libSQL frees a file only when its process ends.
 */
const [folder = '.', day = '', patients = '', waiting = ''] = process.argv.slice(2)
const PAST_DAYS = 7
/** Two rooms see so many in less than eleven hours. */
const PATIENTS_OF_WARD = 50
const opening = new Date(Date.now() - 11 * HOUR_MS).toISOString().slice(11)

const database = await openDatabase(`file:${join(folder, 'clinic.db')}`)
await seedWithAdmin(database)
await database.write(tx =>
  saveHistory(tx, {
    days: PAST_DAYS + 1,
    patientsPerDay: PATIENTS_OF_WARD,
    wards: Number(patients) / PATIENTS_OF_WARD,
    rooms: 2,
    before: addDays(day, 1),
    opening,
  }),
)
await database.write(async tx => {
  for (let n = 0; n < Number(waiting); n++) {
    const now = new Date(Date.now() - MINUTE_MS - (Number(waiting) - n) * 1_000).toISOString()
    const priority = { isPriority: n % 5 === 0, priorityReason: 'ELDERLY' }
    const registration = validateRegistration({ name: `WAITING ${n}`, ...priority })
    await createPatient(tx, registration, { day, now, byUserId: 1 })
  }
})
await database.close()
