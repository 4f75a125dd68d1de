import type { DatabaseDump } from '../../kills/verify-data.ts'
import type { StepRequest } from '../write-log.ts'
import { type Check, createCheck } from './compare-views.ts'

const ACTIONS: Record<string, string[]> = {
  called: ['called', 'called again'],
  dispensary: ['dispensary'],
  requeue: ['requeue'],
  completed: ['completed'],
}

/**
 * A step is stored only if a desk asked for it and was not told that it was refused, for example because it
 * came too late. One that was carried out twice would need a second desk that asked for it.
 */
export function checkRequestedSteps(rows: DatabaseDump, requests: StepRequest[]): Check[] {
  const bySteps = Map.groupBy(requests, request => toKey(request.patientId, request.seenSteps))
  const roomNames = new Map(rows.rooms.map(({ id, name }) => [id, name]))
  const journeys = Map.groupBy(rows.journey, ({ patientId }) => patientId)
  const isCarriedOut = (request: StepRequest, { action, room }: Step) => {
    if (!ACTIONS[request.status]?.includes(action)) return false
    return request.status !== 'called' || roomNames.get(request.windowId ?? 0) === room
  }

  const stored = [...journeys].flatMap(([id, journey]) =>
    journey.slice(1).map((step, n) => {
      const asked = bySteps.get(toKey(id, n + 1)) ?? []
      const matching = asked.filter(request => isCarriedOut(request, step))
      const isWanted = matching.some(({ outcome }) => outcome !== 'refused')
      const why =
        matching.length > 0 ? 'a desk was told that it was refused' : 'no desk asked for it'
      const what = [step.action, step.room ?? []].flat().join(' to ')
      return createCheck('steps', isWanted, `patient ${id}, step ${n + 1}, ${what}: ${why}`)
    }),
  )
  const acknowledged = requests
    .filter(({ outcome, status }) => outcome === 'done' && status !== 'deleted')
    .map(request => {
      const step = journeys.get(request.patientId)?.[request.seenSteps]
      const { patientId, seenSteps, status } = request
      const error = `patient ${patientId}, step ${seenSteps}, ${status}: acknowledged and lost`
      return createCheck('steps', step !== undefined && isCarriedOut(request, step), error)
    })
  return [...stored, ...acknowledged, ...checkDeletions(rows, requests)]
}

function checkDeletions({ patients }: DatabaseDump, requests: StepRequest[]) {
  const deletions = requests.filter(({ status }) => status === 'deleted')
  const byPatient = Map.groupBy(deletions, ({ patientId }) => patientId)
  return [...byPatient].map(([id, asked]) => {
    const isDeleted = patients.find(patient => patient.id === id)?.deletedAt !== null
    const isRight = isDeleted
      ? asked.some(({ outcome }) => outcome !== 'refused')
      : asked.every(({ outcome }) => outcome !== 'done')
    const error = `patient ${id} is ${isDeleted ? '' : 'not '}deleted, and a desk was told otherwise`
    return createCheck('steps', isRight, error)
  })
}

type Step = DatabaseDump['journey'][number]

const toKey = (patientId: number, seenSteps: number) => `${patientId} after ${seenSteps}`
