import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ledger } from './ledger.ts'

/** The rows as they are; SQLite's booleans are 0 and 1. */
export type Seen = {
  faults: { integrity_check: string }[]
  strays: unknown[]
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
    steps: number
  }[]
  rooms: { id: number; name: string; isActive: 0 | 1 }[]
  calls: { sequence: number; patientId: number; room: string; calledAt: string }[]
  media: { id: number; filename: string }[]
}

export type Proof = { faults: string[]; drafts: number; patients: number; calls: number }

/** Compares what is there with what was promised. The program may run, but nobody may be writing. */
export function prove(dataDir: string, ledger: Ledger): Proof {
  const seen = look(dataDir)
  const files = readdirSync(join(dataDir, 'media'))
  const faults = [
    ...wholeness(seen),
    ...registrations(seen, ledger),
    ...numbers(seen),
    ...rooms(seen),
    ...callsOf(seen, ledger),
    ...pictures(seen, ledger, join(dataDir, 'media')),
  ]
  const drafts = files.filter(name => name.endsWith('.part')).length
  return { faults, drafts, patients: seen.patients.length, calls: seen.calls.length }
}

export function look(dataDir: string): Seen {
  const copy = mkdtempSync(join(tmpdir(), 'clinic-proof-'))
  for (const name of ['clinic.db', 'clinic.db-wal']) {
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(copy, name))
  }
  const command = [process.execPath, join(import.meta.dirname, 'look.ts'), join(copy, 'clinic.db')]
  const { success, stdout, stderr } = Bun.spawnSync(command)
  rmSync(copy, { recursive: true })
  if (!success) throw new Error(`the database could not be looked at: ${stderr}`)
  return JSON.parse(stdout.toString())
}

function wholeness({ faults, strays }: Seen) {
  const said = faults.map(row => row.integrity_check).filter(sentence => sentence !== 'ok')
  return [...said, ...(strays.length > 0 ? [`${strays.length} references lead nowhere`] : [])]
}

function registrations({ patients }: Seen, ledger: Ledger) {
  const byId = new Map(patients.map(patient => [patient.id, patient]))
  const faults: string[] = []
  for (const [id, promised] of ledger.patients) {
    const kept = byId.get(id)
    if (!kept) faults.push(`patient ${id} was acknowledged and is lost`)
    else if (kept.number !== promised.number || kept.day !== promised.day) {
      faults.push(`patient ${id} has another number than was told`)
    } else if (
      kept.steps < promised.steps ||
      kept.steps > promised.steps + (promised.unanswered ?? 1)
    ) {
      faults.push(`patient ${id} has ${kept.steps} steps, acknowledged were ${promised.steps}`)
    }
  }
  const names = new Set(patients.map(({ name }) => name))
  if (names.size < patients.length) faults.push('a registration happened twice')
  return faults
}

function numbers({ patients }: Seen) {
  const series = Map.groupBy(patients, ({ day, series }) => `${day}, series ${series}`)
  return [...series].flatMap(([name, ofSeries]) => {
    const different = new Set(ofSeries.map(({ number }) => number))
    if (different.size < ofSeries.length) return [`a number twice on ${name}`]
    return Math.max(...different) === ofSeries.length ? [] : [`a gap in the numbers of ${name}`]
  })
}

function rooms({ patients }: Seen) {
  const inRooms = patients.filter(({ windowId }) => windowId !== null)
  const taken = new Set(inRooms.map(({ windowId }) => windowId))
  return taken.size < inRooms.length ? ['two patients in one room'] : []
}

function callsOf({ calls }: Seen, ledger: Ledger) {
  const kept = new Map(calls.map(({ sequence, patientId }) => [sequence, patientId]))
  const lost = ledger.calls.filter(({ sequence, patientId }) => kept.get(sequence) !== patientId)
  const isRising = calls.every(({ sequence }, index) => sequence === index + 1)
  return [
    ...lost.map(({ sequence }) => `call ${sequence} was acknowledged and is lost`),
    ...(isRising ? [] : ['the calls are not numbered one after another']),
  ]
}

function pictures({ media }: Seen, ledger: Ledger, folder: string) {
  const byId = new Map(media.map(({ id, filename }) => [id, filename]))
  const faults: string[] = []
  for (const [id, hash] of ledger.uploads) {
    if (!byId.get(id)?.startsWith(hash)) faults.push(`picture ${id} was acknowledged and is lost`)
  }
  for (const id of ledger.deleted) if (byId.has(id)) faults.push(`picture ${id} came back`)
  for (const filename of new Set(byId.values())) {
    const path = join(folder, filename)
    if (!existsSync(path)) faults.push(`the file of a picture is missing: ${filename}`)
    else if (!filename.startsWith(hashOf(path))) faults.push(`a picture is damaged: ${filename}`)
  }
  return faults
}

function hashOf(path: string) {
  return new Bun.CryptoHasher('sha256').update(readFileSync(path)).digest('hex')
}
