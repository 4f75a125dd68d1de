import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ledger } from './ledger.ts'

/** Raw rows; SQLite's booleans are 0 and 1. */
export type DatabaseDump = {
  integrityErrors: { integrity_check: string }[]
  foreignKeyViolations: unknown[]
  patients: {
    id: number
    name: string
    number: number
    day: string
    series: number
    status: string
    windowId: number | null
    isPriority: 0 | 1
    isForDispensary: 0 | 1
    deletedAt: string | null
    registeredAt: string
    steps: number
  }[]
  /** In order; a patient's first is the registration. */
  journey: { patientId: number; action: string; room: string | null }[]
  rooms: { id: number; name: string; isActive: 0 | 1 }[]
  calls: { sequence: number; patientId: number; room: string; calledAt: string }[]
  media: { id: number; filename: string }[]
}

export type Verification = { errors: string[]; drafts: number; patients: number; calls: number }

/** Compares stored with acknowledged data. No writes may be in progress. */
export function verifyData(dataDir: string, ledger: Ledger): Verification {
  const dump = dumpDatabase(dataDir)
  const files = readdirSync(join(dataDir, 'media'))
  const errors = [
    ...checkIntegrity(dump),
    ...checkRegistrations(dump, ledger),
    ...checkNumbers(dump),
    ...rooms(dump),
    ...checkCalls(dump, ledger),
    ...checkPictures(dump, ledger, join(dataDir, 'media')),
  ]
  const drafts = files.filter(name => name.endsWith('.part')).length
  return { errors, drafts, patients: dump.patients.length, calls: dump.calls.length }
}

export function dumpDatabase(dataDir: string): DatabaseDump {
  const copy = mkdtempSync(join(tmpdir(), 'clinic-proof-'))
  for (const name of ['clinic.db', 'clinic.db-wal']) {
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(copy, name))
  }
  const command = [
    process.execPath,
    join(import.meta.dirname, 'dump-database.ts'),
    join(copy, 'clinic.db'),
  ]
  const { success, stdout, stderr } = Bun.spawnSync(command)
  rmSync(copy, { recursive: true })
  if (!success) throw new Error(`the database dump failed: ${stderr}`)
  return JSON.parse(stdout.toString())
}

function checkIntegrity({ integrityErrors, foreignKeyViolations }: DatabaseDump) {
  const messages = integrityErrors
    .map(row => row.integrity_check)
    .filter(sentence => sentence !== 'ok')
  return [
    ...messages,
    ...(foreignKeyViolations.length > 0
      ? [`${foreignKeyViolations.length} references lead nowhere`]
      : []),
  ]
}

function checkRegistrations({ patients }: DatabaseDump, ledger: Ledger) {
  const byId = new Map(patients.map(patient => [patient.id, patient]))
  const errors: string[] = []
  for (const [id, acknowledged] of ledger.patients) {
    const stored = byId.get(id)
    if (!stored) errors.push(`patient ${id} was acknowledged and is lost`)
    else if (stored.number !== acknowledged.number || stored.day !== acknowledged.day) {
      errors.push(`patient ${id} has a different number than acknowledged`)
    } else if (
      stored.steps < acknowledged.steps ||
      stored.steps > acknowledged.steps + (acknowledged.unanswered ?? 1)
    ) {
      errors.push(
        `patient ${id} has ${stored.steps} steps, acknowledged were ${acknowledged.steps}`,
      )
    }
  }
  const names = new Set(patients.map(({ name }) => name))
  if (names.size < patients.length) errors.push('a registration happened twice')
  return errors
}

function checkNumbers({ patients }: DatabaseDump) {
  const series = Map.groupBy(patients, ({ day, series }) => `${day}, series ${series}`)
  return [...series].flatMap(([name, ofSeries]) => {
    const different = new Set(ofSeries.map(({ number }) => number))
    if (different.size < ofSeries.length) return [`a number twice on ${name}`]
    return Math.max(...different) === ofSeries.length ? [] : [`a gap in the numbers of ${name}`]
  })
}

function rooms({ patients }: DatabaseDump) {
  const inRooms = patients.filter(({ windowId }) => windowId !== null)
  const occupied = new Set(inRooms.map(({ windowId }) => windowId))
  return occupied.size < inRooms.length ? ['two patients in one room'] : []
}

function checkCalls({ calls }: DatabaseDump, ledger: Ledger) {
  const stored = new Map(calls.map(({ sequence, patientId }) => [sequence, patientId]))
  const lost = ledger.calls.filter(({ sequence, patientId }) => stored.get(sequence) !== patientId)
  const isRising = calls.every(({ sequence }, index) => sequence === index + 1)
  return [
    ...lost.map(({ sequence }) => `call ${sequence} was acknowledged and is lost`),
    ...(isRising ? [] : ['the calls are not numbered one after another']),
  ]
}

function checkPictures({ media }: DatabaseDump, ledger: Ledger, folder: string) {
  const byId = new Map(media.map(({ id, filename }) => [id, filename]))
  const errors: string[] = []
  for (const [id, hash] of ledger.uploads) {
    if (!byId.get(id)?.startsWith(hash)) errors.push(`picture ${id} was acknowledged and is lost`)
  }
  for (const id of ledger.deleted) if (byId.has(id)) errors.push(`picture ${id} came back`)
  for (const filename of new Set(byId.values())) {
    const path = join(folder, filename)
    if (!existsSync(path)) errors.push(`the file of a picture is missing: ${filename}`)
    else if (!filename.startsWith(hashOf(path))) errors.push(`a picture is damaged: ${filename}`)
  }
  return errors
}

function hashOf(path: string) {
  return new Bun.CryptoHasher('sha256').update(readFileSync(path)).digest('hex')
}
