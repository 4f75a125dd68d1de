import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { type ClinicQueue, listActive } from '#domain/queues/patient-queue'
import { browserStorage } from '../data/storage.ts'

const SAVED_KEY = 'registers-for-queue'

/** The choice starts with the last choice in this browser. */
export function createQueueChoice(queues: ReadonlySignal<ClinicQueue[]>) {
  const chosen = signal<string | null>(null)

  /** Includes the name, because in restored data the id may belong to another queue. */
  const toSaved = ({ id, name }: ClinicQueue) => `${id} ${name}`

  const value = computed(() => {
    const queue = listActive(queues.value).find(one => toSaved(one) === chosen.value)
    return queue?.id ?? null
  })

  return {
    get value() {
      return value.value
    },
    restore() {
      chosen.value = browserStorage.getItem(SAVED_KEY)
    },
    choose(id: number | null) {
      const queue = queues.value.find(one => one.id === id)
      chosen.value = queue ? toSaved(queue) : null
      if (chosen.value === null) browserStorage.removeItem(SAVED_KEY)
      else browserStorage.setItem(SAVED_KEY, chosen.value)
    },
  }
}
