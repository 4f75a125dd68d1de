import { join } from 'node:path'
import { openDatabase } from '#db/connection/open'
import { seedWithAdmin } from './test-clinic.ts'

/**
 * `bun create-database-main.ts FOLDER`. Run as a process of its own, because libSQL frees a file
 * only when its process ends.
 */
const [folder = '.'] = process.argv.slice(2)
const database = await openDatabase(`file:${join(folder, 'clinic.db')}`)
await seedWithAdmin(database)
await database.close()
