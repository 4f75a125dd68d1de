import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'

type Props = {
  problem: string | null
  isBusy: boolean
  /** Resolves to whether the video was added. */
  onAdd(link: string): Promise<boolean>
}

export function VideoLink({ problem, isBusy, onAdd }: Props) {
  const id = useId()
  const [link, setLink] = useState('')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await onAdd(link))) return
    // Another may have been typed meanwhile.
    setLink(typed => (typed === link ? '' : typed))
  }

  return (
    <form className="field" onSubmit={submit} noValidate>
      <label className="field__label" htmlFor={id}>
        Video link
      </label>
      <div className="video-link">
        <input
          id={id}
          className="input"
          type="url"
          placeholder="https://clinic.example/film.mp4"
          autoComplete="off"
          value={link}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-note`}
          onChange={event => setLink(event.target.value)}
        />
        <Button type="submit" aria-busy={isBusy} disabled={link.trim() === ''}>
          <Plus size={18} aria-hidden />
          Add Video
        </Button>
      </div>
      {problem ? (
        <span id={`${id}-note`} className="field__problem" role="alert">
          {problem}
        </span>
      ) : (
        <span id={`${id}-note`} className="field__hint">
          A link to an MP4 or WebM file, or to YouTube. It plays without sound.
        </span>
      )}
    </form>
  )
}
