import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'
import type { FuzzedProgram, Measured } from './program.ts'
import { NAME_MARK } from './requests/hostile-values.ts'

const MAX_GROWTH = 1.5
const MAX_GROWTH_BYTES = 100 * 1024 * 1024
const MORE_FILES = 10
const SHOWN_LINES = 5

/** What a run may not leave behind, and that the clinic still works. */
export async function findFinalFaults(
  program: FuzzedProgram,
  { before, after }: { before: Measured; after: Measured },
) {
  const faults: string[] = []
  const allowed = Math.max(before.rss * MAX_GROWTH, before.rss + MAX_GROWTH_BYTES)
  if (after.rss > allowed) faults.push(`RSS grew from ${before.rss} to ${after.rss}`)
  if (after.openFiles > before.openFiles + MORE_FILES) {
    faults.push(`open files grew from ${before.openFiles} to ${after.openFiles}`)
  }
  if (after.listeners > 0) faults.push(`${after.listeners} live connections remain`)
  faults.push(...(await findServiceFaults(program)), ...findLogFaults(program.logged()))
  return faults
}

async function findServiceFaults({ url }: FuzzedProgram) {
  const admin = await signIn(url, ADMIN)
  const room = await admin.send('POST', '/api/windows', { name: 'After the run' })
  const patient = await admin.register('AFTER THE RUN')
  const call = await admin.call(patient.id, room.body.id)
  const works = room.status === 201 && call.status === 200
  return works ? [] : [`the clinic does not work: ${room.status}, call ${call.status}`]
}

function findLogFaults(text: string) {
  const lines = text.split('\n')
  const errors = lines.filter(line => line.includes('"level":"error"'))
  const names = lines.filter(line => line.toUpperCase().includes(NAME_MARK))
  return [
    ...errors.slice(0, SHOWN_LINES).map(line => `error in the log: ${line}`),
    ...names.slice(0, SHOWN_LINES).map(line => `a patient's name in the log: ${line}`),
  ]
}
