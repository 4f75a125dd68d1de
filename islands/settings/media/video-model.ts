import { signal } from '@preact/signals-react'
import { DomainError } from '#domain/errors'
import { NO_VIDEO_LINK, parseVideoLink } from '#domain/media/video-link'
import { api, unwrap } from '../../data/api.ts'
import { createMutations } from '../../data/mutation.ts'

export function createVideoModel(refetch: () => Promise<unknown>) {
  const problem = signal<string | null>(null)
  const { busy, mutate } = createMutations<'video'>(refetch)

  /** Resolves to whether it was added; else `problem` has the sentence for its field. */
  async function add(text: string) {
    const json = parseVideoLink(text)
    problem.value = null
    const added = await mutate({
      keys: ['video'],
      done: ['Video added', json?.name],
      failed: 'Failed to add the video. Please try again.',
      async send(headers) {
        if (!json) throw new DomainError(NO_VIDEO_LINK)
        return unwrap(api.media.$post({ json }, headers))
      },
      onFailure: sentence => (problem.value = sentence),
    })
    return added !== null
  }

  return { problem, isBusy: () => busy.value.size > 0, add }
}
