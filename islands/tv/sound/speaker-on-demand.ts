import type { createSpeaker } from './speaker.ts'

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
