import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '#db/connection/open'
import { settings } from '#db/schema/index'

/** Runs before the clinic, because one process at a time has the database. */
const [, , folder = '', json = '{}'] = process.argv
const chosen: Record<string, string> = JSON.parse(json)
const database = await openDatabase(pathToFileURL(join(folder, 'clinic.db')).href)
await database.write(async tx => {
  const updatedAt = new Date().toISOString()
  for (const [key, value] of Object.entries(chosen)) {
    await tx.insert(settings).values({ key, value, category: 'display', updatedAt })
  }
})
await database.close()
