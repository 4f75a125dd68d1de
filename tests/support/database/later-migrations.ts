import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS } from '#db/connection/migrate'

/** A folder in `parent` with the migrations plus `more` new ones, as in a later version. */
export function createLaterMigrations(parent: string, more: number) {
  const folder = mkdtempSync(join(parent, 'migrations-'))
  cpSync(MIGRATIONS, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  const { idx, when } = journal.entries.at(-1)
  for (let count = 1; count <= more; count++) {
    const tag = `${String(idx + count).padStart(4, '0')}_later`
    writeFileSync(join(folder, `${tag}.sql`), `CREATE TABLE later_${count} (id integer);`)
    const entry = { ...journal.entries.at(-1), idx: idx + count, when: when + count, tag }
    journal.entries.push(entry)
  }
  writeFileSync(path, JSON.stringify(journal))
  return folder
}
