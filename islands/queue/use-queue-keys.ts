import type { RefObject } from 'react'
import type { Patient } from '#domain/patients/patient'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { type Keys, useKeys, useSteps } from '../calling/keys.ts'
import type { createQueueModel } from './queue-model.ts'
import { openRequeue } from './row-focus.ts'

/** The keys of the Queue screen. Reads signals. */
export function useQueueKeys(
  model: ReturnType<typeof createQueueModel>,
  searchInput: RefObject<HTMLInputElement | null>,
) {
  const present = model.present.value
  const onPresent = (run: (patient: Patient) => void) => () => {
    if (present) run(present)
  }
  const requeue = (reason: string) => (patient: Patient) => {
    if (reason === 'Others') {
      model.showAll()
      requestAnimationFrame(() => openRequeue(patient))
    } else model.commands.requeue(patient, reason, null)
  }
  const steps: Keys = {
    n: () => model.callNext(),
    a: onPresent(model.commands.call),
    d: onPresent(model.commands.dispense),
    c: onPresent(model.commands.complete),
    m: onPresent(model.commands.missed),
    ...Object.fromEntries(
      REQUEUE_REASONS.map((reason, index) => [`r ${index + 1}`, onPresent(requeue(reason))]),
    ),
    u: model.undo.undoLast,
  }
  useKeys({
    ...useSteps(steps, {
      isBusy: model.busyIds.value.size > 0,
      failureCount: model.failureCount.value,
      presentId: present?.id ?? null,
    }),
    '/': () => searchInput.current?.focus(),
    'g d': () => location.assign('/'),
    'g r': () => location.assign('/register'),
    'g q': () => location.assign('/queue'),
    'g p': () => location.assign('/dispensary'),
  })
}
