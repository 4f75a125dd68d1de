import type { createSpeaker } from './speaker.ts'

/** Loads the speaker's code with the first sound: most desks stay silent. */
export function createSpeakerOnDemand() {
  let loading: Promise<ReturnType<typeof createSpeaker>> | undefined

  return () => {
    loading ??= Promise.all([import('./speaker.ts'), import('./voice-url.ts')]).then(
      ([speaker, url]) => speaker.createSpeaker(url.getVoiceUrl),
    )
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
}
