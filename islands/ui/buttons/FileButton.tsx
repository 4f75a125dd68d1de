import { type ComponentProps, useRef } from 'react'
import { Button } from './Button.tsx'

type Props = ComponentProps<typeof Button> & {
  inputLabel: string
  /** MIME types, separated by commas. */
  accept: string
  multiple?: boolean
  onFiles(files: File[]): void
}

export function FileButton({ inputLabel, accept, multiple, onFiles, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={inputLabel}
        accept={accept}
        multiple={multiple}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Otherwise, choosing the same file again would fire no event.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
