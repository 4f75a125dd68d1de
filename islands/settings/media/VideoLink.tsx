import { DomainError } from '#domain/errors'
import { NO_VIDEO_LINK, parseVideoLink } from '#domain/media/youtube'
import { api } from '../../data/api.ts'
import { useWrites } from '../../data/resource.ts'
import { InlineForm } from '../../ui/fields/InlineForm.tsx'

const FIELDS = [
  {
    name: 'url',
    label: 'Video link',
    type: 'url',
    placeholder: 'https://clinic.example/film.mp4',
    hint: 'A link to an MP4 or WebM file, or to YouTube. It plays without sound.',
    autoComplete: 'off',
  },
] as const

export function VideoLink({ refetch }: { refetch(): Promise<unknown> }) {
  const { mutate } = useWrites(refetch)
  return (
    <InlineForm
      className="inline-form video-link"
      fields={FIELDS}
      action="Add Video"
      busyText="Add Video"
      variant="plain"
      isComplete={({ url }) => url.trim() !== ''}
      onSubmit={({ url }, onProblem) => {
        const json = parseVideoLink(url)
        return mutate({
          done: ['Video added', json?.name],
          failed: 'Failed to add the video. Please try again.',
          onFailure: sentence => onProblem({ field: 'url', sentence }),
          send() {
            if (!json) throw new DomainError(NO_VIDEO_LINK)
            return api.media.$post({ json })
          },
        })
      }}
    />
  )
}
