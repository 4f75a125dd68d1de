import type { Change } from '#domain/change'
import { toCallJson } from '#domain/events'
import { getChangedViews } from '#domain/settings/settings-diff'
import type { Channel } from './channel.ts'

/** Sends the specified events of what a commit changed. */
export function publishChange({ publish }: Channel, change: Change) {
  const { patients = [], call, withdrawn = [], gone = [], numbers, settings } = change
  // A TV drops the call that it has not shown to its end.
  if (gone === 'all') publish('queue:updated', { patientId: null, isGone: true })
  else
    for (const patientId of [...gone, ...withdrawn]) {
      publish('queue:updated', { patientId, isGone: true })
    }
  if (change.all || change.rooms) publish('queue:updated', { patientId: null })
  for (const patient of patients) {
    const patientId = patient.id
    if (withdrawn.includes(patientId)) continue
    if (call?.patientId === patientId) publish('patient:called', toCallJson(call), patient)
    else publish(numbers ? 'queue:updated' : 'patient:updated', { patientId }, patient)
  }
  if (change.tvs) publish('tvs:updated', {})
  if (settings) publishSettings(publish, settings)
}

function publishSettings(publish: Channel['publish'], keys: string[]) {
  publish('settings:updated', { keys })
  const { themes, textGroups } = getChangedViews(keys)
  if (themes) publish('themes:updated', {})
  if (textGroups) publish('text-groups:updated', {})
}
