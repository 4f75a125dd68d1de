import { signal } from '@preact/signals-react'
import { api, unwrap } from '../data/api.ts'
import { query } from '../data/query.ts'

const savedHere = signal('')

/** The event of a name that this page itself has saved refetches nothing. */
export function showSavedName(name: string) {
  savedHere.value = name
}

export function createClinicName(initial: string) {
  const name = query('clinic-name', fetchClinicName, initial, { every: null })

  function watch() {
    const stopWatching = name.watch()
    const unsubscribe = savedHere.subscribe(saved => saved && name.set(() => saved))
    return () => {
      stopWatching()
      unsubscribe()
    }
  }

  return { shown: name.data, watch }
}

async function fetchClinicName() {
  const { user } = await unwrap(api.auth.me.$get())
  return user.clinicName
}
