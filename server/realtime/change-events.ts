import { type Change, getChangedKeys } from '#domain/change'
import { type LiveEvents, type PublishedEvent, toCallJson } from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import { getChangedViews } from '#domain/settings/settings-diff'
import type { ChangedKey } from '#domain/settings-record'

type Event = { [E in PublishedEvent]: { name: E; payload: LiveEvents[E] } }[PublishedEvent]

/** Other machines learn of nobody more than this. */
export type TellableChange = Omit<Change, 'patients'> & { patients?: Pick<Patient, 'id'>[] }

/** The specified events of what a commit changed. */
export function toEvents(change: TellableChange): Event[] {
  const { patients = [], call, withdrawn = [], gone = [], nextNumber, all } = change
  const events: Event[] = []
  const tellQueue = (payload: LiveEvents['queue:updated']) =>
    events.push({ name: 'queue:updated', payload })
  // A TV drops the call that it has not shown to its end.
  if (gone === 'all') tellQueue({ patientId: null, isGone: true })
  else for (const patientId of [...gone, ...withdrawn]) tellQueue({ patientId, isGone: true })
  if (all || change.rooms || change.queues) tellQueue({ patientId: null })
  for (const { id: patientId } of patients) {
    if (withdrawn.includes(patientId)) continue
    if (call?.patientId === patientId) {
      events.push({ name: 'patient:called', payload: toCallJson(call) })
    } else if (nextNumber !== undefined) tellQueue({ patientId })
    else events.push({ name: 'patient:updated', payload: { patientId } })
  }
  if (change.tvs) events.push({ name: 'tvs:updated', payload: {} })
  const keys = getChangedKeys(change)
  return keys.length > 0 ? [...events, ...toSettingsEvents(keys)] : events
}

function toSettingsEvents(keys: ChangedKey[]) {
  const { themes, textGroups } = getChangedViews(keys)
  const events: Event[] = [{ name: 'settings:updated', payload: { keys } }]
  if (themes) events.push({ name: 'themes:updated', payload: {} })
  if (textGroups) events.push({ name: 'text-groups:updated', payload: {} })
  return events
}
