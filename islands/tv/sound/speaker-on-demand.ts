import type { createSpeaker } from './speaker.ts'

/** Loads the speaker's code with the first sound: most desks stay silent. */
export function createSpeakerOnDemand() {
  let loading: Promise<ReturnType<typeof createSpeaker>> | undefined

  return () => {
    loading ??= import('./speaker.ts').then(loaded => loaded.createSpeaker())
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
}
