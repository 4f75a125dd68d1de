import { join } from 'node:path'
import { openDatabase } from '#db/connection/open'
import { createHistory } from '../database/history.ts'
import { seedWithAdmin } from './test-clinic.ts'

/**
 * `bun create-database-main.ts FOLDER [DAYS]`, with so many days of 300 patients before today. Run
 * as a process of its own, because libSQL frees a file only when its process ends.
 */
const [folder = '.', days = '0'] = process.argv.slice(2)
const database = await openDatabase(`file:${join(folder, 'clinic.db')}`)
await seedWithAdmin(database)
if (days !== '0') {
  const before = new Date().toISOString().slice(0, 10)
  const history = { days: Number(days), patientsPerDay: 300, before }
  await database.write(tx => createHistory(tx, history))
}
await database.close()
