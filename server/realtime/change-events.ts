import type { Fact } from '#domain/change'
import { type LiveEvents, type PublishedEvent, toCallJson } from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import { getChangedViews } from '#domain/settings/settings'
import type { ChangedKey } from '#domain/settings-record'

type Event = { [E in PublishedEvent]: { name: E; payload: LiveEvents[E] } }[PublishedEvent]

/** The form of a change that is safe to send to other machines: patient ids, no names. */
export type TellableFact = Fact<Pick<Patient, 'id'>>

/** Returns the specified events for the changes of a commit. */
export function toEvents(facts: TellableFact[]): Event[] {
  const keys = facts.flatMap(getSettingKey)
  return [...facts.flatMap(toFactEvents), ...(keys.length > 0 ? toSettingsEvents(keys) : [])]
}

function toFactEvents(fact: TellableFact): Event[] {
  const toQueue = (payload: LiveEvents['queue:updated']): Event[] => [
    { name: 'queue:updated', payload },
  ]
  switch (fact.kind) {
    case 'registered':
      return toQueue({ patientId: fact.patient.id })
    case 'stepped':
      return [{ name: 'patient:updated', payload: { patientId: fact.patient.id } }]
    case 'called':
      return [{ name: 'patient:called', payload: toCallJson(fact.call) }]
    // A TV that still announces this patient's call stops.
    case 'withdrawn':
    case 'gone':
      return toQueue({ patientId: fact.patientId, isGone: true })
    case 'reset':
      return toQueue({ patientId: null, isGone: true })
    case 'rooms':
    case 'queues':
    case 'all':
      return toQueue({ patientId: null })
    case 'tvs':
      return [{ name: 'tvs:updated', payload: {} }]
    default:
      return []
  }
}

/** Returns the key that the specified event uses for the changed setting. */
function getSettingKey(fact: TellableFact): ChangedKey[] {
  if (fact.kind === 'media') return ['media']
  return fact.kind === 'setting' ? [fact.key] : []
}

function toSettingsEvents(keys: ChangedKey[]) {
  const { themes, textGroups } = getChangedViews(keys)
  const events: Event[] = [{ name: 'settings:updated', payload: { keys } }]
  if (themes) events.push({ name: 'themes:updated', payload: {} })
  if (textGroups) events.push({ name: 'text-groups:updated', payload: {} })
  return events
}
